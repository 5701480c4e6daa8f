import type { Clock } from '../kit/clock.ts';
import type { TermUpstream } from '../upstreams/term.ts';
import type { ProductType } from './catalog.ts';
import { InvalidCountryError, toProviderError } from './errors.ts';
import type { Geo } from './geo.ts';
import { Readings } from './readings.ts';

export interface Country {
  /** ISO-2, upper case. */
  code: string;
  name: string;
  /** How many proxies the upstream had free when it was last read; for traffic, how many addresses. */
  available: number;
}

/** How long a reading is served without another one: stock moves, but not by the second. */
const FRESH_MS = 30_000;
/** How long a reading is still served while a newer one is under way or fails. After that nobody would believe it. */
const STALE_MS = 10 * 60_000;

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** The countries of the types that the term upstream sells, with their stock. */
export class Countries {
  readonly #upstream: TermUpstream;
  readonly #readings: Readings<Country>;
  readonly #counts = new Map<string, Promise<number>>();

  constructor(upstream: TermUpstream, clock: Clock) {
    this.#upstream = upstream;
    this.#readings = new Readings(clock, { freshMs: FRESH_MS, staleMs: STALE_MS });
  }

  /** Throws ProviderError when the upstream cannot be read and no recent reading is at hand. */
  of({ upstreamProduct }: ProductType): Promise<readonly Country[]> {
    return this.#readings.get(upstreamProduct, () => this.#read(upstreamProduct));
  }

  /**
   * How many proxies are free in a country (ISO-2, upper case): by the reading at hand where that has as many as are wanted, and
   * otherwise as the upstream counts them now. Throws InvalidCountryError and ProviderError.
   */
  async available(type: ProductType, code: string, wanted: number): Promise<number> {
    if (!/^[A-Z]{2}$/.test(code)) throw new InvalidCountryError(code);
    const product = type.upstreamProduct;
    if (this.#readings.has(product)) {
      const country = (await this.of(type)).find((candidate) => candidate.code === code);
      if (!country) throw new InvalidCountryError(code);
      if (country.available >= wanted) return country.available;
    } else {
      // The first buyer need not wait for the counts of all countries; those who come later find them read.
      this.#readings.refresh(product, () => this.#read(product)).catch(() => {});
    }
    const available = await this.#count(product, code);
    if (available > 0 || (await this.of(type)).some((country) => country.code === code)) return available;
    throw new InvalidCountryError(code);
  }

  #count(product: string, code: string): Promise<number> {
    const name = `${product} ${code}`;
    const underWay = this.#counts.get(name);
    if (underWay) return underWay;
    const count = this.#upstream
      .available(product, code)
      .catch((error: unknown) => {
        throw toProviderError(error);
      })
      .finally(() => this.#counts.delete(name));
    this.#counts.set(name, count);
    return count;
  }

  async #read(product: string): Promise<Country[]> {
    const stock = await this.#upstream.stock(product);
    return stock.map(({ country, available }) => toCountry(country, available)).sort(byName);
  }
}

/** Where a type is sold, by name. Throws ProviderError. */
export async function countriesOf(
  { countries, geo }: { countries: Countries; geo: Geo },
  type: ProductType,
): Promise<readonly Country[]> {
  if (type.billing === 'per_proxy') return countries.of(type);
  const items = await geo.items(type, 'countries');
  return items.map(({ code, count }) => toCountry(code, count)).sort(byName);
}

function toCountry(code: string, available: number): Country {
  return { code, name: englishNames.of(code) ?? code, available };
}

function byName(a: Country, b: Country): number {
  return a.name < b.name ? -1 : 1;
}
