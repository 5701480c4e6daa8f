import type { Clock } from '../kit/clock.ts';
import type { Priority, TermUpstream } from '../upstreams/term.ts';
import type { ProductType } from './catalog.ts';
import { InvalidCountryError, ProviderError, toProviderError } from './errors.ts';
import type { Geo } from './geo.ts';
import { Stocks } from './stock.ts';

export interface Country {
  /** ISO-2, upper case. */
  code: string;
  name: string;
  /** How many proxies were free at the upstream when it was last read. For traffic, how many addresses. */
  available: number;
}

/** How long an old list is served while reading it again fails. After that it is too old to be served. */
const MAX_STALE_MS = 60 * 60_000;
/** How long a request waits for counts that are not known. What was read is kept for the next one. */
const WAIT_MS = 20_000;
/** PX6 accepts three requests in a second: more would only wait, within the time of their calls. */
const READS_AT_ONCE = 3;

/** How long a count is not read again, even for more: the upstream would answer the same. */
const JUST_COUNTED_MS = 2_000;

/** An instant before all readings, so that only what was never read is older. */
const ANY_AGE = 0;

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/**
 * What is known of the term upstream's countries is served at once, however old, and read again in the
 * background. What is not known is read while the request waits, with a higher priority.
 */
export class Countries {
  readonly stocks: Stocks;
  readonly #upstream: TermUpstream;
  readonly #clock: Clock;

  constructor(upstream: TermUpstream, clock: Clock) {
    this.stocks = new Stocks(upstream, clock);
    this.#upstream = upstream;
    this.#clock = clock;
  }

  /** Sorted by name. Throws ProviderError when they are not known, or stale for too long. */
  async of({ upstreamProduct }: ProductType): Promise<Country[]> {
    const stock = this.#upstream.stockOf(upstreamProduct);
    const known = this.stocks.known(stock);
    const fresh = this.stocks.freshSince();
    if (this.stocks.failingFor(stock) >= MAX_STALE_MS) await this.#readAwaited(stock, fresh);
    else if (!known.isComplete()) await this.#readAwaited(stock, ANY_AGE);
    else if (known.isOlderThan(fresh)) this.stocks.want(stock);
    const codes = known.countries?.value ?? [];
    return codes.map((code) => toCountry(code, known.counts.get(code)?.value ?? 0)).sort(byName);
  }

  /**
   * How many proxies are free in a country (ISO-2, upper case). The known count is returned, however old,
   * when it is as many as are wanted: the upstream decides when it sells. Otherwise it is a count of the last
   * 2 seconds, or one that is read now. Throws InvalidCountryError and ProviderError.
   */
  async available(
    { upstreamProduct }: ProductType,
    code: string,
    wanted: number,
    priority: Priority = 'presale',
  ): Promise<number> {
    requireCode(code);
    const stock = this.#upstream.stockOf(upstreamProduct);
    const known = this.stocks.known(stock);
    const count = known.counts.get(code);
    if (count && count.value >= wanted) return count.value;
    try {
      // Otherwise the upstream would be asked again and again about a country that does not exist.
      if (known.countries && !known.countries.value.includes(code))
        await this.#requireListed(stock, code, priority);
      if (!count) this.stocks.want(stock);
      const isNew = count && Math.abs(this.#clock.now().getTime() - count.readAt) < JUST_COUNTED_MS;
      const available = isNew ? count.value : await this.stocks.readCount(stock, code, priority);
      // The upstream also counts 0 for a country in which it does not sell.
      if (available === 0) await this.#requireListed(stock, code, priority);
      return available;
    } catch (error) {
      throw toProviderError(error);
    }
  }

  /** Refuses a country that is known not to be sold, without a call. Throws InvalidCountryError. */
  checkKnown({ upstreamProduct }: ProductType, code: string): void {
    requireCode(code);
    const known = this.stocks.known(this.#upstream.stockOf(upstreamProduct));
    if (known.countries?.value.includes(code) || known.hasOldCountries(this.stocks.freshSince())) return;
    throw new InvalidCountryError(code);
  }

  /** Reads a count again of which the upstream has fewer than are known. Throws ProviderError. */
  async recount(product: string, code: string): Promise<number> {
    try {
      return await this.stocks.readCount(this.#upstream.stockOf(product), code, 'presale');
    } catch (error) {
      throw toProviderError(error);
    }
  }

  /** Subtracts what was sold from the known count, which keeps its age. */
  noteSale(product: string, code: string, quantity: number): void {
    const known = this.stocks.known(this.#upstream.stockOf(product)).counts.get(code);
    if (known) known.value = Math.max(0, known.value - quantity);
  }

  /** Reads the count of a country again in the background when an answer has used an old one. */
  refresh({ upstreamProduct }: ProductType, code: string): void {
    const stock = this.#upstream.stockOf(upstreamProduct);
    const { readAt = 0 } = this.stocks.known(stock).counts.get(code) ?? {};
    if (readAt < this.stocks.freshSince()) this.stocks.readCount(stock, code, 'background').catch(() => {});
  }

  /** Throws InvalidCountryError. A list that lacks the country is read again first, unless it is fresh. */
  async #requireListed(stock: string, code: string, priority: Priority): Promise<void> {
    const known = this.stocks.known(stock);
    if (known.countries?.value.includes(code)) return;
    if (known.hasOldCountries(this.stocks.freshSince())) await this.stocks.readCountries(stock, priority);
    if (!known.countries?.value.includes(code)) throw new InvalidCountryError(code);
  }

  /** Reads what is older than `since`, while a request waits. */
  async #readAwaited(stock: string, since: number): Promise<void> {
    const known = this.stocks.known(stock);
    const giveUpAt = this.#clock.now().getTime() + WAIT_MS;
    // Even if this fails or takes too long, the stock is read in the background.
    this.stocks.want(stock);
    try {
      if (known.hasOldCountries(since)) await this.stocks.readCountries(stock, 'awaited');
      for (;;) {
        const some = known.oldCounts(since).slice(0, READS_AT_ONCE);
        if (some.length === 0) return;
        if (this.#clock.now().getTime() >= giveUpAt) throw new ProviderError();
        await Promise.all(some.map((country) => this.stocks.readCount(stock, country, 'awaited')));
      }
    } catch (error) {
      throw toProviderError(error);
    }
  }
}

/** The countries in which a type is sold, sorted by name. Throws ProviderError. */
export async function countriesOf(
  { countries, geo }: { countries: Countries; geo: Geo },
  type: ProductType,
): Promise<readonly Country[]> {
  if (type.billing === 'per_proxy') return countries.of(type);
  const items = await geo.items(type, 'countries');
  return items.map(({ code, count }) => toCountry(code, count)).sort(byName);
}

/** Reads a country again in the background when what an answer has used of it is old. */
export function refreshCountry(
  { countries, geo }: { countries: Countries; geo: Geo },
  type: ProductType,
  code: string,
): void {
  if (type.billing === 'per_proxy') countries.refresh(type, code);
  else geo.items(type, 'countries').catch(() => {});
}

/** Throws InvalidCountryError when the code does not have the form of ISO-2. */
function requireCode(code: string): void {
  if (!/^[A-Z]{2}$/.test(code)) throw new InvalidCountryError(code);
}

function toCountry(code: string, available: number): Country {
  return { code, name: englishNames.of(code) ?? code, available };
}

function byName(a: Country, b: Country): number {
  return a.name < b.name ? -1 : 1;
}
