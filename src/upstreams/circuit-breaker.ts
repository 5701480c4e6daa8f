import type { Timer } from './timer.ts';

/**
 * Failed calls in a row that open the breaker: one or two happen to every upstream, ten only to one that is
 * down.
 */
const FAILURES_TO_OPEN = 10;
/** How long no call is sent before one tries the upstream again: customers retry within seconds. */
const OPEN_MILLIS = 5_000;

/**
 * A circuit breaker: it opens when an upstream is down. While it is open no call is sent, so that no customer
 * waits for the upstream or is charged for work that it would not do. From time to time one call is sent to
 * find out whether the upstream is back.
 */
export class CircuitBreaker {
  readonly #timer: Timer;
  readonly #onCall: (isUp: boolean) => void;
  #failures = 0;
  /** Until when no call is sent, or was sent before a try; undefined while the breaker is closed. */
  #openUntil: number | undefined;
  #trying = false;

  /** `onCall` hears after each call whether the upstream is up, as far as that is known. */
  constructor(timer: Timer, onCall: (isUp: boolean) => void = () => {}) {
    this.#timer = timer;
    this.#onCall = onCall;
  }

  /** Whether a call would be sent now. */
  get allows(): boolean {
    if (this.#openUntil === undefined) return true;
    return !this.#trying && this.#timer.now() >= this.#openUntil;
  }

  /** Whether it has opened and no call has been answered since, however long ago that was. */
  get isOpen(): boolean {
    return this.#openUntil !== undefined;
  }

  /** To be called before each call. False: the call must not be sent. */
  begin(): boolean {
    if (!this.allows) return false;
    this.#trying = this.#openUntil !== undefined;
    return true;
  }

  /**
   * To be called when a call that was sent has ended; `answered`: whether it got an answer of any content.
   */
  end(answered: boolean): void {
    this.#trying = false;
    if (answered) {
      this.#failures = 0;
      this.#openUntil = undefined;
      this.#onCall(true);
      return;
    }
    this.#failures += 1;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#openUntil = this.#timer.now() + OPEN_MILLIS;
    this.#onCall(false);
  }
}
