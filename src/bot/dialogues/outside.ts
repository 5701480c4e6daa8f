import type { Services } from '../../purchases/services.ts';

type Work = (services: Services) => Promise<unknown>;

/** Thrown to leave the transaction for work that must not be done in it. */
class LeftForWork extends Error {
  readonly key: string;
  readonly work: Work;

  constructor(key: string, work: Work) {
    super(`work outside the transaction: ${key}`);
    this.key = key;
    this.work = work;
  }
}

/**
 * What the dialogue of one update does outside of its transaction: what calls a network or charges. The
 * dialogue is left for it, and runs again from its beginning until it needs no more:
 *
 *     transaction ─ dialogue ─ ctx.outside('quote', work) ✗ thrown; what the dialogue did is undone
 *                              work(services)               no transaction, no connection; kept as 'quote'
 *     transaction ─ dialogue ─ ctx.outside('quote', work) ✓ its result, or its refusal
 *                            ─ changes and answers ─ commit
 *
 * When the process dies meanwhile, another one handles the update from its beginning, and the work is done
 * again: it has to be safe to repeat, and what comes before it in the dialogue has to be cheap.
 */
export class OutsideWork {
  readonly #ended = new Map<string, PromiseSettledResult<unknown>>();

  /** Whether any was done. It may have charged, so the dialogue goes on to its end. */
  get isBegun(): boolean {
    return this.#ended.size > 0;
  }

  /** The result of work within the transaction. Throws the refusal of the work. */
  async resultOf<T>(key: string, work: (services: Services) => Promise<T>): Promise<T> {
    const ended = this.#ended.get(key);
    if (!ended) throw new LeftForWork(key, work);
    if (ended.status === 'rejected') throw ended.reason;
    return ended.value as T;
  }

  /** Has a transaction be run until it needs no more work. `onWaiting` is called before the first work. */
  async untilDone<T>(services: Services, transact: () => Promise<T>, onWaiting: () => void): Promise<T> {
    for (;;) {
      try {
        return await transact();
      } catch (error) {
        if (!(error instanceof LeftForWork)) throw error;
        if (!this.isBegun) onWaiting();
        const [ended] = await Promise.allSettled([error.work(services)]);
        this.#ended.set(error.key, ended);
      }
    }
  }
}
