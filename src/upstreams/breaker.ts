import type { Timer } from './timer.ts';

/** So many calls in a row have to fail: one or two happen to every upstream, this many only to one that is down. */
const FAILURES_TO_OPEN = 10;
/** How long an upstream that is down is left alone before one call tries it: customers retry within seconds. */
const OPEN_MILLIS = 5_000;

/**
 * Remembers whether an upstream is down. While it is, nobody is kept waiting for it and no money is taken for what it would not do;
 * now and then one call tries whether it is back.
 */
export class Breaker {
  readonly #timer: Timer;
  #failures = 0;
  /** Until when nobody is let through; undefined while the upstream is believed to work. */
  #openUntil: number | undefined;
  #trying = false;

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  /** Whether a call would be let through now. */
  get lets(): boolean {
    if (this.#openUntil === undefined) return true;
    return !this.#trying && this.#timer.now() >= this.#openUntil;
  }

  /** To be called for each call before it is sent; false: it must not be. */
  enter(): boolean {
    if (!this.lets) return false;
    this.#trying = this.#openUntil !== undefined;
    return true;
  }

  /** To be called when a call that was let through has ended: with an answer, whatever it says, or without. */
  leave(answered: boolean): void {
    this.#trying = false;
    if (answered) {
      this.#failures = 0;
      this.#openUntil = undefined;
      return;
    }
    this.#failures += 1;
    if (this.#failures >= FAILURES_TO_OPEN) this.#openUntil = this.#timer.now() + OPEN_MILLIS;
  }
}
