import type { Clock } from '../kit/clock.ts';

const WINDOW_MILLIS = 1_000;

/**
 * A sliding window: never more than `perSecond` requests within any one second. Refused requests do not
 * count.
 */
export class RequestLimit {
  readonly #perSecond: number;
  readonly #clock: Clock;
  readonly #admitted: number[] = [];

  /** `perSecond` may be `Infinity`: then nothing is limited. */
  constructor(perSecond: number, clock: Clock) {
    this.#perSecond = perSecond;
    this.#clock = clock;
  }

  admit(): boolean {
    if (this.#perSecond === Number.POSITIVE_INFINITY) return true;
    const now = this.#clock.now().getTime();
    while (this.#admitted[0] !== undefined && now - this.#admitted[0] >= WINDOW_MILLIS)
      this.#admitted.shift();
    if (this.#admitted.length >= this.#perSecond) return false;
    this.#admitted.push(now);
    return true;
  }
}
