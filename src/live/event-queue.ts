import { setImmediate, setTimeout as delay } from 'node:timers/promises';

/**
 * How many bytes of results are made and sent for a reseller in a millisecond, on average: 4 MB a second,
 * which take some 4 % of a processor. A dashboard gets a few kB at each event.
 */
const BYTES_PER_MS = 4_000;
/** For how long, in milliseconds, they may be sent ahead: 16 MB at once. */
const AHEAD_MS = 4_000;
/** What an execution counts beside its result, in bytes: so there are at most 1,000 a second. */
const EXECUTION_BYTES = 4_000;
/** After so long, in milliseconds, the next execution begins: one may wait for an upstream that hangs. */
const NEXT_AFTER_MS = 100;

/**
 * Where the events of one reseller wait to be executed: one after the other, and no faster than its share.
 * In between, requests and the events of others are served. Each subscriber keeps the newest state
 * meanwhile, so nothing is lost by waiting.
 */
export class EventQueue {
  #last: Promise<void> = Promise.resolve();
  /** Until when the share is used up, by `performance.now()`. */
  #usedUntil = 0;
  /** How many events wait. */
  waiting = 0;

  async execute<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const next = Promise.withResolvers<void>();
    this.#last = next.promise;
    this.waiting += 1;
    await before;
    await setImmediate();
    const aheadMs = this.#usedUntil - performance.now() - AHEAD_MS;
    if (aheadMs > 0) await delay(aheadMs);
    this.waiting -= 1;
    this.use(EXECUTION_BYTES);
    const limit = setTimeout(next.resolve, NEXT_AFTER_MS);
    try {
      return await work();
    } finally {
      clearTimeout(limit);
      next.resolve();
    }
  }

  /** Counts bytes that are made or sent; what comes next waits for it. */
  use(bytes: number): void {
    this.#usedUntil = Math.max(this.#usedUntil, performance.now()) + bytes / BYTES_PER_MS;
  }
}
