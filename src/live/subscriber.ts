import { setImmediate, setTimeout } from 'node:timers/promises';
import { aboutNobody } from '../kit/log.ts';

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

/** The pause after a failed reading: a database that is away usually stays away for seconds. */
const RETRY_AFTER_MS = 1_000;

interface ReadingLoopOptions {
  isDue(): boolean;
  /** Reads all that is due. Returns whether it succeeded; if not, the same is still due. Throws nothing. */
  readOnce(): Promise<boolean>;
}

/** Runs one reading after the other while anything is due. */
export class ReadingLoop {
  readonly #options: ReadingLoopOptions;
  readonly #closing = new AbortController();
  #reading: Promise<void> | undefined;

  constructor(options: ReadingLoopOptions) {
    this.#options = options;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** To be called when something may have become due. */
  soon(): void {
    if (this.#options.isDue()) this.#reading ??= aboutNobody(() => this.#readDue());
  }

  /** Begins no other reading, and waits for the one that runs. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The service stops.'));
    await this.#reading;
  }

  async #readDue(): Promise<void> {
    while (this.#options.isDue() && !this.#closing.signal.aborted) {
      // Waits one turn of the event loop, so that what becomes due in it is read in one statement.
      await setImmediate();
      if (await this.#options.readOnce()) continue;
      await setTimeout(RETRY_AFTER_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
    }
    // No await between this and the check of `isDue`: what becomes due later has to start another loop.
    this.#reading = undefined;
  }
}
