import type { z } from 'zod';
import type { OnCondition } from '../condition.ts';
import { NoTurnError, UpstreamError, type UpstreamOutcome } from '../failure.ts';
import { CALL_MILLIS, type HttpClient } from '../http.ts';
import type { HttpAnswer } from '../http-call.ts';
import type { Priority } from '../term.ts';
import type { Timer } from '../timer.ts';
import { refusalAnswer, successAnswer } from './answers.ts';
import { conditionOf } from './own-balance.ts';
import type { Pacer } from './pacer.ts';
import { outcomeOf } from './refusals.ts';

/**
 * How long nothing is sent after an answer "too many requests" that names no time: the length of PX6's own
 * window.
 */
const HOLD_MILLIS = 1_000;

type Method = 'getcountry' | 'getcount' | 'getproxy' | 'buy' | 'prolong' | 'delete';

const SPENDING: ReadonlySet<Method> = new Set(['buy', 'prolong']);

/** Calls one method of PX6's API at the allowed rate, and checks the answer. */
export type Px6Call = <T>(
  method: Method,
  params: Record<string, string>,
  answer: z.ZodType<T>,
  priority?: Priority,
) => Promise<T>;

interface ApiCallOptions {
  url: string;
  key: string;
  http: HttpClient;
  pacer: Pacer;
  timer: Timer;
  /** Hears of the money on our account, which every answer names. */
  onCondition: OnCondition;
}

export function createPx6Call({ url, key, http, pacer, timer, onCondition }: ApiCallOptions): Px6Call {
  const base = `${new URL(url).pathname.replace(/\/+$/, '')}/api/${encodeURIComponent(key)}`;

  return async (method, params, answer, priority = 'urgent') => {
    const path = `${base}/${method}/?${new URLSearchParams(params)}`;
    const deadline = timer.now() + CALL_MILLIS;
    for (;;) {
      if (!(await pacer.turn(priority, deadline))) {
        throw new NoTurnError(`px6 ${method}: not sent, the request limit leaves no turn in time`);
      }
      const received = await http.send({ call: method, method: 'GET', path }, deadline);
      if (!isOverLimit(method, received.status)) {
        const content = parseJson(received.body);
        const condition = conditionOf(content);
        if (condition) onCondition(condition);
        return read(method, received.status, content, answer);
      }
      pacer.hold(holdMillis(received));
    }
  };
}

/**
 * 429 is PX6's rate limit: nothing was done. It once was 503, which a proxy in front of PX6 may also answer,
 * after the work as well as before it. So a call with 503 is repeated only if doing its work twice costs
 * nothing.
 */
function isOverLimit(method: Method, status: number): boolean {
  return status === 429 || (status === 503 && !SPENDING.has(method));
}

function holdMillis({ headers }: HttpAnswer): number {
  const seconds = headers['retry-after'];
  if (seconds === undefined || !/^\d{1,5}$/.test(seconds)) return HOLD_MILLIS;
  return Math.min(Math.max(Number(seconds) * 1_000, HOLD_MILLIS), CALL_MILLIS);
}

/**
 * PX6 does not say which HTTP status its own errors have, so a refusal in the body counts whatever the
 * status.
 */
function read<T>(method: Method, status: number, content: unknown, answer: z.ZodType<T>): T {
  const refusal = refusalAnswer.safeParse(content);
  if (refusal.success) {
    const number = refusal.data.error_id;
    throw failure(outcomeOf(method, number), method, `refused with error ${number}`);
  }
  const done = status >= 200 && status < 300 && successAnswer.safeParse(content).success;
  const parsed = done ? answer.safeParse(content) : undefined;
  if (!parsed?.success) throw failure('unknown', method, `HTTP ${status} with an unusable answer`);
  return parsed.data;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The parser's error quotes the body, so it must not be passed on.
    return undefined;
  }
}

export function failure(outcome: UpstreamOutcome, method: Method, reason: string): UpstreamError {
  return new UpstreamError(outcome, `px6 ${method}: ${reason}`);
}

/** The answer, or `otherwise` when what the call names does not exist at PX6. */
export async function unlessGone<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isGone(error)) return otherwise;
    throw error;
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof UpstreamError && error.outcome === 'gone';
}
