import { setTimeout as delay, setImmediate } from 'node:timers/promises';

/**
 * How many bytes of results are made and sent for a reseller in a millisecond, on average. When each is sent
 * once, that is 4 MB a second, and takes some 4 % of a processor. A dashboard gets a few kB at each event.
 */
const BYTES_PER_MS = 8_000;
/** For how long, in milliseconds, they may be ahead of that: 16 MB at once. */
const AHEAD_MS = 4_000;
/** The longest wait, in milliseconds, however much was sent: others of the reseller's wait, too. */
const LATEST_MS = 10_000;
/** What each counts beside its bytes: so at most 2,000 a second are made and sent. */
const RESULT_BYTES = 2_000;
/** After so long, in milliseconds, the next execution begins: one may wait for an upstream that hangs. */
const NEXT_AFTER_MS = 100;
/** How long executions follow one another at once, in milliseconds, before something else is done. */
const SLICE_MS = 2;

/**
 * Where the events of one reseller wait to be executed: one after the other, and no faster than its share.
 * In between, requests and the events of others are served. Each subscriber keeps the newest state
 * meanwhile, so nothing is lost by waiting. What is executed throws nothing.
 */
export class EventQueue {
  #last: Promise<void> = Promise.resolve();
  /** Until when the share is used up, by `performance.now()`. */
  #usedUntil = 0;
  #sliceEndsAt = 0;
  #begin = () => {};
  readonly #limit = setTimeout(() => this.#begin(), NEXT_AFTER_MS).unref();
  /** How many events wait. */
  waiting = 0;

  async execute<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const next = Promise.withResolvers<void>();
    this.#last = next.promise;
    this.waiting += 1;
    await before;
    if (performance.now() > this.#sliceEndsAt) {
      await setImmediate();
      this.#sliceEndsAt = performance.now() + SLICE_MS;
    }
    const aheadMs = this.#usedUntil - performance.now() - AHEAD_MS;
    if (aheadMs > 0) await delay(aheadMs, undefined, { ref: false });
    this.waiting -= 1;
    this.#begin = next.resolve;
    this.#limit.refresh();
    return work().finally(next.resolve);
  }

  /** Counts a result that was made or is sent; what is executed next waits for it. */
  use(bytes: number): void {
    const now = performance.now();
    const usedUntil = Math.max(this.#usedUntil, now) + (RESULT_BYTES + bytes) / BYTES_PER_MS;
    this.#usedUntil = Math.min(usedUntil, now + AHEAD_MS + LATEST_MS);
  }
}
