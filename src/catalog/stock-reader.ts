import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock.ts';
import type { Database } from '../kit/database.ts';
import { giveBackLease, takeLease } from '../kit/lease.ts';
import { NoTurnError, UpstreamError } from '../upstreams/failure.ts';
import type { TermUpstream } from '../upstreams/term.ts';
import type { Countries } from './countries.ts';
import { exchangeReadings } from './stock-table.ts';
import type { Stocks } from './stocks.ts';

/**
 * The lease ends when a process has not renewed it for so long. A call takes 20 seconds at the most, and
 * usually a fraction of one.
 */
const LEASE_SECONDS = 25;
/** How long a stock is not read after reading it has failed, in milliseconds. */
const PAUSE_MS = 30_000;

export interface StockReaderServices {
  database: Database;
  clock: Clock;
  term: TermUpstream;
  countries: Countries;
}

/**
 * Reads in the background the stocks that requests have asked for. A round makes only a few calls, so that
 * purchases find room in the rate that the upstream allows. One process reads a stock for all, and the others
 * take its readings from the database.
 */
export class StockReader {
  readonly #services: StockReaderServices;
  readonly #stocks: Stocks;
  readonly #holder = randomUUID();
  readonly #held = new Set<string>();
  readonly #callsOfRound: number;
  readonly #restUntil = new Map<string, number>();

  constructor(services: StockReaderServices, callsOfRound: number) {
    this.#services = services;
    this.#stocks = services.countries.stocks;
    this.#callsOfRound = callsOfRound;
  }

  /**
   * One round. Does nothing when no stock is wanted. After a failure a stock is not read for a while and goes
   * behind the others, and what is known of it stays. At its end throws the failures of the upstream and of
   * the database.
   */
  async round(): Promise<void> {
    const { clock, term } = this.#services;
    const failures: unknown[] = [];
    for (const stock of term.isUp() ? this.#stocks.wanted : []) {
      if (clock.now().getTime() < (this.#restUntil.get(stock) ?? 0)) continue;
      try {
        if (await this.#readSome(stock)) break;
      } catch (error) {
        // Nothing was sent: the upstream's rate has no room for background calls now.
        if (error instanceof NoTurnError) break;
        failures.push(error);
        this.#restUntil.set(stock, clock.now().getTime() + PAUSE_MS);
        this.#stocks.putLast(stock);
        // Another process may try meanwhile: reading the stock may succeed there.
        await this.#giveBack(stock).catch((failure: unknown) => failures.push(failure));
        if (error instanceof UpstreamError) break;
      }
    }
    if (failures.length > 1) throw new AggregateError(failures, 'several stocks could not be read');
    if (failures.length === 1) throw failures[0];
  }

  /** Gives all leases back, so that other processes can take over at once. */
  async close(): Promise<void> {
    for (const stock of this.#held) await this.#giveBack(stock);
  }

  /**
   * Whether calls were made for the stock: not when everything is read, or when another process reads it.
   * Throws UpstreamError.
   */
  async #readSome(stock: string): Promise<boolean> {
    const { database, clock } = this.#services;
    const known = this.#stocks.known(stock);
    // A request may read the rest during the exchange, which stores only what was read before it.
    let isStored: boolean;
    do {
      isStored = this.#stocks.isRead(stock);
      await exchangeReadings(database.sql, stock, known, clock);
    } while (!isStored && this.#stocks.isRead(stock));
    if (isStored && this.#stocks.isRead(stock)) {
      this.#stocks.finish(stock);
      await this.#giveBack(stock);
      return false;
    }
    if (!(await this.#take(stock))) return false;
    const since = this.#stocks.wantedSince(stock);
    for (let calls = 0; calls < this.#callsOfRound; calls++) {
      const [country] = known.oldCounts(since);
      if (known.hasOldCountries(since)) await this.#stocks.readCountries(stock, 'background');
      else if (country !== undefined) await this.#stocks.readCount(stock, country, 'background');
    }
    return true;
  }

  async #take(stock: string): Promise<boolean> {
    const taken = await takeLease(this.#services.database.sql, nameOf(stock), this.#holder, LEASE_SECONDS);
    if (taken) this.#held.add(stock);
    return taken !== undefined;
  }

  async #giveBack(stock: string): Promise<void> {
    if (!this.#held.has(stock)) return;
    await giveBackLease(this.#services.database.sql, nameOf(stock), this.#holder);
    this.#held.delete(stock);
  }
}

function nameOf(stock: string): string {
  return `stock-reading ${stock}`;
}
