import type { Clock } from '../kit/clock.ts';
import { InvalidRequestError, quoted } from '../kit/errors.ts';
import type { AccountSettings, GeoFilter, GeoItem, GeoKind, TrafficUpstream } from '../upstreams/traffic.ts';
import type { ProductType } from './catalog.ts';
import { InvalidCountryError, ProviderError, toProviderError } from './errors.ts';

/** How long a list is fresh: its entries change from day to day, their counts from hour to hour. */
const FRESH_MS = 5 * 60_000;
/** How long an old list is served while reading it fails. Codes stay valid for longer than counts. */
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

  /** Without calls of the upstream. Throws ProviderError where a call would be needed. */
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

  /** `items` of a place whose codes were checked, which all narrow the list. Throws ProviderError. */
  itemsInPlace(type: ProductType, kind: GeoKind, place: GeoFilter): Promise<readonly GeoItem[]> {
    return this.#readings.get(...this.#listed(type, kind, place));
  }

  /** A country of a Luxury type, by its code in any case. Throws InvalidCountryError and ProviderError. */
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

  /** Whether `items` has a code: by a reading of any age, or else a fresh one. Throws what `items` throws. */
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

/** Throws InvalidRequestError when the kind needs a country and has none, or an empty one. */
export function requireCountry(kind: GeoKind, { country }: GeoFilter): void {
  if (kind === 'countries' || country) return;
  throw new InvalidRequestError([{ path: ['country'], message: `is required for ${kind}` }]);
}

/**
 * In all lists together; an empty one counts as one. An item takes some hundred bytes, and the longest lists
 * have some ten thousand: there is room for those in use, but not for all.
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
 * Lists of an upstream, by name. Who comes while one is read waits for that, and an old one is served
 * meanwhile. Of too many, those that were used longest ago are dropped.
 */
export class Readings<Item> {
  readonly #clock: Clock;
  readonly #freshMs: number;
  readonly #maxStaleMs: number;
  /** Lists in the order of their last use; the latest is the last one. */
  readonly #kept = new Map<string, Reading<Item>>();
  readonly #underWay = new Map<string, Promise<readonly Item[]>>();
  #itemsKept = 0;

  /** For `freshMs` a reading is fresh, then served while it is read anew, for `maxStaleMs` at most. */
  constructor(clock: Clock, { freshMs, maxStaleMs }: { freshMs: number; maxStaleMs: number }) {
    this.#clock = clock;
    this.#freshMs = freshMs;
    this.#maxStaleMs = maxStaleMs;
  }

  /** The list of that name, which `read` gets. Throws ProviderError when none may be served. */
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

  /** What `search` finds: in a reading of any age, or else in a fresh one. Throws ProviderError. */
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
    const reading = this.#underWay.getOrInsertComputed(name, () =>
      this.#read(name, read).finally(() => this.#underWay.delete(name)),
    );
    return reading.catch((error: unknown) => Promise.reject(toProviderError(error)));
  }

  async #read(name: string, read: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
    const items = await read();
    this.#keep(name, { items, readAt: this.#clock.now().getTime() });
    return items;
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

/** The settings of an account that narrow its exit addresses. */
export type AddressFilter = Pick<
  AccountSettings,
  'country' | 'state' | 'city' | 'zip' | 'asn' | 'excludeAsn' | 'anonymous'
>;

export interface AddressCount {
  addresses: number;
  /** False: at most so many match, because no list of the upstream is narrowed by the whole filter. */
  exact: boolean;
}

/**
 * How many exit addresses of a Luxury type match the filter, by the upstream's lists. These are narrowed by
 * country, state and city only. So there is an upper bound for a ZIP code together with providers, for
 * excluded providers without a country, and for anonymity. Reads at most two lists.
 *
 * A code that is not listed matches nothing: whether a client's codes exist has to be checked before. Throws
 * ProviderError.
 */
export async function countAddresses(
  geo: Geo,
  type: ProductType,
  filter: AddressFilter,
): Promise<AddressCount> {
  const { country, asn, excludeAsn } = filter;
  const providers = asn === null ? excludeAsn : [asn];
  const isCounted = providers.length > 0 && country !== null;
  const [inPlace, ofProviders] = await Promise.all([
    addressesInPlace(geo, type, filter),
    isCounted ? sum(geo, type, 'asns', areaOf(filter), providers) : undefined,
  ]);
  const { addresses, exact } = combined(filter, inPlace, ofProviders);
  return { addresses, exact: addresses === 0 || (exact && !filter.anonymous) };
}

/** `ofProviders`: the addresses of the provider, or of the excluded ones; undefined without a country. */
function combined(
  { zip, asn, excludeAsn }: AddressFilter,
  inPlace: number,
  ofProviders: number | undefined,
): AddressCount {
  if (asn !== null) {
    const addresses = excludeAsn.includes(asn) ? 0 : Math.min(inPlace, ofProviders ?? inPlace);
    return { addresses, exact: zip === null };
  }
  if (excludeAsn.length === 0) return { addresses: inPlace, exact: true };
  if (ofProviders === undefined) return { addresses: inPlace, exact: false };
  if (zip !== null) return { addresses: inPlace, exact: ofProviders === 0 };
  // The two lists may have been read minutes apart.
  return { addresses: Math.max(0, inPlace - ofProviders), exact: true };
}

async function addressesInPlace(geo: Geo, type: ProductType, filter: AddressFilter): Promise<number> {
  const { country, state, city, zip } = filter;
  if (country === null) return sum(geo, type, 'countries', {});
  if (zip !== null) return sum(geo, type, 'zipcodes', areaOf(filter), [zip]);
  if (city !== null) return sum(geo, type, 'cities', areaOf({ ...filter, city: null }), [city]);
  if (state !== null) return sum(geo, type, 'states', { country }, [state]);
  return sum(geo, type, 'countries', {}, [country]);
}

function areaOf({ country, state, city }: AddressFilter): GeoFilter {
  return { country: country ?? undefined, state: state ?? undefined, city: city ?? undefined };
}

/** The addresses of the codes in one list, or of all its codes. */
async function sum(
  geo: Geo,
  type: ProductType,
  kind: GeoKind,
  place: GeoFilter,
  codes?: readonly string[],
): Promise<number> {
  const items = await geo.itemsInPlace(type, kind, place);
  const counted = codes ? items.filter(({ code }) => codes.includes(code)) : items;
  return counted.reduce((all, { count }) => all + count, 0);
}
