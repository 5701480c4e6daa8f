import type { Clock } from '../kit/clock.ts';
import { NoTurnError, UpstreamError } from '../upstreams/failure.ts';
import { PRIORITIES, type Priority, type TermUpstream } from '../upstreams/term.ts';
import { KnownStock } from './known-stock.ts';

/** How old a reading grows before a newer one is fetched behind it: at one call for each country, stocks cannot be read by the second. */
const FRESH_MS = 2 * 60_000;

interface Flight<Value> {
  priority: Priority;
  answer: Promise<Value>;
}

/** A stock that is to be read behind. */
interface Want {
  /** What was read before this instant, in milliseconds, is to be read again. */
  readonly since: number;
  /** When reading it failed first. It counts until some country could be counted since. */
  failingSince?: number | undefined;
}

/** The stocks of the term upstream: what is known of them, what is being read, and which are to be read again. */
export class Stocks {
  readonly #upstream: TermUpstream;
  readonly #clock: Clock;
  readonly #known = new Map<string, KnownStock>();
  readonly #countryReads = new Map<string, Flight<readonly string[]>>();
  readonly #countReads = new Map<string, Flight<number>>();
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

  /** What was read before this instant is to be read again when somebody asks for it. */
  freshSince(): number {
    return this.#clock.now().getTime() - FRESH_MS;
  }

  /** The stocks to be read behind; those that wait longest first. */
  get wanted(): readonly string[] {
    return [...this.#wants.keys()];
  }

  /**
   * Has a stock read behind, by the `StockReader`. What is being read for somebody else already is not begun anew, unless all that is
   * left of it has failed: one country that cannot be counted must not keep the others old.
   */
  want(stock: string): void {
    const want = this.#wants.get(stock);
    if (want && this.known(stock).hasUntried(want.since)) return;
    this.#wants.set(stock, { since: this.freshSince(), failingSince: this.#failingSince(stock) });
  }

  /** Lets the other stocks that are wanted go first. */
  putLast(stock: string): void {
    const want = this.#wants.get(stock);
    if (!want) return;
    this.#wants.delete(stock);
    this.#wants.set(stock, want);
  }

  /** What was read before this instant is to be read for those who want the stock. */
  wantedSince(stock: string): number {
    return this.#wants.get(stock)?.since ?? 0;
  }

  /** Whether all was read for those who wanted the stock: then it is not wanted any more. */
  settle(stock: string): boolean {
    const settled = !this.known(stock).isOlderThan(this.wantedSince(stock));
    if (settled) this.#wants.delete(stock);
    return settled;
  }

  /** For how many milliseconds a stock that is wanted could not be read; 0 while it works. */
  failingFor(stock: string): number {
    const now = this.#clock.now().getTime();
    return now - (this.#failingSince(stock) ?? now);
  }

  /** Throws UpstreamError. */
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
    // While others can be counted, it is the country that fails and not the stock.
    if (!known.wasCountedSince(this.wantedSince(stock))) this.#noteFailure(stock);
  }

  #noteFailure(stock: string): void {
    const want = this.#wants.get(stock);
    if (want) want.failingSince = this.#failingSince(stock) ?? this.#clock.now().getTime();
  }

  /** Undefined while it works: any process may have read it since it failed here. */
  #failingSince(stock: string): number | undefined {
    const { since = 0, failingSince } = this.#wants.get(stock) ?? {};
    if (failingSince === undefined) return undefined;
    const known = this.known(stock);
    const works = !known.hasOldCountries(since) && known.wasCountedSince(failingSince);
    return works ? undefined : failingSince;
  }
}

/** A call that was never sent for want of a turn says nothing about what it would have read. */
function isFailure(error: unknown): boolean {
  return error instanceof UpstreamError && !(error instanceof NoTurnError);
}

/** Joins the read that is under way, unless that one may have to wait longer than this one would. */
function shared<Value>(
  flights: Map<string, Flight<Value>>,
  name: string,
  priority: Priority,
  read: () => Promise<Value>,
): Promise<Value> {
  const underWay = flights.get(name);
  if (underWay && PRIORITIES.indexOf(underWay.priority) <= PRIORITIES.indexOf(priority))
    return underWay.answer;
  const answer = read().finally(() => {
    if (flights.get(name) === flight) flights.delete(name);
  });
  const flight = { priority, answer };
  flights.set(name, flight);
  return answer;
}
