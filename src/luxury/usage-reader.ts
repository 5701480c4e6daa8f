import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { giveBackLease, takeLease } from '../kit/lease.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { noteUsage, readUsage, type Snapshot, takeSnapshot, type UsageServices } from './usage.ts';

/** One process reads for all. Another takes over two rounds and five seconds after its last renewal. */
const LEASE = 'usage-reading';
const LEASE_ROUNDS = 2;
const LEASE_MARGIN_SECONDS = 5;
/** How old the stored time of an unchanged reading may become before it is stored again. */
const UNCHANGED_FOR_SECONDS = 60;
/** The most pages that a round reads to search for accounts: in a longer list it takes several rounds. */
const MAX_SEARCH_PAGES = 20;
/** How long an account that was on no page is left out of the search. */
const ABSENT_FOR_MS = 60_000;
/** Doubtful accounts of a page that a round reads again: the page may be wrong about all of its accounts. */
const MAX_READ_AGAIN = 10;
/** Pages that are read at the same time; the upstream may need a third of a second for each. */
const PAGES_AT_ONCE = 4;

interface UsageRound {
  /** Calls of the upstream that read a page. */
  pages: number;
  /** Orders that have used more than was stored. */
  changed: number;
  /** Accounts of orders that have used less than what is stored, by two readings. */
  lower: string[];
}

interface Round {
  done: UsageRound;
  /** Pages that this round has read or tried to read. */
  read: Set<number>;
  failures: UpstreamError[];
  /** Watched accounts that this round has not found on any page yet. */
  missing: Set<string>;
}

/**
 * Reads from the upstream what Luxury orders have used. Every round reads the pages with orders that are
 * watched, in use or low on traffic, and the last page, where new accounts appear; all other pages are read
 * about once a minute. One process does this for all. The cost depends on the number of pages, not on the
 * number of orders or subscribers.
 */
export class UsageReader {
  readonly #services: UsageServices;
  readonly #holder = randomUUID();
  /** The page on which each watched account was last seen. */
  readonly #pageOf = new Map<string, number>();
  readonly #pollSeconds: number;
  readonly #pages: UsagePages;
  /** The instant at which a complete search found an account on no page, by account. */
  readonly #absent = new Map<string, number>();
  #searchFrom = 0;

  /** `pollSeconds`: the interval at which `round` is called. */
  constructor(services: UsageServices, pollSeconds: number) {
    this.#services = services;
    this.#pollSeconds = pollSeconds;
    this.#pages = new UsagePages(pollSeconds);
  }

  /**
   * Reads one round; does nothing while another process has the lease. A page that cannot be read does not
   * keep the others from being read; an upstream that is down ends the round. At its end throws the first
   * UpstreamError, if there was one; the next round tries again.
   */
  async round(): Promise<UsageRound> {
    const done: UsageRound = { pages: 0, changed: 0, lower: [] };
    const { sql: db } = this.#services.database;
    const seconds = LEASE_ROUNDS * this.#pollSeconds + LEASE_MARGIN_SECONDS;
    if ((await takeLease(db, LEASE, this.#holder, seconds)) === undefined) return done;
    const missing = new Set(await readWatchedAccounts(db));
    for (const upstreamId of this.#pageOf.keys())
      if (!missing.has(upstreamId)) this.#pageOf.delete(upstreamId);
    const round: Round = { done, missing, read: new Set(), failures: [] };
    await this.#readPages(new Set(this.#pageOf.values()), round);
    await this.#readPagesOfEveryRound(round);
    await this.#readPages(this.#pages.others(round.read), round);
    await this.#search(round);
    const [failure] = round.failures;
    if (failure) throw failure;
    return done;
  }

  /** Ends the lease, so that another process takes over at once. */
  async close(): Promise<void> {
    await giveBackLease(this.#services.database.sql, LEASE, this.#holder);
  }

  /** Reading a page may show that there is a further page, which is then read next. */
  async #readPagesOfEveryRound(round: Round): Promise<void> {
    for (let before = 0; ; ) {
      const next = this.#pages.inEveryRound(round.read, before);
      if (next.length === 0) return;
      await this.#readPages(next, round);
      before += next.length;
    }
  }

  /** Searches for watched accounts whose page is not known, or changed. The next round goes on from there. */
  async #search(round: Round): Promise<void> {
    const { missing, read } = round;
    const now = this.#services.clock.now().getTime();
    for (const [upstreamId, since] of this.#absent) {
      if (now - since < ABSENT_FOR_MS) missing.delete(upstreamId);
      else this.#absent.delete(upstreamId);
    }
    for (let searched = 0; missing.size > 0 && searched < MAX_SEARCH_PAGES; this.#searchFrom++) {
      if (!read.has(this.#searchFrom)) searched += 1;
      await this.#readPages([this.#searchFrom], round);
      if (this.#pages.has(this.#searchFrom + 1)) continue;
      // Since the search began at the first page, every page that can be read was read.
      for (const upstreamId of missing) this.#absent.set(upstreamId, now);
      this.#searchFrom = 0;
      return;
    }
  }

  /** Reads those of the pages that this round has not read yet. */
  async #readPages(pages: Iterable<number>, round: Round): Promise<void> {
    const { database, bell } = this.#services;
    const unread = [...pages].filter((page) => !round.read.has(page));
    for (let from = 0; from < unread.length; from += PAGES_AT_ONCE) {
      const snapshot = await takeSnapshot(database.sql);
      const some = unread.slice(from, from + PAGES_AT_ONCE);
      const { changed } = round.done;
      const readings = await Promise.allSettled(some.map((page) => this.#readPage(page, snapshot, round)));
      // At once: subscribers wait for it. If this fails, the next look for events tells of it.
      if (round.done.changed > changed) await bell.send(database.sql).catch(() => {});
      for (const [i, reading] of readings.entries())
        if (reading.status === 'rejected') this.#noteFailure(some[i] ?? 0, reading.reason, round);
    }
  }

  /** Throws errors that are not about this page alone. */
  #noteFailure(page: number, error: unknown, { read, failures }: Round): void {
    if (!(error instanceof UpstreamError) || !this.#services.traffic.isUp()) throw error;
    failures.push(error);
    read.add(page);
    this.#pages.couldNotBeRead(page);
  }

  async #readPage(page: number, snapshot: Snapshot, round: Round): Promise<void> {
    const { database, bell, traffic, clock } = this.#services;
    const { done, missing, read } = round;
    const { leftBytes, isLast } = await traffic.leftOnPage(page);
    done.pages += 1;
    for (const upstreamId of leftBytes.keys())
      if (missing.delete(upstreamId)) this.#pageOf.set(upstreamId, page);
    const noted = await noteUsage(database, snapshot, leftBytes, clock.now(), UNCHANGED_FOR_SECONDS, true);
    done.changed += noted.changed.length;
    bell.ring(noted.changed);
    const doubtful = noted.doubtful.slice(0, MAX_READ_AGAIN);
    const again = await Promise.allSettled(doubtful.map((one) => readUsage(this.#services, one, false)));
    for (const one of again)
      if (one.status === 'rejected') this.#noteFailure(page, one.reason, round);
      else {
        done.changed += one.value.changed.length;
        done.lower.push(...one.value.doubtful);
      }
    read.add(page);
    const inEveryRound = noted.inEveryRound || noted.doubtful.length > 0;
    this.#pages.wasRead(page, { isLast, inEveryRound });
  }
}

/** How often every page is read at least: an idle order that comes into use is noticed within a minute. */
const FULL_READING_SECONDS = 60;
/**
 * How many of the pages that belong to every round a round reads at most, which is enough for 20,000 orders.
 * If there are more, they take turns, so that a round stays short.
 */
const MAX_PAGES_OF_EVERY_ROUND = 20;
/**
 * How many pages after an unreadable one are tried. If none of them can be read, the list is presumed to end.
 */
const MAX_PRESUMED_PAGES = 5;

interface Page {
  /** Whether it is read in every round: one of its orders is in use or has little left, or it is the last. */
  inEveryRound: boolean;
  /** The number of the last reading, failed ones included; 0 before the first. */
  lastReading: number;
  /** How many pages up to this one are only presumed, because the page before them could not be read. */
  presumed: number;
}

/** The pages of the upstream's list of accounts: what is known of each, and which are read next. */
export class UsagePages {
  readonly #roundSeconds: number;
  readonly #pages = new Map<number, Page>([[0, { inEveryRound: true, lastReading: 0, presumed: 0 }]]);
  #readings = 0;

  constructor(roundSeconds: number) {
    this.#roundSeconds = roundSeconds;
  }

  /** To be called after each reading. The last page is of every round: new accounts appear there. */
  wasRead(page: number, { inEveryRound, isLast }: { inEveryRound: boolean; isLast: boolean }): void {
    // An earlier page, read at the same time, has turned out to be the last.
    if (!this.#pages.has(page)) return;
    this.#readings += 1;
    this.#pages.set(page, { inEveryRound: inEveryRound || isLast, lastReading: this.#readings, presumed: 0 });
    if (isLast) for (const later of this.#pages.keys()) if (later > page) this.#pages.delete(later);
    if (!isLast) this.#expect(page + 1, 0);
  }

  /** For a page that could not be read: it counts as read in this round, and one may follow it. */
  couldNotBeRead(page: number): void {
    const known = this.#pages.get(page);
    if (!known) return;
    this.#readings += 1;
    this.#pages.set(page, { ...known, lastReading: this.#readings });
    if (known.presumed < MAX_PRESUMED_PAGES) this.#expect(page + 1, known.presumed + 1);
  }

  #expect(page: number, presumed: number): void {
    if (!this.#pages.has(page)) this.#pages.set(page, { inEveryRound: true, lastReading: 0, presumed });
  }

  /** Whether the list has this page, as far as is known. */
  has(page: number): boolean {
    return this.#pages.has(page);
  }

  /** Pages of every round that this one has not read, longest unread first; `before` is how many it has. */
  inEveryRound(read: ReadonlySet<number>, before: number): number[] {
    return this.#longestUnread(read, ({ inEveryRound }) => inEveryRound, MAX_PAGES_OF_EVERY_ROUND - before);
  }

  /** Further pages, as many as each round needs so that all are read within a minute. */
  others(read: ReadonlySet<number>): number[] {
    const share = Math.ceil((this.#pages.size * this.#roundSeconds) / FULL_READING_SECONDS);
    return this.#longestUnread(read, () => true, share);
  }

  #longestUnread(read: ReadonlySet<number>, holds: (page: Page) => boolean, most: number): number[] {
    return [...this.#pages]
      .filter(([page, known]) => !read.has(page) && holds(known))
      .sort(([, a], [, b]) => a.lastReading - b.lastReading)
      .slice(0, most)
      .map(([page]) => page);
  }
}

/**
 * Stores that a process watches the traffic of these orders for `seconds` from now, and no others. Times are
 * the database's, so that all processes agree. Also deletes the watches of processes that have died.
 */
export async function writeWatch(
  db: Sql,
  processId: string,
  orderIds: readonly number[],
  seconds: number,
): Promise<void> {
  await sql`
    with dead as (delete from watchers where watches_until < now() and process_id <> ${processId})
    insert into watchers (process_id, order_ids, watches_until)
    values (${processId}, ${[...orderIds]}::bigint[], now() + make_interval(secs => ${seconds}))
    on conflict (process_id) do update
      set order_ids = excluded.order_ids, watches_until = excluded.watches_until`.execute(db);
}

/** Deletes the watch of a process, and those of processes that have died. */
export async function deleteWatch(db: Sql, processId: string): Promise<void> {
  await sql`delete from watchers where process_id = ${processId} or watches_until < now()`.execute(db);
}

/** The upstream's ids of the accounts whose orders any process watches. */
async function readWatchedAccounts(db: Sql): Promise<string[]> {
  const { rows } = await sql<{ upstream_id: string }>`
    select distinct t.upstream_id
    from watchers w cross join unnest(w.order_ids) watched (order_id)
      join luxury_traffic t on t.order_id = watched.order_id
    where w.watches_until > clock_timestamp()`.execute(db);
  return rows.map((row) => row.upstream_id);
}
