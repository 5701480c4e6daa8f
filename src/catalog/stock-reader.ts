import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock.ts';
import type { Database } from '../kit/database.ts';
import { giveBackLease, takeLease } from '../kit/lease.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TermUpstream } from '../upstreams/term.ts';
import type { Countries } from './countries.ts';
import { exchangeReadings } from './stock-table.ts';
import type { Stocks } from './stocks.ts';

/** A process that has said nothing for so long has died: a call takes 20 seconds at the most, and most take a blink. */
const LEASE_SECONDS = 25;
/** How long the upstream is left alone after a reading that failed. */
const REST_MS = 30_000;

export interface StockReaderServices {
  database: Database;
  clock: Clock;
  term: TermUpstream;
  countries: Countries;
}

/**
 * Reads behind what requests have asked for: some calls in each round, so that purchases find places in the upstream's pace. Of each
 * stock one process does it for all; the others take over from the database what that one has read.
 */
export class StockReader {
  readonly #services: StockReaderServices;
  readonly #stocks: Stocks;
  readonly #holder = randomUUID();
  readonly #held = new Set<string>();
  readonly #callsOfRound: number;
  #restUntil = 0;

  constructor(services: StockReaderServices, callsOfRound: number) {
    this.#services = services;
    this.#stocks = services.countries.stocks;
    this.#callsOfRound = callsOfRound;
  }

  /** One round; does nothing when nobody wants anything. An upstream that fails ends it, and what is known stays. */
  async round(): Promise<void> {
    const { database, clock, term } = this.#services;
    if (!term.isUp() || clock.now().getTime() < this.#restUntil) return;
    for (const stock of this.#stocks.wanted) {
      await exchangeReadings(database.sql, stock, this.#stocks.known(stock));
      if (this.#stocks.settle(stock)) await this.#giveBack(stock);
      else if (await this.#take(stock)) return this.#readSome(stock);
    }
  }

  /** Lets another process take over at once. */
  async close(): Promise<void> {
    for (const stock of this.#held) await this.#giveBack(stock);
  }

  async #readSome(stock: string): Promise<void> {
    const known = this.#stocks.known(stock);
    const since = this.#stocks.wantedSince(stock);
    try {
      for (let calls = 0; calls < this.#callsOfRound; calls++) {
        const [country] = known.oldCounts(since);
        if (known.hasOldCountries(since)) await this.#stocks.readCountries(stock, 'background');
        else if (country !== undefined) await this.#stocks.readCount(stock, country, 'background');
      }
      this.#stocks.noteAttempt(stock, true);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      this.#stocks.noteAttempt(stock, false);
      this.#restUntil = this.#services.clock.now().getTime() + REST_MS;
      // Another process may try meanwhile, and learns so itself that it fails.
      await this.#giveBack(stock);
    }
  }

  async #take(stock: string): Promise<boolean> {
    const taken = await takeLease(this.#services.database.sql, nameOf(stock), this.#holder, LEASE_SECONDS);
    if (taken) this.#held.add(stock);
    return taken;
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
