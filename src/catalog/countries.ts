import type { Clock } from '../kit/clock.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { CountryStock, TermUpstream } from '../upstreams/term.ts';
import type { ProductType } from './catalog.ts';
import { InvalidCountryError, ProviderError } from './errors.ts';

export interface Country {
  /** ISO-2, upper case. */
  code: string;
  name: string;
  /** How many proxies the upstream had free when it was last read. */
  available: number;
}

/** How long a reading is served without another one: stock moves, but not by the second. */
const FRESH_MS = 30_000;
/** How long a reading is still served while a newer one is under way or fails. After that nobody would believe it. */
const STALE_MS = 10 * 60_000;

interface Reading {
  countries: readonly Country[];
  readAt: number;
}

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/**
 * The countries of the types that the term upstream sells, with their stock. One reading of the upstream serves every
 * reader: those who come while it runs wait for it, and for a while an old one is served at once while a new one is fetched.
 */
export class Countries {
  readonly #upstream: TermUpstream;
  readonly #clock: Clock;
  readonly #readings = new Map<string, Reading>();
  readonly #underWay = new Map<string, Promise<Reading>>();
  readonly #counts = new Map<string, Promise<number>>();

  constructor(upstream: TermUpstream, clock: Clock) {
    this.#upstream = upstream;
    this.#clock = clock;
  }

  /** Throws ProviderError when the upstream cannot be read and no recent reading is at hand. */
  async of(type: ProductType): Promise<readonly Country[]> {
    const product = type.upstreamProduct;
    const reading = this.#readings.get(product);
    const age = reading ? this.#clock.now().getTime() - reading.readAt : Number.POSITIVE_INFINITY;
    if (reading && age < FRESH_MS) return reading.countries;
    const refreshed = this.#refresh(product);
    if (reading && age < STALE_MS) {
      refreshed.catch(() => {}); // The next reader tries again; until the reading is too old this one will do.
      return reading.countries;
    }
    try {
      return (await refreshed).countries;
    } catch (error) {
      throw error instanceof UpstreamError ? new ProviderError({ cause: error }) : error;
    }
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
      this.#refresh(product).catch(() => {});
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
        throw error instanceof UpstreamError ? new ProviderError({ cause: error }) : error;
      })
      .finally(() => this.#counts.delete(name));
    this.#counts.set(name, count);
    return count;
  }

  #refresh(product: string): Promise<Reading> {
    const underWay = this.#underWay.get(product);
    if (underWay) return underWay;
    const reading = this.#upstream
      .stock(product)
      .then((stock) => {
        const fresh = { countries: stock.map(toCountry).sort(byName), readAt: this.#clock.now().getTime() };
        this.#readings.set(product, fresh);
        return fresh;
      })
      .finally(() => this.#underWay.delete(product));
    this.#underWay.set(product, reading);
    return reading;
  }
}

function toCountry({ country, available }: CountryStock): Country {
  return { code: country, name: englishNames.of(country) ?? country, available };
}

function byName(a: Country, b: Country): number {
  return a.name < b.name ? -1 : 1;
}
