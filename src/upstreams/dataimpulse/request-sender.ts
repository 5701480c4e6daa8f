import { UpstreamError, type UpstreamOutcome } from '../failure.ts';
import { CALL_MILLIS, type CallKind, type HttpClient } from '../http.ts';
import type { HttpAnswer } from '../http-call.ts';
import type { Timer } from '../timer.ts';
import { type Verdict, verdictOf } from './refusals.ts';

/** The pause after "too many attempts" when DataImpulse does not say how long it should be. */
const PAUSE_MILLIS = 1_000;

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

export interface Reply {
  status: number;
  /** The answer's JSON; undefined when it is none. */
  content: unknown;
  verdict: Verdict;
}

/**
 * Sends requests to DataImpulse. One that it refused for its rate limit is sent again, since nothing was
 * done.
 */
export interface RequestSender {
  /**
   * Throws an {@link UpstreamError} when there is no whole answer before the deadline (in the timer's
   * milliseconds).
   */
  send(path: string, input: Input, deadline: number, token?: string, kind?: CallKind): Promise<Reply>;
  /** Refuses requests that pause and new ones. Resolves when the requests under way have ended. */
  close(): Promise<void>;
}

interface RequestSenderOptions {
  url: string;
  http: HttpClient;
  timer: Timer;
}

export function createRequestSender({ url, http, timer }: RequestSenderOptions): RequestSender {
  const base = new URL(url).pathname.replace(/\/+$/, '');
  const pausing = new Set<() => void>();
  /** After a refusal for the rate limit, what is left of it is for the calls that are sent again. */
  let noReadsUntil = Number.NEGATIVE_INFINITY;

  const send: RequestSender['send'] = async (path, input, deadline, token, kind = 'charged') => {
    for (;;) {
      if (kind === 'read' && timer.now() < noReadsUntil)
        throw failure('refused', path, 'not sent, the request limit is left to other calls');
      const received = await http.send({ ...requestOf(base, path, input, token), kind }, deadline);
      const content = parseJson(received.body);
      const verdict = verdictOf(received.status, content);
      if (verdict.kind !== 'over_limit') return { status: received.status, content, verdict };
      const millis = pauseMillis(received);
      noReadsUntil = Math.max(noReadsUntil, timer.now() + millis);
      if (timer.now() + millis >= deadline) {
        throw failure('refused', path, 'the request limit leaves no turn in time');
      }
      await pause(millis);
    }
  };

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

  function close(): Promise<void> {
    for (const end of pausing) end();
    // Requests that were pausing continue now and are refused, because the client is closed.
    return http.close();
  }

  return { send, close };
}

function requestOf(base: string, path: string, input: Input, token: string | undefined) {
  const headers = {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  if (READS.has(path)) {
    const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
    return { call: path, method: 'GET' as const, path: `${base}/${path}?${query}`, headers };
  }
  return {
    call: path,
    method: 'POST' as const,
    path: `${base}/${path}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  };
}

function pauseMillis({ headers }: HttpAnswer): number {
  const seconds = headers['retry-after'];
  if (seconds === undefined || !/^\d{1,5}$/.test(seconds)) return PAUSE_MILLIS;
  return Math.min(Math.max(Number(seconds) * 1_000, PAUSE_MILLIS), CALL_MILLIS);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's error quotes the text, so it must not be passed on.
    return undefined;
  }
}

export function failure(
  outcome: UpstreamOutcome,
  path: string,
  reason: string,
  options?: ErrorOptions,
): UpstreamError {
  return new UpstreamError(outcome, `dataimpulse ${path}: ${reason}`, options);
}
