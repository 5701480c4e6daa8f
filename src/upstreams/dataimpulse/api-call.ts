import type { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { UpstreamError } from '../failure.ts';
import { CALL_MILLIS, type CallKind } from '../http.ts';
import type { Timer } from '../timer.ts';
import { AddressRefusedError } from '../traffic.ts';
import { tokenAnswer } from './answers.ts';
import { ADDRESS_ADDITION, isAddressTaken, outcomeOf } from './refusals.ts';
import { failure, type Input, type Reply, type RequestSender } from './request-sender.ts';
import { createTokens } from './tokens.ts';

const LOGIN = 'user/token/get';

/** Makes one call of DataImpulse's API with our token, and checks the answer. */
export type DataImpulseCall = <T>(
  path: string,
  input: Input,
  answer: z.ZodType<T>,
  kind?: CallKind,
) => Promise<T>;

interface ApiCallOptions {
  login: string;
  password: string;
  sender: RequestSender;
  timer: Timer;
  clock: Clock;
}

export function createDataImpulseCall(options: ApiCallOptions): DataImpulseCall {
  const { login, password, sender, timer, clock } = options;
  const tokens = createTokens({ logIn, clock });

  async function logIn(): Promise<string> {
    const input = { login, password };
    const reply = await sender.send(LOGIN, input, timer.now() + CALL_MILLIS);
    return read(LOGIN, input, reply, tokenAnswer);
  }

  /**
   * Several calls may wait for one login, so the login continues after the deadline of the call that began
   * it.
   */
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

  return async (path, input, answer, kind) => {
    const deadline = timer.now() + CALL_MILLIS;
    const token = await tokenBefore(deadline, path);
    const reply = await sender.send(path, input, deadline, token, kind);
    if (reply.verdict.kind !== 'stale_token') return read(path, input, reply, answer);
    // A call that was refused for its token did no work, so even one that spends may be repeated.
    tokens.drop(token);
    const fresh = await tokenBefore(deadline, path);
    return read(path, input, await sender.send(path, input, deadline, fresh, kind), answer);
  };
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
  const isTaken = isAddressTaken(said.message);
  const why = isTaken ? ', the address is allowed to another account' : '';
  return new AddressRefusedError(ip, isTaken, `${message}${why}`);
}
