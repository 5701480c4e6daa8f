import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { giveBackLease, takeLease } from '../kit/lease.ts';
import { later, statement } from '../kit/statement.ts';
import { NoRateSlotError, UpstreamError } from '../upstreams/failure.ts';
import type { TermUpstream } from '../upstreams/term.ts';
import type { TrafficUpstream } from '../upstreams/traffic.ts';
import { type ProductType, readCatalog } from './catalog.ts';
import type { Countries } from './countries.ts';
import type { Geo } from './geo.ts';
import type { KnownStock, StockReading, Stocks } from './stock.ts';

/** The lease ends without a renewal for so long. A call takes 20 seconds at the most. */
const LEASE_SECONDS = 25;
/** How long a stock is not read after reading it has failed, in milliseconds. */
const PAUSE_MS = 30_000;

interface StockReaderServices {
  database: Database;
  clock: Clock;
  term: TermUpstream;
  countries: Countries;
}

/**
 * Reads in the background the stocks that are wanted, by a few calls in a round, which leave room to
 * purchases. One process reads a stock, and the others take its readings from the database.
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

  /** After a failure a stock rests, and goes behind the others. Throws the failures at the end. */
  async round(): Promise<void> {
    const { clock, term } = this.#services;
    const failures: unknown[] = [];
    for (const stock of term.isUp() ? this.#stocks.wanted : []) {
      if (clock.now().getTime() < (this.#restUntil.get(stock) ?? 0)) continue;
      try {
        if (await this.#readSome(stock)) break;
      } catch (error) {
        // Nothing was sent: the upstream's rate has no room for background calls now.
        if (error instanceof NoRateSlotError) break;
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

  /** Whether calls were made: not when all is read, or another process reads it. Throws UpstreamError. */
  async #readSome(stock: string): Promise<boolean> {
    const { database, clock } = this.#services;
    const known = this.#stocks.known(stock);
    // A request may read the rest during the exchange, which stores only what was read before it.
    let isStored: boolean;
    do {
      isStored = this.#stocks.isRead(stock);
      // Which reading is later is decided by the database's clock: by its own, a process whose clock is wrong
      // would take none of the others' readings, or all of them.
      await loadReadings(database.sql, stock, known, clock);
      await saveCountries(database.sql, stock, known, clock);
      await saveCounts(database.sql, stock, known, clock);
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

/**
 * Loads what the database has from before the start, and begins to read the rest of what is sold before a
 * request needs it. Does not wait for an upstream.
 */
export async function fetchAhead(
  services: StockReaderServices & { geo: Geo; traffic: TrafficUpstream },
): Promise<void> {
  const { database, clock, term, traffic, countries, geo } = services;
  const types = (await readCatalog(database.sql, 'standard')).flatMap((tier) => tier.types);
  const sold = (by: { sells(product: string): boolean }, type: ProductType) => by.sells(type.upstreamProduct);
  const ofTerm = types.filter((type) => type.upstream === 'px6' && sold(term, type));
  for (const stock of new Set(ofTerm.map((type) => term.stockOf(type.upstreamProduct)))) {
    await loadReadings(database.sql, stock, countries.stocks.known(stock), clock);
    countries.stocks.want(stock);
  }
  for (const type of types.filter((type) => type.upstream === 'dataimpulse' && sold(traffic, type))) {
    // A request that needs it tries again, and gets the failure if there is one.
    geo.items(type, 'countries').catch(() => {});
  }
}

/** When something was read, and how many milliseconds ago that is, both by the database's clock. */
type Stored = { read_at: Date; age: number };

// A reading that is later than the database's present time was stored by another clock. It is ignored, so
// that the stock is read again.
const AGE = sql<number>`(extract(epoch from clock_timestamp() - read_at) * 1000)::float8`.as('age');
const IS_PAST = sql<boolean>`read_at <= clock_timestamp()`;
const readCountries = statement<{ stock: string }>()((db, { stock }) =>
  db.selectFrom('stocks').select(['countries', 'read_at', AGE]).where('name', '=', stock).where(IS_PAST),
);
const readCounts = statement<{ stock: string }>()((db, { stock }) =>
  db
    .selectFrom('stock_counts')
    .select(['country', 'available', 'read_at', AGE])
    .where('stock', '=', stock)
    .where(IS_PAST),
);

/** Takes from the database what another process has read later than this one. */
async function loadReadings(db: Sql, stock: string, known: KnownStock, clock: Clock): Promise<void> {
  const lists = await readCountries(db, { stock });
  const now = clock.now().getTime();
  for (const row of lists)
    if (isNewer(row, known.countries, now)) known.noteCountries(row.countries, now - row.age, storedAt(row));
  const counts = await readCounts(db, { stock });
  const then = clock.now().getTime();
  for (const row of counts)
    if (isNewer(row, known.counts.get(row.country), then))
      known.noteCount(row.country, row.available, then - row.age, storedAt(row));
}

/** A reading that this process has already is not newer: a sale may have been subtracted from it since. */
function isNewer(row: Stored, known: StockReading<unknown> | undefined, now: number): boolean {
  if (!known) return true;
  return known.storedAt === undefined ? now - row.age > known.readAt : storedAt(row) > known.storedAt;
}

function storedAt(row: { read_at: Date }): number {
  return row.read_at.getTime();
}

async function saveCountries(db: Sql, stock: string, known: KnownStock, clock: Clock): Promise<void> {
  const { countries } = known;
  if (!countries || countries.storedAt !== undefined) return;
  const age = sql`make_interval(secs => ${secondsSince(countries.readAt, clock)}::float8)`;
  const { rows } = await sql<{ read_at: Date }>`
    with listed as (
      insert into stocks (name, countries, read_at)
      values (${stock}, ${[...countries.value]}::text[], clock_timestamp() - ${age})
      on conflict (name) do update set countries = excluded.countries, read_at = excluded.read_at
        where stocks.read_at < excluded.read_at or stocks.read_at > ${later(sql`excluded.read_at`, age)}
      returning countries, read_at
    ), gone as (
      delete from stock_counts c using listed where c.stock = ${stock} and c.country <> all (listed.countries)
    )
    select read_at from listed`.execute(db);
  for (const row of rows) countries.storedAt = storedAt(row);
}

/** Writes what this process has read and not written yet. */
export async function saveCounts(db: Sql, stock: string, known: KnownStock, clock: Clock): Promise<void> {
  const unsaved = new Map([...known.counts].filter(([, reading]) => reading.storedAt === undefined));
  if (unsaved.size === 0) return;
  const readings = [...unsaved.values()];
  const counts = readings.map(({ value }) => value);
  const ages = readings.map(({ readAt }) => secondsSince(readAt, clock));
  const { rows } = await sql<{ country: string; read_at: Date }>`
    insert into stock_counts (stock, country, available, read_at)
    select ${stock}, country, available, clock_timestamp() - make_interval(secs => age)
    from unnest(${[...unsaved.keys()]}::text[], ${counts}::int[], ${ages}::float8[])
      r (country, available, age)
    on conflict (stock, country) do update set available = excluded.available, read_at = excluded.read_at
      where stock_counts.read_at < excluded.read_at
        or stock_counts.read_at > ${later(sql`excluded.read_at`, sql`make_interval(secs => ${Math.max(...ages)}::float8)`)}
    returning country, read_at`.execute(db);
  for (const row of rows) {
    const reading = unsaved.get(row.country);
    if (reading) reading.storedAt = storedAt(row);
  }
}

function secondsSince(readAt: number, clock: Clock): number {
  return Math.max(0, clock.now().getTime() - readAt) / 1_000;
}
