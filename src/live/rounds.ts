import { setImmediate, setTimeout } from 'node:timers/promises';

/** A database that could not be read is asked again after this: it is likely to need seconds. */
const RETRY_AFTER_MS = 1_000;

export interface RoundsOptions {
  isDue(): boolean;
  /** Reads what is due, and returns whether it could be read; if not, it is still due. Throws nothing. */
  readOnce(): Promise<boolean>;
}

/** Reads what is due, one reading after the other, until nothing is. */
export class Rounds {
  readonly #options: RoundsOptions;
  readonly #closing = new AbortController();
  #reading: Promise<void> | undefined;

  constructor(options: RoundsOptions) {
    this.#options = options;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** To be called when something may have become due. */
  soon(): void {
    if (this.#options.isDue()) this.#reading ??= this.#readDue();
  }

  /** Begins no other reading, and waits for the one that runs. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The service stops.'));
    await this.#reading;
  }

  async #readDue(): Promise<void> {
    while (this.#options.isDue() && !this.#closing.signal.aborted) {
      // What comes in at the same time is read together.
      await setImmediate();
      if (await this.#options.readOnce()) continue;
      await setTimeout(RETRY_AFTER_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
    }
    // In the same breath as the look at what is due: what becomes due later starts anew.
    this.#reading = undefined;
  }
}
