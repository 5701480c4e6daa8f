import type { Clock } from '../kit/clock.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { quoted } from '../kit/flaws.ts';
import type { GeoFilter, GeoItem, GeoKind, TrafficUpstream } from '../upstreams/traffic.ts';
import type { ProductType } from './catalog.ts';
import { InvalidCountryError } from './errors.ts';
import { Readings } from './readings.ts';

/** How long a list is served without another reading: what there is to choose from changes by the day, the counts by the hour. */
const FRESH_MS = 5 * 60_000;
/** How long an old list is served while a newer one cannot be read: its codes work for longer than its counts are true. */
const BELIEVED_MS = 60 * 60_000;

/** What a state narrows; the others are lists of a whole country, or of all. */
const KINDS_WITHIN_STATES: readonly GeoKind[] = ['cities', 'zipcodes'];

/** What the exit addresses of Luxury types can be narrowed to. */
export class Geo {
  readonly #upstream: TrafficUpstream | undefined;
  readonly #clock: Clock;
  readonly #readings: Readings<GeoItem>;

  /** Without an upstream it knows what is among the readings. */
  constructor(
    upstream: TrafficUpstream | undefined,
    clock: Clock,
    readings = new Readings<GeoItem>(clock, { freshMs: FRESH_MS, believedMs: BELIEVED_MS }),
  ) {
    this.#upstream = upstream;
    this.#clock = clock;
    this.#readings = readings;
  }

  /** The same without a call of the upstream: throws ProviderError where one would be needed. */
  atHand(): Geo {
    return new Geo(undefined, this.#clock, this.#readings);
  }

  /**
   * The codes of a kind that a Luxury type has addresses for, most addresses first. The country may be in lower case. A state
   * narrows cities and ZIP codes only; one that is not listed is refused, since an empty list would say that it has none.
   *
   * Throws InvalidRequestError for a state that is not listed and for a missing country, InvalidCountryError, and ProviderError
   * when the upstream cannot be read and no believable reading is at hand.
   */
  async items(type: ProductType, kind: GeoKind, within: GeoFilter = {}): Promise<readonly GeoItem[]> {
    return this.#readings.get(...this.#listed(type, kind, await this.#checked(type, kind, within)));
  }

  /** A country that a Luxury type has addresses in, by its code in either case. Throws InvalidCountryError and ProviderError. */
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

  /** Whether a code is one of `items`: of those at hand, however old, or else of fresh ones. Throws what `items` throws. */
  async has(type: ProductType, kind: GeoKind, within: GeoFilter, code: string): Promise<boolean> {
    return (await this.#find(type, kind, await this.#checked(type, kind, within), code)) !== undefined;
  }

  /** What the list is narrowed to, once it is known to exist. */
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
    const name = JSON.stringify([upstreamProduct, kind, within.country, within.state]);
    const upstream = this.#upstream;
    return [name, upstream && (() => upstream.geo(upstreamProduct, kind, within))] as const;
  }
}

/** Throws InvalidRequestError when a kind is a country's and none is given; an empty text is none. */
export function requireCountry(kind: GeoKind, { country }: GeoFilter): void {
  if (kind === 'countries' || country) return;
  throw new InvalidRequestError([{ path: ['country'], message: `is required for ${kind}` }]);
}
