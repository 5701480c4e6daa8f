import type { Clock } from '../kit/clock.ts';
import { NoTurnError, UpstreamError } from '../upstreams/failure.ts';
import { PRIORITIES, type Priority, type TermUpstream } from '../upstreams/term.ts';

/**
 * The age at which a reading is replaced in the background. With one call for each country, stocks cannot be
 * read every second.
 */
const FRESH_MS = 2 * 60_000;

interface SharedRead<Value> {
  priority: Priority;
  answer: Promise<Value>;
}

/** A stock that is to be read in the background. */
interface Want {
  /** Everything that was read before this instant, in milliseconds, is to be read again. */
  readonly since: number;
  /**
   * When reading the stock first failed. Reset when its countries are known and one has been counted since.
   */
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
    const known = this.#known.get(stock) ?? new KnownStock();
    this.#known.set(stock, known);
    return known;
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
   * Marks a stock to be read by the `StockReader` in the background. A reading that has begun continues,
   * unless everything that is left to read has failed: one country that cannot be counted must not keep the
   * others from being counted again.
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

  /**
   * Undefined while reading works. It also works when another process has read the stock since it failed
   * here.
   */
  #failingSince(stock: string): number | undefined {
    const { since = 0, failingSince } = this.#wants.get(stock) ?? {};
    if (failingSince === undefined) return undefined;
    const known = this.known(stock);
    const works = !known.hasOldCountries(since) && known.wasCountedSince(failingSince);
    return works ? undefined : failingSince;
  }
}

/** A call that was not sent, because it got no turn, does not show that reading fails. */
function isFailure(error: unknown): boolean {
  return error instanceof UpstreamError && !(error instanceof NoTurnError);
}

/**
 * Joins the call that is under way, unless that one has a lower priority and may wait longer for its turn.
 */
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
  readonly value: Value;
  /** By this process's clock, in milliseconds. */
  readonly readAt: number;
  /** When it was read by the database's clock, once the reading is stored there. */
  readonly storedAt?: number | undefined;
}

/**
 * The readings that this process has of one stock: the countries in which it is sold, and how many proxies
 * are free in each.
 */
export class KnownStock {
  #countries: StockReading<readonly string[]> | undefined;
  readonly #counts = new Map<string, StockReading<number>>();
  /** When counting a country last failed, in milliseconds. */
  readonly #failedAt = new Map<string, number>();

  get countries(): StockReading<readonly string[]> | undefined {
    return this.#countries;
  }

  get counts(): ReadonlyMap<string, StockReading<number>> {
    return this.#counts;
  }

  noteCountries(countries: readonly string[], readAt: number, storedAt?: number): void {
    this.#countries = { value: countries, readAt, storedAt };
    for (const country of this.#counts.keys()) if (!countries.includes(country)) this.#counts.delete(country);
  }

  noteCount(country: string, available: number, readAt: number, storedAt?: number): void {
    this.#counts.set(country, { value: available, readAt, storedAt });
  }

  noteFailure(country: string, failedAt: number): void {
    this.#failedAt.set(country, failedAt);
  }

  /**
   * To be called when the reading that was made at `readAt` is in the database. Does nothing when there is a
   * later reading.
   */
  noteCountriesStored(readAt: number, storedAt: number): void {
    if (this.#countries?.readAt === readAt) this.#countries = { ...this.#countries, storedAt };
  }

  /**
   * To be called when the reading that was made at `readAt` is in the database. Does nothing when there is a
   * later reading.
   */
  noteCountStored(country: string, readAt: number, storedAt: number): void {
    const known = this.#counts.get(country);
    if (known?.readAt === readAt) this.#counts.set(country, { ...known, storedAt });
  }

  /**
   * Subtracts a sale, since a count from before it includes proxies that are gone. The reading keeps its age.
   */
  noteSale(country: string, quantity: number): void {
    const known = this.#counts.get(country);
    if (known) this.#counts.set(country, { ...known, value: Math.max(0, known.value - quantity) });
  }

  /** Whether the countries and the counts of all of them are known. */
  isComplete(): boolean {
    return this.#countries?.value.every((country) => this.#counts.has(country)) ?? false;
  }

  isOlderThan(since: number): boolean {
    return this.hasOldCountries(since) || this.oldCounts(since).length > 0;
  }

  /** Whether the list of countries was never read, or was read before `since`. */
  hasOldCountries(since: number): boolean {
    return (this.#countries?.readAt ?? Number.NEGATIVE_INFINITY) < since;
  }

  /**
   * The listed countries that were never counted, or were counted before `since`. Those that were tried
   * longest ago come first.
   */
  oldCounts(since: number): string[] {
    const old = (this.#countries?.value ?? []).filter((country) => this.#countedAt(country) < since);
    const triedAt = (country: string) =>
      Math.max(this.#countedAt(country), this.#failedAt.get(country) ?? Number.NEGATIVE_INFINITY);
    // Compared and not subtracted: the difference of two countries that were never tried is not a number.
    return old.sort((one, other) =>
      triedAt(one) < triedAt(other) ? -1 : triedAt(one) > triedAt(other) ? 1 : 0,
    );
  }

  /** Whether reading something that is older than `since` has not been tried since then. */
  hasUntried(since: number): boolean {
    const wasTried = (country: string) => (this.#failedAt.get(country) ?? Number.NEGATIVE_INFINITY) >= since;
    return this.hasOldCountries(since) || !this.oldCounts(since).every(wasTried);
  }

  /** Whether any country was counted at that instant or later. */
  wasCountedSince(since: number): boolean {
    return [...this.#counts.values()].some(({ readAt }) => readAt >= since);
  }

  #countedAt(country: string): number {
    return this.#counts.get(country)?.readAt ?? Number.NEGATIVE_INFINITY;
  }
}
