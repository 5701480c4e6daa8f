import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { UpstreamError } from '../upstreams/failure.ts';
import { noteUsage, takeSnapshot } from './note-usage.ts';
import type { LuxuryServices } from './services.ts';

/** Work of which one process does all; the others take over when it has said nothing for so long. */
const LEASE = 'usage-reading';
const LEASE_SECONDS = 15;
/** How often the orders that nobody watches are read: their status in a list may lag by this, their own traffic does not. */
const SWEEP_EVERY_MS = 60_000;
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
  #searchFrom = 0;
  #sweep = { startedAt: Number.NEGATIVE_INFINITY, nextPage: 0, done: true };

  constructor(services: Pick<LuxuryServices, 'database' | 'traffic' | 'clock'>) {
    this.#services = services;
  }

  /** One round; does nothing where another process has the work. An upstream that fails ends the round: the next tries again. */
  async round(): Promise<UsageRound> {
    const done: UsageRound = { pages: 0, changed: 0 };
    if (!(await this.#holdsLease())) return done;
    const watched = await this.#readWatched();
    const missing = new Set(watched);
    for (const upstreamId of this.#pageOf.keys())
      if (!missing.has(upstreamId)) this.#pageOf.delete(upstreamId);
    const pages = new Set(this.#pageOf.values());
    const sweepPage = this.#nextSweepPage();
    if (sweepPage !== undefined) pages.add(sweepPage);
    try {
      for (const page of pages) {
        const isLast = await this.#readPage(page, missing, done);
        if (page === sweepPage) this.#sweep = { ...this.#sweep, nextPage: page + 1, done: isLast };
      }
      await this.#search(missing, pages, done);
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
      values (${LEASE}, ${this.#holder}, clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}))
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

  /** Unwatched orders are read page by page, one in each round, so that a large account holds nobody up. */
  #nextSweepPage(): number | undefined {
    const now = this.#services.clock.now().getTime();
    if (this.#sweep.done && now - this.#sweep.startedAt >= SWEEP_EVERY_MS)
      this.#sweep = { startedAt: now, nextPage: 0, done: false };
    return this.#sweep.done ? undefined : this.#sweep.nextPage;
  }

  /** Looks for accounts that were not where they were last seen, or never seen; goes on in the next round where it has to stop. */
  async #search(missing: Set<string>, read: ReadonlySet<number>, done: UsageRound): Promise<void> {
    for (let searched = 0; missing.size > 0 && searched < MAX_SEARCH_PAGES; this.#searchFrom++) {
      if (read.has(this.#searchFrom)) continue;
      searched += 1;
      if (!(await this.#readPage(this.#searchFrom, missing, done))) continue;
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
    done.changed += await noteUsage(database, snapshot, leftBytes, clock.now());
    return isLast;
  }
}
