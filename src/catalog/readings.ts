import type { Clock } from '../kit/clock.ts';
import { ProviderError, toProviderError } from './errors.ts';

/**
 * How many items are kept, in all lists together. An item takes some hundred bytes, and an empty list counts
 * as one. The longest lists, all ZIP codes of a large country, have some ten thousand, so that there is room
 * for the lists in use but not for all.
 */
const MAX_ITEMS_KEPT = 200_000;

/** Reads a list from the upstream. Undefined where only readings that are there already may be used. */
type Read<Item> = (() => Promise<readonly Item[]>) | undefined;

interface Reading<Item> {
  items: readonly Item[];
  readAt: number;
  /** When it was first served although it was old; undefined when it never was. */
  servedStaleSince?: number;
}

/**
 * Lists of an upstream, by name. All readers share one reading: those who come while it is made wait for it.
 * An old list is served at once while a new one is read. When there are too many items, the lists that were
 * used longest ago are dropped.
 */
export class Readings<Item> {
  readonly #clock: Clock;
  readonly #freshMs: number;
  readonly #maxStaleMs: number;
  /** In the order of use; the list that was used last is the last one. */
  readonly #kept = new Map<string, Reading<Item>>();
  readonly #underWay = new Map<string, Promise<Reading<Item>>>();
  #itemsKept = 0;

  /**
   * A reading is fresh until `freshMs` after it was made. After that it is served while a new one is made in
   * the background. When it has been served so for `maxStaleMs` because reading fails, it is no longer
   * served.
   */
  constructor(clock: Clock, { freshMs, maxStaleMs }: { freshMs: number; maxStaleMs: number }) {
    this.#clock = clock;
    this.#freshMs = freshMs;
    this.#maxStaleMs = maxStaleMs;
  }

  /**
   * The list of that name, which `read` gets from the upstream. Throws ProviderError when it cannot be read
   * and there is no reading that may be served.
   */
  async get(name: string, read: Read<Item>): Promise<readonly Item[]> {
    const reading = this.#use(name);
    if (reading && this.#isFresh(reading)) return reading.items;
    const refreshed = this.#refresh(name, read);
    const now = this.#clock.now().getTime();
    if (!reading || now - (reading.servedStaleSince ?? now) >= this.#maxStaleMs) return refreshed;
    reading.servedStaleSince ??= now;
    refreshed.catch(() => {}); // The next reader tries again.
    return reading.items;
  }

  /**
   * What `search` finds in the list of that name. The reading that is there is tried first, however old it
   * is. When it has no result and is not fresh, the list is read again. Throws ProviderError.
   */
  async find<Found>(
    name: string,
    read: Read<Item>,
    search: (items: readonly Item[]) => Found | undefined,
  ): Promise<Found | undefined> {
    const reading = this.#use(name);
    const found = reading && search(reading.items);
    if (found !== undefined || (reading && this.#isFresh(reading))) return found;
    return search(await this.#refresh(name, read));
  }

  #use(name: string): Reading<Item> | undefined {
    const reading = this.#kept.get(name);
    if (reading) this.#keep(name, reading);
    return reading;
  }

  #isFresh({ readAt }: Reading<Item>): boolean {
    return this.#clock.now().getTime() - readAt < this.#freshMs;
  }

  /** Reads the list, or waits for the call that is reading it. Throws ProviderError. */
  async #refresh(name: string, read: Read<Item>): Promise<readonly Item[]> {
    if (!read) throw new ProviderError();
    try {
      return (await this.#read(name, read)).items;
    } catch (error) {
      throw toProviderError(error);
    }
  }

  #read(name: string, read: () => Promise<readonly Item[]>): Promise<Reading<Item>> {
    const underWay = this.#underWay.get(name);
    if (underWay) return underWay;
    const reading = read()
      .then((items) => {
        const fresh = { items, readAt: this.#clock.now().getTime() };
        this.#keep(name, fresh);
        return fresh;
      })
      .finally(() => this.#underWay.delete(name));
    this.#underWay.set(name, reading);
    return reading;
  }

  #keep(name: string, reading: Reading<Item>): void {
    this.#forget(name);
    this.#kept.set(name, reading);
    this.#itemsKept += sizeOf(reading);
    for (const longestUnused of this.#kept.keys()) {
      if (this.#itemsKept <= MAX_ITEMS_KEPT) break;
      this.#forget(longestUnused);
    }
  }

  #forget(name: string): void {
    const reading = this.#kept.get(name);
    if (!reading) return;
    this.#kept.delete(name);
    this.#itemsKept -= sizeOf(reading);
  }
}

function sizeOf({ items }: { items: readonly unknown[] }): number {
  return Math.max(1, items.length);
}
