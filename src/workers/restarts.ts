/** Over how long the ends of workers are counted, in milliseconds. */
const WINDOW_MS = 60_000;
/** The shortest and the longest pause before a worker is replaced, in milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;

/**
 * Decides when a worker that has ended is replaced. As many ends as there are workers have no pause, since
 * one cause may end them all. Further ones within a minute have pauses of 1, 2, 4 and then always 8 seconds,
 * so that workers that cannot live do not take the processors from those that can.
 */
export class Restarts {
  readonly #workers: number;
  #ends: number[] = [];

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** To be called at each end of a worker. After how many milliseconds it is to be replaced. */
  pauseAfterEnd(now: number): number {
    this.#ends = [...this.#ends.filter((end) => end > now - WINDOW_MS), now];
    const surplus = this.#ends.length - this.#workers;
    return surplus <= 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (surplus - 1), LONGEST_PAUSE_MS);
  }
}
