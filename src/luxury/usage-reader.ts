import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { UpstreamError } from '../upstreams/failure.ts';
import { noteUsage, takeSnapshot } from './note-usage.ts';
import type { LuxuryServices } from './services.ts';

/** Work of which one process does all; the others take over when it has said nothing for so long. */
const LEASE = 'usage-reading';
const LEASE_ROUNDS = 2;
const LEASE_MARGIN_SECONDS = 5;
/** How often the orders that nobody watches are read: their status in a list may lag by this, their own traffic does not. */
const SWEEP_EVERY_MS = 60_000;
/** How old the time of an unchanged reading may grow before it is written down all the same. */
const UNCHANGED_FOR_SECONDS = 60;
/** Pages that a round may spend on looking for accounts; in a longer list some rounds pass before all are found. */
const MAX_SEARCH_PAGES = 20;

export interface UsageRound {
  /** Pages that were read of the upstream: calls. */
  pages: number;
  /** Orders that have used more than was known. */
  changed: number;
}

/**
 * Reads from the upstream what Luxury orders have used: those that somebody watches in every round, the others about once a
 * minute. One process does it for all, and what it costs goes with the number of pages, not with the number of watchers.
 */
export class UsageReader {
  readonly #services: Pick<LuxuryServices, 'database' | 'traffic' | 'clock'>;
  readonly #holder = randomUUID();
  /** Where accounts were last seen. */
  readonly #pageOf = new Map<string, number>();
  readonly #pollSeconds: number;
  /** Accounts that were on no page when all had been read; they are looked for again by the next sweep. */
  readonly #absent = new Set<string>();
  #searchFrom = 0;
  /** How many pages there were at the end of the last sweep. */
  #pageCount = 1;
  #sweep = { startedAt: Number.NEGATIVE_INFINITY, nextPage: 0, done: true };

  /** `pollSeconds`: how often `round` is going to be called. */
  constructor(services: Pick<LuxuryServices, 'database' | 'traffic' | 'clock'>, pollSeconds: number) {
    this.#services = services;
    this.#pollSeconds = pollSeconds;
  }

  /** One round; does nothing where another process has the work. An upstream that fails ends the round: the next tries again. */
  async round(): Promise<UsageRound> {
    const done: UsageRound = { pages: 0, changed: 0 };
    if (!(await this.#holdsLease())) return done;
    const watched = await this.#readWatched();
    const missing = new Set(watched);
    for (const upstreamId of this.#pageOf.keys())
      if (!missing.has(upstreamId)) this.#pageOf.delete(upstreamId);
    const read = new Map<number, boolean>();
    try {
      for (const page of new Set(this.#pageOf.values())) {
        read.set(page, await this.#readPage(page, missing, done));
      }
      await this.#sweepOn(read, missing, done);
      for (const upstreamId of this.#absent) missing.delete(upstreamId);
      await this.#search(missing, read, done);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
    return done;
  }

  /** Lets another process take over at once. */
  async close(): Promise<void> {
    await sql`delete from leases where name = ${LEASE} and holder = ${this.#holder}`.execute(
      this.#services.database.sql,
    );
  }

  async #holdsLease(): Promise<boolean> {
    const { rows } = await sql`
      insert into leases as l (name, holder, held_until)
      values (${LEASE}, ${this.#holder}, clock_timestamp() + make_interval(secs => ${LEASE_ROUNDS * this.#pollSeconds + LEASE_MARGIN_SECONDS}))
      on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
        where l.holder = excluded.holder or l.held_until <= clock_timestamp()
      returning 1`.execute(this.#services.database.sql);
    return rows.length === 1;
  }

  /** The accounts of the orders that are watched in any process. */
  async #readWatched(): Promise<string[]> {
    const { rows } = await sql<{ upstream_id: string }>`
      select distinct t.upstream_id from watchers w, unnest(w.order_ids) as watched (order_id)
      join luxury_traffic t using (order_id)
      where w.watches_until > clock_timestamp()`.execute(this.#services.database.sql);
    return rows.map((row) => row.upstream_id);
  }

  /** Unwatched orders are read some pages in each round, so many that all are read within a minute and none holds up the watched. */
  async #sweepOn(read: Map<number, boolean>, missing: Set<string>, done: UsageRound): Promise<void> {
    const now = this.#services.clock.now().getTime();
    if (this.#sweep.done) {
      if (now - this.#sweep.startedAt < SWEEP_EVERY_MS) return;
      this.#sweep = { startedAt: now, nextPage: 0, done: false };
      this.#absent.clear();
    }
    const pages = Math.ceil((this.#pageCount * this.#pollSeconds * 1_000) / SWEEP_EVERY_MS);
    for (let swept = 0; swept < pages && !this.#sweep.done; swept++) {
      const { nextPage } = this.#sweep;
      const isLast = read.get(nextPage) ?? (await this.#readPage(nextPage, missing, done));
      read.set(nextPage, isLast);
      this.#sweep.nextPage = nextPage + 1;
      if (!isLast) continue;
      this.#sweep.done = true;
      this.#pageCount = nextPage + 1;
    }
  }

  /** Looks for accounts that were not where they were last seen, or never seen; goes on in the next round where it has to stop. */
  async #search(missing: Set<string>, read: ReadonlyMap<number, boolean>, done: UsageRound): Promise<void> {
    for (let searched = 0; missing.size > 0 && searched < MAX_SEARCH_PAGES; this.#searchFrom++) {
      if (read.has(this.#searchFrom)) continue;
      searched += 1;
      if (!(await this.#readPage(this.#searchFrom, missing, done))) continue;
      // All pages were read since the search began at the first.
      for (const upstreamId of missing) this.#absent.add(upstreamId);
      this.#searchFrom = 0;
      return;
    }
  }

  async #readPage(page: number, missing: Set<string>, done: UsageRound): Promise<boolean> {
    const { database, traffic, clock } = this.#services;
    const snapshot = await takeSnapshot(database.sql);
    const { leftBytes, isLast } = await traffic.leftOnPage(page);
    done.pages += 1;
    for (const upstreamId of leftBytes.keys())
      if (missing.delete(upstreamId)) this.#pageOf.set(upstreamId, page);
    done.changed += await noteUsage(database, snapshot, leftBytes, clock.now(), UNCHANGED_FOR_SECONDS);
    return isLast;
  }
}
