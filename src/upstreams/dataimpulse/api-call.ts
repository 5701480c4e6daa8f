import { z } from 'zod';
import type { Clock, Timer } from '../../kit/clock.ts';
import { jsonOrUndefined } from '../../kit/text.ts';
import { UpstreamError, type UpstreamOutcome } from '../failure.ts';
import { CALL_MILLIS, type CallKind, type HttpClient, pauseMillis } from '../http.ts';
import { AddressRefusedError } from '../traffic.ts';
import { accountId, tokenAnswer, whole } from './answers.ts';

const LOGIN = 'user/token/get';
const ADDITION = 'sub-user/balance/add';
/** Allows one more address. */
export const ADDRESS_ADDITION = 'sub-user/allowed-ips/add';
/** The calls that only read; all others are POST with a JSON body. */
const READS: ReadonlySet<string> = new Set([
  'user/balance',
  'sub-user/get',
  'sub-user/list',
  'sub-user/balance/get',
  'sub-user/balance/addition-history',
  'sub-user/usage-stat/get',
  'sub-user/usage-stat/errors',
]);

/** What a call carries, by DataImpulse's names. */
export type Input = Record<string, unknown>;

/** Makes one call of DataImpulse's API with our token, and checks the answer. */
export type DataImpulseCall = <T>(
  path: string,
  input: Input,
  answer: z.ZodType<T>,
  kind?: CallKind,
) => Promise<T>;

interface ApiOptions {
  url: string;
  login: string;
  password: string;
  http: HttpClient;
  timer: Timer;
  clock: Clock;
}

export function createDataImpulseApi(options: ApiOptions) {
  const { login, password, timer } = options;
  const { send, close } = createSender(options);
  const tokens = createTokens(logIn, options.clock);

  async function logIn(): Promise<string> {
    const input = { login, password };
    return read(LOGIN, input, await send(LOGIN, input, timer.now() + CALL_MILLIS), tokenAnswer);
  }

  /** Several calls may wait for one login, which goes on after the deadline of the one that began it. */
  async function tokenBefore(deadline: number, path: string): Promise<string> {
    const late = Promise.withResolvers<never>();
    const ring = () => late.reject(failure('refused', path, 'not sent, no token in time'));
    const disarm = timer.after(Math.max(0, deadline - timer.now()), ring);
    try {
      return await Promise.race([tokens.current().catch((error) => notSent(path, error)), late.promise]);
    } finally {
      disarm();
    }
  }

  const call: DataImpulseCall = async (path, input, answer, kind) => {
    const deadline = timer.now() + CALL_MILLIS;
    const token = await tokenBefore(deadline, path);
    const reply = await send(path, input, deadline, token, kind);
    if (reply.verdict.kind !== 'stale_token') return read(path, input, reply, answer);
    // A call that was refused for its token did no work, so even one that spends may be repeated.
    tokens.drop(token);
    const fresh = await tokenBefore(deadline, path);
    return read(path, input, await send(path, input, deadline, fresh, kind), answer);
  };
  return { call, close };
}

/** Whatever the outcome of the login, the call that needed it was not sent. */
function notSent(path: string, error: unknown): never {
  if (!(error instanceof UpstreamError)) throw error;
  throw failure('refused', path, `not sent, no token (${error.message})`, { cause: error });
}

function read<T>(path: string, input: Input, { status, content, verdict }: Reply, answer: z.ZodType<T>): T {
  if (verdict.kind === 'stale_token') throw failure('refused', path, 'refused, the login is not accepted');
  if (verdict.kind === 'refused') throw refusal(path, input, verdict);
  const parsed = status >= 200 && status < 300 ? answer.safeParse(content) : undefined;
  if (!parsed?.success) throw failure('unknown', path, `HTTP ${status} with an unusable answer`);
  return parsed.data;
}

/** The message does not quote the upstream's text, which may contain a login. */
function refusal(path: string, input: Input, said: { status: number; message: string }): UpstreamError {
  const outcome = outcomeOf(path, 'subuser_id' in input, said);
  const { message } = failure(outcome, path, `refused with status ${said.status}`);
  const { ip } = input;
  if (outcome !== 'refused' || path !== ADDRESS_ADDITION || typeof ip !== 'string')
    return new UpstreamError(outcome, message);
  // DataImpulse lets an address belong to one account only.
  const isTaken = /already exists? for other/i.test(said.message);
  const why = isTaken ? ', the address is allowed to another account' : '';
  return new AddressRefusedError(ip, isTaken, `${message}${why}`);
}

/** What a refusal means for the money in the call. `namesAccount`: the call was about one account. */
function outcomeOf(
  path: string,
  namesAccount: boolean,
  refusal: { status: number; message: string },
): UpstreamOutcome {
  if (refusal.status >= 500) return 'unknown';
  if (refusal.status === 404 && namesAccount) return 'gone';
  // Additions are taken from our own traffic at DataImpulse, so "not enough" means our own traffic.
  return path === ADDITION && /not enough/i.test(refusal.message) ? 'out_of_stock' : 'refused';
}

interface Reply {
  status: number;
  /** The answer's JSON; undefined when it is none. */
  content: unknown;
  verdict: Verdict;
}

/**
 * Sends again what was refused for the rate limit, since nothing was done. `send` throws an {@link
 * UpstreamError} without a whole answer before the deadline, by the timer.
 */
function createSender({ url, http, timer }: Pick<ApiOptions, 'url' | 'http' | 'timer'>) {
  const base = new URL(url).pathname.replace(/\/+$/, '');
  const pausing = new Set<() => void>();
  /** After a refusal for the rate limit, what is left of it is for the calls that are sent again. */
  let noReadsUntil = Number.NEGATIVE_INFINITY;

  async function send(
    path: string,
    input: Input,
    deadline: number,
    token?: string,
    kind: CallKind = 'charged',
  ): Promise<Reply> {
    for (;;) {
      if (kind === 'read' && timer.now() < noReadsUntil)
        throw failure('refused', path, 'not sent, the request limit is left to other calls');
      const received = await http.send({ ...requestOf(base, path, input, token), kind }, deadline);
      const content = jsonOrUndefined(received.body);
      const verdict = verdictOf(received.status, content);
      if (verdict.kind !== 'over_limit') return { status: received.status, content, verdict };
      const millis = pauseMillis(received);
      noReadsUntil = Math.max(noReadsUntil, timer.now() + millis);
      if (timer.now() + millis >= deadline) {
        throw failure('refused', path, 'the request limit leaves no turn in time');
      }
      await pause(millis);
    }
  }

  function pause(millis: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        disarm();
        pausing.delete(end);
        resolve();
      };
      const disarm = timer.after(millis, end);
      pausing.add(end);
    });
  }

  /** Refuses calls that pause and new ones. Resolves when those under way have ended. */
  function close(): Promise<void> {
    for (const end of pausing) end();
    // Requests that were pausing continue now and are refused, because the client is closed.
    return http.close();
  }

  return { send, close };
}

function requestOf(base: string, path: string, input: Input, token: string | undefined) {
  const headers = { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  if (READS.has(path)) {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
    return { call: path, path: `${base}/${path}?${query}`, headers };
  }
  return { call: path, path: `${base}/${path}`, headers, json: input };
}

/**
 * `over_limit` and `stale_token`: it did nothing, and the call may be repeated. `refused`: `status` is that
 * of the body, or the HTTP status if the body has none. `open`: the content decides.
 */
type Verdict =
  | { kind: 'over_limit' | 'stale_token' | 'open' }
  | { kind: 'refused'; status: number; message: string };

/** `{"message": "...", "status_code": 400}` or `{"success": false}`; either may come with HTTP 200. */
const verdictAnswer = z.object({
  message: z.string().catch(''),
  status_code: whole.catch(0),
  success: z.unknown().optional(),
});

function verdictOf(httpStatus: number, content: unknown): Verdict {
  const parsed = verdictAnswer.safeParse(content);
  const { message, status_code, success } = parsed.data ?? { message: '', status_code: 0, success: true };
  const status = [status_code, httpStatus, success === false ? 400 : 0].find((number) => number >= 400) ?? 0;
  if (status === 429 || /^too many attempts/i.test(message)) return { kind: 'over_limit' };
  if (status === 401 || /token has expired/i.test(message)) return { kind: 'stale_token' };
  // An error page without a message can come from any proxy on the way, after the work as well as before it.
  const said = status_code >= 400 || success === false || message !== '';
  return status > 0 && said ? { kind: 'refused', status, message } : { kind: 'open' };
}

/** A token is not used in its last minute: a call may take 20 seconds, and clocks differ. */
const MARGIN_MILLIS = 60_000;
/** How long a token without an expiry is kept. If it ends earlier, it is refused and dropped. */
const DEFAULT_LIFE_MILLIS = 3_600_000;

/** The expiry of a JWT, in seconds since 1970. */
const claims = z.object({ exp: z.number().positive() });

/** The token of our account. All calls that wait for it share one login. */
function createTokens(logIn: () => Promise<string>, clock: Clock) {
  let held: { token: string; until: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function renew(): Promise<string> {
    try {
      const token = await logIn();
      held = { token, until: lastUse(token, clock.now().getTime()) };
      return token;
    } finally {
      underWay = undefined;
    }
  }

  return {
    /** Throws what the login throws; the next call tries again. */
    async current(): Promise<string> {
      if (held && clock.now().getTime() < held.until) return held.token;
      underWay ??= renew();
      return underWay;
    },
    /** To be called when `token` was not accepted. A newer one is kept. */
    drop(token: string): void {
      if (held?.token === token) held = undefined;
    },
  };
}

/** In milliseconds since 1970. The signature is not verified: only the time is of interest. */
function lastUse(token: string, now: number): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const parsed = claims.safeParse(jsonOrUndefined(payload));
  return parsed.success ? parsed.data.exp * 1_000 - MARGIN_MILLIS : now + DEFAULT_LIFE_MILLIS;
}

export function failure(outcome: UpstreamOutcome, path: string, reason: string, options?: ErrorOptions) {
  return new UpstreamError(outcome, `dataimpulse ${path}: ${reason}`, options);
}

/** DataImpulse numbers its accounts. */
export function numberOf(upstreamId: string): number {
  if (accountId.safeParse(upstreamId).success) return Number(upstreamId);
  throw new UpstreamError('refused', 'dataimpulse: not sent, the id is not one of an account');
}
