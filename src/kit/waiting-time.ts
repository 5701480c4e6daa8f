import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * How long to wait for a database that cannot be reached, in milliseconds. One that crashed, or hands over to
 * another server, is back within seconds. It is the time of a whole request, however many statements of it
 * have to wait, and what they have waited on connections that were lost counts, too.
 */
export const WAIT_MS = 10_000;

/**
 * How long all waits of a request may take, in milliseconds, those of an attempt that begins late included:
 * for turns, connections and answers. So a client is answered within 15 s.
 */
const BOUND_MS = 14_000;
/**
 * What takes longer, in milliseconds, counts as waiting. It is also the shortest limit: what goes on after a
 * request whose time is over must not take every answer for lost.
 */
const SHORT_MS = 500;

interface Waited {
  milliseconds: number;
  /** Until when that is counted, by `performance.now()`: statements of one request may wait side by side. */
  countedUntil: number;
}

/**
 * After so long without waiting, in milliseconds, the time begins anew: a subscription, or what was begun for
 * a request and goes on after it, meets more than one outage.
 */
const FORGET_AFTER_MS = 30_000;

const requests = new AsyncLocalStorage<Waited>();
/** Until when the attempt under way of a request may wait, by `performance.now()`. */
const deadlines = new AsyncLocalStorage<number>();

/** Runs what one request does. */
export function asOneRequest<Result>(work: () => Result): Result {
  return requests.run({ milliseconds: 0, countedUntil: 0 }, work);
}

/** In milliseconds. Work that belongs to no request has the whole time. */
export function waitingTimeLeft(): number {
  return Math.max(0, WAIT_MS - (waitedBy(requests.getStore()) ?? 0));
}

function waitedBy(waited: Waited | undefined): number | undefined {
  if (waited && performance.now() > waited.countedUntil + FORGET_AFTER_MS) waited.milliseconds = 0;
  return waited?.milliseconds;
}

/** Runs an attempt at work that needs the database, within the time that its request has left. */
export async function asAttempt<Result>(work: () => Promise<Result>): Promise<Result> {
  const waitedMs = waitedBy(requests.getStore());
  if (waitedMs === undefined) return work();
  const beganAt = performance.now();
  const until = Math.min(beganAt + BOUND_MS - waitedMs, deadlines.getStore() ?? Number.POSITIVE_INFINITY);
  try {
    return await deadlines.run(until, work);
  } finally {
    if (performance.now() > beganAt + SHORT_MS) countWaiting(beganAt, performance.now());
  }
}

/** How long something may take at most, in milliseconds, if that is `milliseconds` by itself. */
export function limited(milliseconds: number): number {
  const left = (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();
  return Math.min(milliseconds, Math.max(SHORT_MS, left));
}

/** Both instants are by `performance.now()`. */
export function countWaiting(from: number, to: number): void {
  const waited = requests.getStore();
  if (!waited) return;
  waited.milliseconds += Math.max(0, to - Math.max(from, waited.countedUntil));
  waited.countedUntil = Math.max(to, waited.countedUntil);
}
