import { aboutNow, limited } from './request.ts';

/** The error of what was not sent because so much else was under way; `isNoneFree` knows it by its text. */
function noneFreeError(): Error {
  return new Error('Nothing else that is under way has ended in time.');
}

/** How long a place is waited for, in milliseconds: as long as for a connection. */
const FREE_WITHIN_MS = 10_000;

interface PlacesOptions {
  /** How much is under way at a time. */
  most: number;
  /** How many of one reseller wait at the most; any number when left out. */
  mostWaiting?: number;
  /** What is thrown when no place became free in time, or too many wait; `noneFreeError` when left out. */
  refusal?: () => Error;
}

interface Waiting {
  /** The reseller, or what stands for nobody known. */
  whose: unknown;
  free: PromiseWithResolvers<void>;
}

/**
 * Limits what is under way at a time, and for one reseller to half of that. The rest waits in its order,
 * behind what is done for resellers that have no place yet, and is passed by while its own reseller has its
 * half.
 */
export class Places {
  readonly #options: Required<PlacesOptions>;
  readonly #taken = new Map<unknown, number>();
  readonly #waiting = new Set<Waiting>();
  #takenInAll = 0;
  /** How often no place was given. */
  refused = 0;

  constructor({ most, mostWaiting = Number.POSITIVE_INFINITY, refusal = noneFreeError }: PlacesOptions) {
    this.#options = { most, mostWaiting, refusal };
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Whether a reseller would be given a place at once. */
  isFree(resellerId: number): boolean {
    return this.#hasRoom(resellerId);
  }

  /** Works in a place of the reseller that the request is about. Throws the refusal. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const giveBack = await this.take();
    return await work().finally(giveBack);
  }

  /** Returns the function that gives the place back, to be called once. Throws the refusal. */
  async take(): Promise<() => void> {
    // All requests of which nothing is known share one half; the service's own work has a place for each.
    const about = aboutNow.getStore();
    const isStranger = about !== undefined && Object.keys(about).length === 0;
    const whose = about?.resellerId ?? (isStranger ? 'strangers' : Symbol());
    if (this.#hasRoom(whose)) this.#count(whose, 1);
    else await this.#wait(whose);
    return () => this.#giveBack(whose);
  }

  refuseWaiting(error: Error): void {
    for (const { free } of this.#waiting) free.reject(error);
    this.#waiting.clear();
  }

  async #wait(whose: unknown): Promise<void> {
    const { mostWaiting } = this.#options;
    if (this.#waiting.size >= mostWaiting && this.#waitingOf(whose) >= mostWaiting) throw this.#refusal();
    const one = { whose, free: Promise.withResolvers<void>() };
    this.#waiting.add(one);
    const late = setTimeout(() => {
      this.#waiting.delete(one);
      one.free.reject(this.#refusal());
    }, limited(FREE_WITHIN_MS));
    await one.free.promise.finally(() => clearTimeout(late));
  }

  #waitingOf(whose: unknown): number {
    return [...this.#waiting].filter((one) => one.whose === whose).length;
  }

  #refusal(): Error {
    this.refused += 1;
    return this.#options.refusal();
  }

  #giveBack(whose: unknown): void {
    this.#count(whose, -1);
    const next = this.#next();
    if (!next) return;
    this.#waiting.delete(next);
    this.#count(next.whose, 1);
    next.free.resolve();
  }

  #next() {
    let first: Waiting | undefined;
    for (const one of this.#waiting) {
      if (!this.#hasRoom(one.whose)) continue;
      if (!this.#taken.has(one.whose)) return one;
      first ??= one;
    }
    return first;
  }

  #hasRoom(whose: unknown): boolean {
    const { most } = this.#options;
    return this.#takenInAll < most && (this.#taken.get(whose) ?? 0) < most / 2;
  }

  #count(whose: unknown, more: 1 | -1): void {
    this.#takenInAll += more;
    this.#taken.set(whose, (this.#taken.get(whose) ?? 0) + more);
    if (this.#taken.get(whose) === 0) this.#taken.delete(whose);
  }
}
