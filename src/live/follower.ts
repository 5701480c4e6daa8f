/**
 * The states of one watched thing for one who follows it. A state that was not fetched before the next one came is skipped: whoever
 * reads slowly sees the latest, and nothing piles up.
 */
export class Follower<State> implements AsyncIterableIterator<State, undefined> {
  readonly #onEnd: (follower: Follower<State>) => void;
  #untold: { state: State } | undefined;
  #waiting: ((result: IteratorResult<State, undefined>) => void) | undefined;
  #ended = false;

  constructor(state: State, onEnd: (follower: Follower<State>) => void) {
    this.#untold = { state };
    this.#onEnd = onEnd;
  }

  tell(state: State): void {
    if (this.#ended) return;
    if (!this.#waiting) {
      this.#untold = { state };
      return;
    }
    this.#waiting({ value: state, done: false });
    this.#waiting = undefined;
  }

  next(): Promise<IteratorResult<State, undefined>> {
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    if (this.#untold) {
      const { state } = this.#untold;
      this.#untold = undefined;
      return Promise.resolve({ value: state, done: false });
    }
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Ends at once, also while the next state is being waited for. */
  return(): Promise<IteratorResult<State, undefined>> {
    if (!this.#ended) {
      this.#ended = true;
      this.#untold = undefined;
      this.#onEnd(this);
      this.#waiting?.({ value: undefined, done: true });
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
