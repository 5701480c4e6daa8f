import type { Clock } from '../kit/clock.ts';
import { NoRateSlotError, UpstreamError } from '../upstreams/failure.ts';
import { PRIORITIES, type Priority, type TermUpstream } from '../upstreams/term.ts';

/** The age at which a reading is replaced. With a call for each country, it takes a while. */
const FRESH_MS = 2 * 60_000;

interface SharedRead<Value> {
  priority: Priority;
  answer: Promise<Value>;
}

/** A stock that is to be read in the background. */
interface Want {
  /** Everything that was read before this instant, in milliseconds, is to be read again. */
  readonly since: number;
  /** When reading first failed. Reset when the countries are known and one was counted since. */
  failingSince?: number | undefined;
}

/** The stocks of the term upstream: what is known, what is being read, and what is to be read again. */
export class Stocks {
  readonly #upstream: TermUpstream;
  readonly #clock: Clock;
  readonly #known = new Map<string, KnownStock>();
  readonly #countryReads = new Map<string, SharedRead<readonly string[]>>();
  readonly #countReads = new Map<string, SharedRead<number>>();
  readonly #wants = new Map<string, Want>();

  constructor(upstream: TermUpstream, clock: Clock) {
    this.#upstream = upstream;
    this.#clock = clock;
  }

  known(stock: string): KnownStock {
    return this.#known.getOrInsertComputed(stock, () => new KnownStock());
  }

  /** The instant before which readings are old: they are read again when a request needs them. */
  freshSince(): number {
    return this.#clock.now().getTime() - FRESH_MS;
  }

  /** The stocks that are to be read in the background, those that have waited longest first. */
  get wanted(): readonly string[] {
    return [...this.#wants.keys()];
  }

  /**
   * Has the `StockReader` read a stock. A reading that has begun goes on, unless all that is left of it has
   * failed: one country that cannot be counted must not keep the others from it.
   */
  want(stock: string): void {
    const want = this.#wants.get(stock);
    if (want && this.known(stock).hasUntried(want.since)) return;
    this.#wants.set(stock, { since: this.freshSince(), failingSince: this.#failingSince(stock) });
  }

  /** Moves the stock behind the others that are wanted. */
  putLast(stock: string): void {
    const want = this.#wants.get(stock);
    if (!want) return;
    this.#wants.delete(stock);
    this.#wants.set(stock, want);
  }

  /** The instant before which readings of a wanted stock are to be made again, in milliseconds. */
  wantedSince(stock: string): number {
    return this.#wants.get(stock)?.since ?? 0;
  }

  /** Whether everything that was wanted of the stock has been read. */
  isRead(stock: string): boolean {
    return !this.known(stock).isOlderThan(this.wantedSince(stock));
  }

  /** To be called when what was wanted of the stock is read and stored. */
  finish(stock: string): void {
    this.#wants.delete(stock);
  }

  /** How long reading a wanted stock has been failing, in milliseconds; 0 while it works. */
  failingFor(stock: string): number {
    const now = this.#clock.now().getTime();
    return now - (this.#failingSince(stock) ?? now);
  }

  /** The countries in which a stock is sold now. Throws UpstreamError. */
  readCountries(stock: string, priority: Priority): Promise<readonly string[]> {
    return shared(this.#countryReads, stock, priority, async () => {
      const countries = await this.#upstream.countriesOf(stock, priority).catch((error: unknown) => {
        if (isFailure(error)) this.#noteFailure(stock);
        throw error;
      });
      this.known(stock).noteCountries(countries, this.#clock.now().getTime());
      return countries;
    });
  }

  /** How many proxies are free in a country now. Throws UpstreamError. */
  readCount(stock: string, country: string, priority: Priority): Promise<number> {
    return shared(this.#countReads, `${stock} ${country}`, priority, async () => {
      const available = await this.#upstream.available(stock, country, priority).catch((error: unknown) => {
        if (isFailure(error)) this.#noteUncounted(stock, country);
        throw error;
      });
      this.known(stock).noteCount(country, available, this.#clock.now().getTime());
      return available;
    });
  }

  #noteUncounted(stock: string, country: string): void {
    const known = this.known(stock);
    known.noteFailure(country, this.#clock.now().getTime());
    // As long as others can be counted, only this country fails and not the stock.
    if (!known.wasCountedSince(this.wantedSince(stock))) this.#noteFailure(stock);
  }

  #noteFailure(stock: string): void {
    const want = this.#wants.get(stock);
    if (want) want.failingSince = this.#failingSince(stock) ?? this.#clock.now().getTime();
  }

  /** Undefined while reading works, here or, since it failed here, in another process. */
  #failingSince(stock: string): number | undefined {
    const { since = 0, failingSince } = this.#wants.get(stock) ?? {};
    if (failingSince === undefined) return undefined;
    const known = this.known(stock);
    const works = !known.hasOldCountries(since) && known.wasCountedSince(failingSince);
    return works ? undefined : failingSince;
  }
}

/** A call that was not sent, because it got no slot of its rate, does not show that reading fails. */
function isFailure(error: unknown): boolean {
  return error instanceof UpstreamError && !(error instanceof NoRateSlotError);
}

/** Joins the call that is under way, unless that has a lower priority and may wait for longer. */
function shared<Value>(
  reads: Map<string, SharedRead<Value>>,
  name: string,
  priority: Priority,
  read: () => Promise<Value>,
): Promise<Value> {
  const underWay = reads.get(name);
  if (underWay && PRIORITIES.indexOf(underWay.priority) <= PRIORITIES.indexOf(priority))
    return underWay.answer;
  const answer = read().finally(() => {
    if (reads.get(name) === started) reads.delete(name);
  });
  const started = { priority, answer };
  reads.set(name, started);
  return answer;
}

export interface StockReading<Value> {
  value: Value;
  /** When it was read, in milliseconds of this process's clock. */
  readonly readAt: number;
  /** When it was read by the database's clock, once the reading is stored there. */
  storedAt?: number | undefined;
}

/** Before all readings: milliseconds since 1970, in which none was made. */
const NEVER = -1;

/** What this process has read of a stock: where it is sold, and how many proxies are free there. */
export class KnownStock {
  countries: StockReading<readonly string[]> | undefined;
  readonly counts = new Map<string, StockReading<number>>();
  /** When counting a country last failed, in milliseconds. */
  readonly #failedAt = new Map<string, number>();

  noteCountries(countries: readonly string[], readAt: number, storedAt?: number): void {
    this.countries = { value: countries, readAt, storedAt };
    for (const country of this.counts.keys()) if (!countries.includes(country)) this.counts.delete(country);
  }

  noteCount(country: string, available: number, readAt: number, storedAt?: number): void {
    this.counts.set(country, { value: available, readAt, storedAt });
  }

  noteFailure(country: string, failedAt: number): void {
    this.#failedAt.set(country, failedAt);
  }

  /** Whether the countries and the counts of all of them are known. */
  isComplete(): boolean {
    return this.countries?.value.every((country) => this.counts.has(country)) ?? false;
  }

  isOlderThan(since: number): boolean {
    return this.hasOldCountries(since) || this.oldCounts(since).length > 0;
  }

  /** Whether the list of countries was never read, or was read before `since`. */
  hasOldCountries(since: number): boolean {
    return (this.countries?.readAt ?? NEVER) < since;
  }

  /** The listed countries that were not counted since, those that were tried longest ago first. */
  oldCounts(since: number): string[] {
    const old = (this.countries?.value ?? []).filter((country) => this.#countedAt(country) < since);
    const triedAt = (country: string) => Math.max(this.#countedAt(country), this.#failedAt.get(country) ?? 0);
    return old.sort((one, other) => triedAt(one) - triedAt(other));
  }

  /** Whether reading something that is older than `since` has not been tried since then. */
  hasUntried(since: number): boolean {
    const wasTried = (country: string) => (this.#failedAt.get(country) ?? 0) >= since;
    return this.hasOldCountries(since) || !this.oldCounts(since).every(wasTried);
  }

  /** Whether any country was counted at that instant or later. */
  wasCountedSince(since: number): boolean {
    return [...this.counts.values()].some(({ readAt }) => readAt >= since);
  }

  #countedAt(country: string): number {
    return this.counts.get(country)?.readAt ?? NEVER;
  }
}
