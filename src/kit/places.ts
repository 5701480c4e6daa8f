import { noneFreeError } from './connection-errors.ts';
import { aboutNow } from './log.ts';
import { limited } from './waiting-time.ts';

/** How long a place is waited for, in milliseconds: as long as for a connection. */
const FREE_WITHIN_MS = 10_000;

/**
 * Limits what is under way at a time, in all and for each reseller. The rest waits in its order, and what
 * waits for others of its own reseller is passed by.
 */
export class Places {
  readonly #most: { inAll: number; ofReseller: number };
  readonly #taken = new Map<unknown, number>();
  readonly #waiting: { whose: unknown; free: PromiseWithResolvers<void> }[] = [];
  #takenInAll = 0;

  constructor(most: { inAll: number; ofReseller: number }) {
    this.#most = most;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Returns the function that gives the place back, to be called once. Throws `noneFreeError`. */
  async take(): Promise<() => void> {
    const whose = aboutNow.getStore()?.resellerId;
    if (this.#isFree(whose)) this.#count(whose, 1);
    else await this.#wait(whose);
    return () => this.#giveBack(whose);
  }

  refuseWaiting(error: Error): void {
    for (const { free } of this.#waiting.splice(0)) free.reject(error);
  }

  async #wait(whose: unknown): Promise<void> {
    const one = { whose, free: Promise.withResolvers<void>() };
    this.#waiting.push(one);
    const late = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      one.free.reject(noneFreeError());
    }, limited(FREE_WITHIN_MS));
    await one.free.promise.finally(() => clearTimeout(late));
  }

  #giveBack(whose: unknown): void {
    this.#count(whose, -1);
    const first = this.#waiting.findIndex((one) => this.#isFree(one.whose));
    const [next] = first < 0 ? [] : this.#waiting.splice(first, 1);
    if (next) this.#count(next.whose, 1);
    next?.free.resolve();
  }

  /** What is not known to be a reseller's counts in all only. */
  #isFree(whose: unknown): boolean {
    const own = whose === undefined ? 0 : (this.#taken.get(whose) ?? 0);
    return this.#takenInAll < this.#most.inAll && own < this.#most.ofReseller;
  }

  #count(whose: unknown, more: 1 | -1): void {
    this.#takenInAll += more;
    this.#taken.set(whose, (this.#taken.get(whose) ?? 0) + more);
    if (this.#taken.get(whose) === 0) this.#taken.delete(whose);
  }
}
