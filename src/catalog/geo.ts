import type { Clock } from '../kit/clock.ts';
import { InvalidRequestError, quoted } from '../kit/errors.ts';
import type { GeoFilter, GeoItem, GeoKind, TrafficUpstream } from '../upstreams/traffic.ts';
import type { ProductType } from './catalog.ts';
import { InvalidCountryError, ProviderError, toProviderError } from './errors.ts';

/**
 * How long a list is served without being read again. Its entries change from day to day, their counts from
 * hour to hour.
 */
const FRESH_MS = 5 * 60_000;
/**
 * How long an old list is served while reading it again fails. Its codes stay valid for longer than its
 * counts.
 */
const MAX_STALE_MS = 60 * 60_000;

/** The kinds that a state narrows. The other lists are of a whole country, or of all countries. */
const KINDS_WITHIN_STATES: readonly GeoKind[] = ['cities', 'zipcodes'];

/** The lists of places to which the exit addresses of Luxury types can be narrowed. */
export class Geo {
  readonly #upstream: TrafficUpstream | undefined;
  readonly #clock: Clock;
  readonly #readings: Readings<GeoItem>;

  /** Without an upstream, only the readings that are there already can be used. */
  constructor(
    upstream: TrafficUpstream | undefined,
    clock: Clock,
    readings = new Readings<GeoItem>(clock, { freshMs: FRESH_MS, maxStaleMs: MAX_STALE_MS }),
  ) {
    this.#upstream = upstream;
    this.#clock = clock;
    this.#readings = readings;
  }

  /** The same lists without calls of the upstream. Throws ProviderError where a call would be needed. */
  knownOnly(): Geo {
    return new Geo(undefined, this.#clock, this.#readings);
  }

  /**
   * The codes of a kind for which a Luxury type has addresses, those with the most addresses first. The
   * country may be in lower case. A state narrows only cities and ZIP codes. A state that is not listed is
   * refused, since an empty list would say that it has no cities.
   *
   * Throws InvalidRequestError when the state is not listed or the country is missing, InvalidCountryError,
   * and ProviderError when the upstream cannot be read and there is no reading, or none that is recent
   * enough.
   */
  async items(
    type: ProductType,
    kind: GeoKind,
    within: Omit<GeoFilter, 'city'> = {},
  ): Promise<readonly GeoItem[]> {
    return this.itemsInPlace(type, kind, await this.#checked(type, kind, within));
  }

  /**
   * The same for a place whose codes were checked before: every part of the place narrows every kind. Throws
   * ProviderError.
   */
  itemsInPlace(type: ProductType, kind: GeoKind, place: GeoFilter): Promise<readonly GeoItem[]> {
    return this.#readings.get(...this.#listed(type, kind, place));
  }

  /**
   * A country in which a Luxury type has addresses, by its code in upper or lower case. Throws
   * InvalidCountryError and ProviderError.
   */
  async country(type: ProductType, code: string): Promise<GeoItem> {
    const found = await this.#find(type, 'countries', {}, code.toUpperCase());
    if (!found) throw new InvalidCountryError(code.toUpperCase());
    return found;
  }

  /** How many addresses a Luxury type has in all countries. Throws ProviderError. */
  async addresses(type: ProductType): Promise<number> {
    const sum = (items: readonly GeoItem[]) => items.reduce((all, { count }) => all + count, 0) || undefined;
    return (await this.#readings.find(...this.#listed(type, 'countries', {}), sum)) ?? 0;
  }

  /**
   * Whether a code is in the list that `items` returns. A reading that has it is used however old it is.
   * Otherwise the list is read again unless it is fresh. Throws what `items` throws.
   */
  async has(type: ProductType, kind: GeoKind, within: GeoFilter, code: string): Promise<boolean> {
    return (await this.#find(type, kind, await this.#checked(type, kind, within), code)) !== undefined;
  }

  /** What the list is narrowed to, once it is known that the country and the state exist. */
  async #checked(type: ProductType, kind: GeoKind, within: GeoFilter): Promise<GeoFilter> {
    requireCountry(kind, within);
    if (!within.country) return {};
    const { code: country } = await this.country(type, within.country);
    if (kind === 'countries') return {};
    const { state } = within;
    if (!state || !KINDS_WITHIN_STATES.includes(kind)) return { country };
    if (await this.#find(type, 'states', { country }, state)) return { country, state };
    const message = `there is no ${quoted(state)} in ${country}; take a code from the lookup of states`;
    throw new InvalidRequestError([{ path: ['state'], message }]);
  }

  #find(type: ProductType, kind: GeoKind, within: GeoFilter, code: string): Promise<GeoItem | undefined> {
    const named = (items: readonly GeoItem[]) => items.find((item) => item.code === code);
    return this.#readings.find(...this.#listed(type, kind, within), named);
  }

  /** The name of a list, and how it is read. */
  #listed({ upstreamProduct }: ProductType, kind: GeoKind, within: GeoFilter) {
    const name = JSON.stringify([upstreamProduct, kind, within.country, within.state, within.city]);
    const upstream = this.#upstream;
    return [name, upstream && (() => upstream.geo(upstreamProduct, kind, within))] as const;
  }
}

/**
 * Throws InvalidRequestError when the kind needs a country and there is none. An empty text counts as none.
 */
export function requireCountry(kind: GeoKind, { country }: GeoFilter): void {
  if (kind === 'countries' || country) return;
  throw new InvalidRequestError([{ path: ['country'], message: `is required for ${kind}` }]);
}

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
