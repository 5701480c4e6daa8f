import type { Clock } from '../kit/clock.ts';
import { ProviderError, toProviderError } from './errors.ts';

/**
 * Items of all lists that are kept together, some hundred bytes each; an empty list counts as one. The longest lists, all ZIP
 * codes of a large country, have some ten thousand, so there is room for those that are in use and no room for all.
 */
const MAX_ITEMS_KEPT = 200_000;

/** Asks the upstream for a list; undefined where only what is at hand may be used. */
type Read<Item> = (() => Promise<readonly Item[]>) | undefined;

interface Reading<Item> {
  items: readonly Item[];
  readAt: number;
  /** When somebody was first told it though it was old; undefined while nobody was. */
  toldOldAt?: number;
}

/**
 * Lists that an upstream was asked for, by name. One reading serves every reader: those who come while it runs wait for it, and an
 * old one is served at once while a new one is fetched. Those that nobody has asked for longest are forgotten.
 */
export class Readings<Item> {
  readonly #clock: Clock;
  readonly #freshMs: number;
  readonly #believedMs: number;
  /** The one that was asked for last is last. */
  readonly #kept = new Map<string, Reading<Item>>();
  readonly #underWay = new Map<string, Promise<Reading<Item>>>();
  #itemsKept = 0;

  /**
   * A reading is served alone until `freshMs` after it was made. From then on a new one is made behind it, and when that has failed for
   * `believedMs`, the old one is no longer served.
   */
  constructor(clock: Clock, { freshMs, believedMs }: { freshMs: number; believedMs: number }) {
    this.#clock = clock;
    this.#freshMs = freshMs;
    this.#believedMs = believedMs;
  }

  /** The list of that name, which `read` asks the upstream for. Throws ProviderError when it cannot be read and none is at hand. */
  async get(name: string, read: Read<Item>): Promise<readonly Item[]> {
    const reading = this.#use(name);
    if (reading && this.#isFresh(reading)) return reading.items;
    const refreshed = this.#refresh(name, read);
    const now = this.#clock.now().getTime();
    if (!reading || now - (reading.toldOldAt ?? now) >= this.#believedMs) return refreshed;
    reading.toldOldAt ??= now;
    refreshed.catch(() => {}); // The next reader tries again.
    return reading.items;
  }

  /**
   * What `judge` finds in the list of that name: in the one at hand, however old, and where it finds nothing in that, in a fresh one.
   * Throws ProviderError.
   */
  async find<Found>(
    name: string,
    read: Read<Item>,
    judge: (items: readonly Item[]) => Found | undefined,
  ): Promise<Found | undefined> {
    const reading = this.#use(name);
    const found = reading && judge(reading.items);
    if (found !== undefined || (reading && this.#isFresh(reading))) return found;
    return judge(await this.#refresh(name, read));
  }

  #use(name: string): Reading<Item> | undefined {
    const reading = this.#kept.get(name);
    if (reading) this.#keep(name, reading);
    return reading;
  }

  #isFresh({ readAt }: Reading<Item>): boolean {
    return this.#clock.now().getTime() - readAt < this.#freshMs;
  }

  /** Reads the list, or waits for whoever does. Throws ProviderError. */
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
