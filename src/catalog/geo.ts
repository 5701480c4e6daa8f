import type { Clock } from '../kit/clock.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { quoted } from '../kit/flaws.ts';
import type { GeoFilter, GeoItem, GeoKind, TrafficUpstream } from '../upstreams/traffic.ts';
import type { ProductType } from './catalog.ts';
import { InvalidCountryError } from './errors.ts';
import { Readings } from './readings.ts';

/** How long a list is served without another reading: what there is to choose from changes by the day, the counts by the hour. */
const FRESH_MS = 5 * 60_000;
/** How long a list is still served while a newer one is read or cannot be: its codes work for longer than its counts are true. */
const STALE_MS = 60 * 60_000;

/** What a state narrows; the others are lists of a whole country, or of all. */
const KINDS_WITHIN_STATES: readonly GeoKind[] = ['cities', 'zipcodes'];

/** What the exit addresses of Luxury types can be narrowed to. */
export class Geo {
  readonly #upstream: TrafficUpstream;
  readonly #readings: Readings<GeoItem>;

  constructor(upstream: TrafficUpstream, clock: Clock) {
    this.#upstream = upstream;
    this.#readings = new Readings(clock, { freshMs: FRESH_MS, staleMs: STALE_MS });
  }

  /**
   * The codes of a kind that a Luxury type has addresses for, most addresses first. The country may be in lower case. A state
   * narrows cities and ZIP codes only; one that is not listed is refused, since an empty list would say that it has none.
   *
   * Throws InvalidRequestError for a state that is not listed and for a missing country, InvalidCountryError, and ProviderError
   * when the upstream cannot be read and no recent reading is at hand.
   */
  async items(type: ProductType, kind: GeoKind, within: GeoFilter = {}): Promise<readonly GeoItem[]> {
    requireCountry(kind, within);
    if (!within.country) return this.#read(type, 'countries', {});
    const { code: country } = await this.country(type, within.country);
    if (kind === 'countries') return this.#read(type, 'countries', {});
    if (!within.state || !KINDS_WITHIN_STATES.includes(kind)) return this.#read(type, kind, { country });
    const { state } = within;
    const states = await this.#read(type, 'states', { country });
    if (!states.some(({ code }) => code === state)) {
      throw new InvalidRequestError([
        {
          path: ['state'],
          message: `there is no ${quoted(state)} in ${country}; take a code from the lookup of states`,
        },
      ]);
    }
    return this.#read(type, kind, { country, state });
  }

  /** A country that a Luxury type has addresses in, by its code in either case. Throws InvalidCountryError and ProviderError. */
  async country(type: ProductType, code: string): Promise<GeoItem> {
    const countries = await this.#read(type, 'countries', {});
    const found = countries.find((country) => country.code === code.toUpperCase());
    if (!found) throw new InvalidCountryError(code.toUpperCase());
    return found;
  }

  /** Whether a code is one of `items`. Throws what that throws. */
  async has(type: ProductType, kind: GeoKind, within: GeoFilter, code: string): Promise<boolean> {
    return (await this.items(type, kind, within)).some((item) => item.code === code);
  }

  #read({ upstreamProduct }: ProductType, kind: GeoKind, within: GeoFilter): Promise<readonly GeoItem[]> {
    const name = JSON.stringify([upstreamProduct, kind, within.country, within.state]);
    return this.#readings.get(name, () => this.#upstream.geo(upstreamProduct, kind, within));
  }
}

/** Throws InvalidRequestError when a kind is a country's and none is given; an empty text is none. */
export function requireCountry(kind: GeoKind, { country }: GeoFilter): void {
  if (kind === 'countries' || country) return;
  throw new InvalidRequestError([{ path: ['country'], message: `is required for ${kind}` }]);
}
