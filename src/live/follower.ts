/** What was not fetched yet by one who follows something. */
export interface Untold<State> {
  put(state: State): void;
  take(): State | undefined;
}

/** The latest state alone: one that was not fetched before the next one came is skipped, so nothing piles up. */
export function latest<State>(): Untold<State> {
  let untold: State | undefined;
  return {
    put(state) {
      untold = state;
    },
    take() {
      const state = untold;
      untold = undefined;
      return state;
    },
  };
}

/** The states of one watched thing for one who follows it, who may read them slowly. */
export class Follower<State> implements AsyncIterableIterator<State, undefined> {
  readonly #onEnd: (follower: Follower<State>) => void;
  readonly #untold: Untold<State>;
  #waiting: ((result: IteratorResult<State, undefined>) => void) | undefined;
  #ended = false;

  /** Begins with the state. */
  constructor(state: State, untold: Untold<State>, onEnd: (follower: Follower<State>) => void) {
    untold.put(state);
    this.#untold = untold;
    this.#onEnd = onEnd;
  }

  tell(state: State): void {
    if (this.#ended) return;
    if (!this.#waiting) {
      this.#untold.put(state);
      return;
    }
    this.#waiting({ value: state, done: false });
    this.#waiting = undefined;
  }

  next(): Promise<IteratorResult<State, undefined>> {
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    const state = this.#untold.take();
    if (state !== undefined) return Promise.resolve({ value: state, done: false });
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Ends at once, also while the next state is being waited for. */
  return(): Promise<IteratorResult<State, undefined>> {
    if (!this.#ended) {
      this.#ended = true;
      this.#untold.take();
      this.#onEnd(this);
      this.#waiting?.({ value: undefined, done: true });
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
