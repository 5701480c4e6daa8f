import type { Clock } from '../kit/clock.ts';
import { NoTurnError, UpstreamError } from '../upstreams/failure.ts';
import { PRIORITIES, type Priority, type TermUpstream } from '../upstreams/term.ts';
import { KnownStock } from './known-stock.ts';

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
