import { randomUUID } from 'node:crypto';
import { dispatch } from '../events/outbox.ts';
import { giveBackLease, takeLease } from '../kit/lease.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { noteUsage, readUsage, type Snapshot, takeSnapshot } from './note-usage.ts';
import type { LuxuryServices } from './services.ts';
import { UsagePages } from './usage-pages.ts';
import { readWatchedAccounts } from './watched-orders.ts';

/**
 * One process reads usage for all. Another one takes over when this lease lapses, which is two rounds and
 * five seconds after its last renewal.
 */
const LEASE = 'usage-reading';
const LEASE_ROUNDS = 2;
const LEASE_MARGIN_SECONDS = 5;
/** How old the stored time of an unchanged reading may become before it is stored again. */
const UNCHANGED_FOR_SECONDS = 60;
/**
 * How many pages a round reads at most to search for accounts. In a longer list a search takes several
 * rounds.
 */
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
  /** The errors of pages that could not be read. */
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
  readonly #services: Pick<LuxuryServices, 'database' | 'traffic' | 'clock'>;
  readonly #holder = randomUUID();
  /** The page on which each watched account was last seen. */
  readonly #pageOf = new Map<string, number>();
  readonly #pollSeconds: number;
  readonly #pages: UsagePages;
  /** The instant at which a complete search found an account on no page, by account. */
  readonly #absent = new Map<string, number>();
  #searchFrom = 0;

  /** `pollSeconds`: the interval at which `round` is called. */
  constructor(services: Pick<LuxuryServices, 'database' | 'traffic' | 'clock'>, pollSeconds: number) {
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
    if (!(await this.#holdsLease())) return done;
    const missing = new Set(await readWatchedAccounts(this.#services.database.sql));
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

  async #holdsLease(): Promise<boolean> {
    const seconds = LEASE_ROUNDS * this.#pollSeconds + LEASE_MARGIN_SECONDS;
    return (await takeLease(this.#services.database.sql, LEASE, this.#holder, seconds)) !== undefined;
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

  /**
   * Searches for watched accounts that are not on their last known page, or that have none. Continues in the
   * next round from where it stops.
   */
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
    const unread = [...pages].filter((page) => !round.read.has(page));
    for (let from = 0; from < unread.length; from += PAGES_AT_ONCE) {
      const snapshot = await takeSnapshot(this.#services.database.sql);
      const some = unread.slice(from, from + PAGES_AT_ONCE);
      const { changed } = round.done;
      const readings = await Promise.allSettled(some.map((page) => this.#readPage(page, snapshot, round)));
      if (round.done.changed > changed) await this.#dispatch();
      for (const [i, reading] of readings.entries())
        if (reading.status === 'rejected') this.#noteFailure(some[i] ?? 0, reading.reason, round);
    }
  }

  /**
   * Subscribers would wait up to 50 ms for the next look into the outbox. If this fails, that look takes the
   * events.
   */
  async #dispatch(): Promise<void> {
    await dispatch(this.#services.database.sql).catch(() => {});
  }

  /** Throws errors that are not about this page alone. */
  #noteFailure(page: number, error: unknown, { read, failures }: Round): void {
    if (!(error instanceof UpstreamError) || !this.#services.traffic.isUp()) throw error;
    failures.push(error);
    read.add(page);
    this.#pages.couldNotBeRead(page);
  }

  async #readPage(page: number, snapshot: Snapshot, round: Round): Promise<void> {
    const { database, traffic, clock } = this.#services;
    const { done, missing, read } = round;
    const { leftBytes, isLast } = await traffic.leftOnPage(page);
    done.pages += 1;
    for (const upstreamId of leftBytes.keys())
      if (missing.delete(upstreamId)) this.#pageOf.set(upstreamId, page);
    const noted = await noteUsage(database, snapshot, leftBytes, clock.now(), UNCHANGED_FOR_SECONDS, true);
    done.changed += noted.changed;
    const doubtful = noted.doubtful.slice(0, MAX_READ_AGAIN);
    const again = await Promise.allSettled(doubtful.map((one) => readUsage(this.#services, one, false)));
    for (const one of again)
      if (one.status === 'rejected') this.#noteFailure(page, one.reason, round);
      else {
        done.changed += one.value.changed;
        done.lower.push(...one.value.doubtful);
      }
    read.add(page);
    const inEveryRound = noted.inEveryRound || noted.doubtful.length > 0;
    this.#pages.wasRead(page, { isLast, inEveryRound });
  }
}
