import type { Clock } from '../kit/clock.ts';
import type { Priority, TermUpstream } from '../upstreams/term.ts';
import type { ProductType } from './catalog.ts';
import { InvalidCountryError, ProviderError, toProviderError } from './errors.ts';
import type { Geo } from './geo.ts';
import { Stocks } from './stocks.ts';

export interface Country {
  /** ISO-2, upper case. */
  code: string;
  name: string;
  /** How many proxies the upstream had free when it was last read; for traffic, how many addresses. */
  available: number;
}

/** How long an old list is told while reading it fails. After that nobody would believe it. */
const BELIEVED_MS = 60 * 60_000;
/** How long somebody waits for the counts of a list that is not known; what was read until then is known to whoever asks next. */
const WAIT_MS = 20_000;
/** As many as PX6 takes in a second; more at once would only wait for their turn while their time runs. */
const READS_AT_ONCE = 3;

/** How long a count is the answer even to whoever wants more: asking again at once would hear the same, at the cost of a turn. */
const JUST_COUNTED_MS = 2_000;

/** Older than this is only what was never read. */
const EVER = 0;

const englishNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/**
 * The countries of the types that the term upstream sells, with their stock. What is known is told at once, however old, and read again
 * behind; what is not known is asked for alone, before whatever is read behind.
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

  /** By name. Throws ProviderError when they are not known, or not believed any more, and cannot be read. */
  async of({ upstreamProduct }: ProductType): Promise<Country[]> {
    const stock = this.#upstream.stockOf(upstreamProduct);
    const known = this.stocks.known(stock);
    const fresh = this.stocks.freshSince();
    if (this.stocks.failingFor(stock) >= BELIEVED_MS) await this.#readAwaited(stock, fresh);
    else if (!known.isComplete()) await this.#readAwaited(stock, EVER);
    else if (known.isOlderThan(fresh)) this.stocks.want(stock);
    const codes = known.countries?.value ?? [];
    return codes.map((code) => toCountry(code, known.counts.get(code)?.value ?? 0)).sort(byName);
  }

  /**
   * How many proxies are free in a country (ISO-2, upper case): by what is known where that is as many as are wanted, however old,
   * for the upstream has the last word when it sells; otherwise as it has just counted them, or counts them now. Throws
   * InvalidCountryError and ProviderError.
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
      // What is made up would otherwise be asked about again and again.
      if (known.countries && !known.countries.value.includes(code))
        await this.#requireListed(stock, code, priority);
      if (!count) this.stocks.want(stock);
      const isNew = count && Math.abs(this.#clock.now().getTime() - count.readAt) < JUST_COUNTED_MS;
      const available = isNew ? count.value : await this.stocks.readCount(stock, code, priority);
      // The upstream counts nothing, too, where it does not sell.
      if (available === 0) await this.#requireListed(stock, code, priority);
      return available;
    } catch (error) {
      throw toProviderError(error);
    }
  }

  /** Refuses, without a call of the upstream, a country that is known not to be sold. Throws InvalidCountryError. */
  checkAtHand({ upstreamProduct }: ProductType, code: string): void {
    requireCode(code);
    const known = this.stocks.known(this.#upstream.stockOf(upstreamProduct));
    if (known.countries?.value.includes(code) || known.hasOldCountries(this.stocks.freshSince())) return;
    throw new InvalidCountryError(code);
  }

  /** As the upstream counts them now, when it has just said that it has fewer than are known. Throws ProviderError. */
  async recount(product: string, code: string): Promise<number> {
    try {
      return await this.stocks.readCount(this.#upstream.stockOf(product), code, 'presale');
    } catch (error) {
      throw toProviderError(error);
    }
  }

  /** Takes what was sold off what is known. */
  noteSale(product: string, code: string, quantity: number): void {
    this.stocks.known(this.#upstream.stockOf(product)).noteSale(code, quantity);
  }

  /** Has one country counted again behind an answer that told an old count of it. */
  refresh({ upstreamProduct }: ProductType, code: string): void {
    const stock = this.#upstream.stockOf(upstreamProduct);
    const { readAt = 0 } = this.stocks.known(stock).counts.get(code) ?? {};
    if (readAt < this.stocks.freshSince()) this.stocks.readCount(stock, code, 'background').catch(() => {});
  }

  /** Throws InvalidCountryError; a list that lacks the country is read again first unless it is fresh. */
  async #requireListed(stock: string, code: string, priority: Priority): Promise<void> {
    const known = this.stocks.known(stock);
    if (known.countries?.value.includes(code)) return;
    if (known.hasOldCountries(this.stocks.freshSince())) await this.stocks.readCountries(stock, priority);
    if (!known.countries?.value.includes(code)) throw new InvalidCountryError(code);
  }

  /** Reads what is older than `since`. */
  async #readAwaited(stock: string, since: number): Promise<void> {
    const known = this.stocks.known(stock);
    const giveUpAt = this.#clock.now().getTime() + WAIT_MS;
    // Whatever becomes of this, it goes on behind.
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

/** Where a type is sold, by name. Throws ProviderError. */
export async function countriesOf(
  { countries, geo }: { countries: Countries; geo: Geo },
  type: ProductType,
): Promise<readonly Country[]> {
  if (type.billing === 'per_proxy') return countries.of(type);
  const items = await geo.items(type, 'countries');
  return items.map(({ code, count }) => toCountry(code, count)).sort(byName);
}

/** Has what was told of a country read again behind the answer if it was old. */
export function refreshCountry(
  { countries, geo }: { countries: Countries; geo: Geo },
  type: ProductType,
  code: string,
): void {
  if (type.billing === 'per_proxy') countries.refresh(type, code);
  else geo.items(type, 'countries').catch(() => {});
}

/** Throws InvalidCountryError for what is no ISO-2 code. */
function requireCode(code: string): void {
  if (!/^[A-Z]{2}$/.test(code)) throw new InvalidCountryError(code);
}

function toCountry(code: string, available: number): Country {
  return { code, name: englishNames.of(code) ?? code, available };
}

function byName(a: Country, b: Country): number {
  return a.name < b.name ? -1 : 1;
}
