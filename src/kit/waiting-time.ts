import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * How long to wait for a database that cannot be reached, in milliseconds. One that crashed, or hands over to
 * another server, is back within seconds. It is the time of a whole request, however many statements of it
 * have to wait, and what they have waited on connections that were lost counts, too.
 */
export const WAIT_MS = 10_000;

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

/** Runs what one request does. */
export function asOneRequest<Result>(work: () => Result): Result {
  return requests.run({ milliseconds: 0, countedUntil: 0 }, work);
}

/** In milliseconds. Work that belongs to no request has the whole time. */
export function waitingTimeLeft(): number {
  const waited = requests.getStore();
  if (!waited) return WAIT_MS;
  if (performance.now() > waited.countedUntil + FORGET_AFTER_MS) waited.milliseconds = 0;
  return Math.max(0, WAIT_MS - waited.milliseconds);
}

/** Both instants are by `performance.now()`. */
export function countWaiting(from: number, to: number): void {
  const waited = requests.getStore();
  if (!waited) return;
  waited.milliseconds += Math.max(0, to - Math.max(from, waited.countedUntil));
  waited.countedUntil = Math.max(to, waited.countedUntil);
}
