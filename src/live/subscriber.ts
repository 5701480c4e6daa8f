/** The states that a subscriber has not fetched yet. */
export interface PendingStates<State> {
  put(state: State): void;
  take(): State | undefined;
}

/** Keeps the latest state only: a slow subscriber skips the others, so that no queue grows. */
export function latest<State>(): PendingStates<State> {
  let pending: State | undefined;
  return {
    put(state) {
      pending = state;
    },
    take() {
      const state = pending;
      pending = undefined;
      return state;
    },
  };
}

/** The states of one subject as they change, for one subscriber, who may read them slowly. */
export class Subscriber<State> implements AsyncIterableIterator<State, undefined> {
  readonly #onEnd: (subscriber: Subscriber<State>) => void;
  readonly #pending: PendingStates<State>;
  #waiting: ((result: IteratorResult<State, undefined>) => void) | undefined;
  #ended = false;

  /** The first state to be fetched is the given one. */
  constructor(state: State, pending: PendingStates<State>, onEnd: (subscriber: Subscriber<State>) => void) {
    pending.put(state);
    this.#pending = pending;
    this.#onEnd = onEnd;
  }

  push(state: State): void {
    if (this.#ended) return;
    if (!this.#waiting) {
      this.#pending.put(state);
      return;
    }
    this.#waiting({ value: state, done: false });
    this.#waiting = undefined;
  }

  next(): Promise<IteratorResult<State, undefined>> {
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    const state = this.#pending.take();
    if (state !== undefined) return Promise.resolve({ value: state, done: false });
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Ends at once, even while the next state is awaited. */
  return(): Promise<IteratorResult<State, undefined>> {
    if (!this.#ended) {
      this.#ended = true;
      this.#pending.take();
      this.#onEnd(this);
      this.#waiting?.({ value: undefined, done: true });
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
