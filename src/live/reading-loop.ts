import { setImmediate, setTimeout } from 'node:timers/promises';
import { aboutNobody } from '../kit/log.ts';

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
