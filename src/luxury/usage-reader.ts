import { randomUUID } from 'node:crypto';
import { giveBackLease, takeLease } from '../kit/lease.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { noteUsage, type Snapshot, takeSnapshot } from './note-usage.ts';
import type { LuxuryServices } from './services.ts';
import { UsagePages } from './usage-pages.ts';
import { readWatchedAccounts } from './watched-orders.ts';

/** Work of which one process does all; the others take over when it has said nothing for so long. */
const LEASE = 'usage-reading';
const LEASE_ROUNDS = 2;
const LEASE_MARGIN_SECONDS = 5;
/** How old the time of an unchanged reading may grow before it is written down all the same. */
const UNCHANGED_FOR_SECONDS = 60;
/**
 * Pages that a round may spend on looking for accounts; in a longer list some rounds pass before all are
 * found.
 */
const MAX_SEARCH_PAGES = 20;
/** How long an account that was on no page is not looked for. */
const ABSENT_FOR_MS = 60_000;
/** Pages that the upstream is asked for at once: it may take a third of a second for each. */
const PAGES_AT_ONCE = 4;

export interface UsageRound {
  /** Pages that were read of the upstream: calls. */
  pages: number;
  /** Orders that have used more than was known. */
  changed: number;
}

interface Round {
  done: UsageRound;
  /** The pages that had their turn in this round. */
  read: Set<number>;
  /** Why pages could not be read. */
  failures: UpstreamError[];
  /** Watched accounts that were on none of them. */
  missing: Set<string>;
}

/**
 * Reads from the upstream what Luxury orders have used: in every round those that somebody watches, those
 * that move or have little left, and those bought last; the others about once a minute. One process does it
 * for all, and what it costs goes with the number of pages, not with the number of orders or watchers.
 */
export class UsageReader {
  readonly #services: Pick<LuxuryServices, 'database' | 'traffic' | 'clock'>;
  readonly #holder = randomUUID();
  /** Where accounts that are watched were last seen. */
  readonly #pageOf = new Map<string, number>();
  readonly #pollSeconds: number;
  readonly #pages: UsagePages;
  /** Accounts that were on no page when all had been read, and when that was. */
  readonly #absent = new Map<string, number>();
  #searchFrom = 0;

  /** `pollSeconds`: how often `round` is going to be called. */
  constructor(services: Pick<LuxuryServices, 'database' | 'traffic' | 'clock'>, pollSeconds: number) {
    this.#services = services;
    this.#pollSeconds = pollSeconds;
    this.#pages = new UsagePages(pollSeconds);
  }

  /**
   * One round; does nothing where another process has the work. A page that cannot be read keeps nobody from
   * the others; an upstream that is down ends the round. Throws UpstreamError at its end, the first of them;
   * the next round tries again.
   */
  async round(): Promise<UsageRound> {
    const done: UsageRound = { pages: 0, changed: 0 };
    if (!(await this.#holdsLease())) return done;
    const missing = new Set(await readWatchedAccounts(this.#services.database.sql));
    for (const upstreamId of this.#pageOf.keys())
      if (!missing.has(upstreamId)) this.#pageOf.delete(upstreamId);
    const round: Round = { done, missing, read: new Set(), failures: [] };
    await this.#readPages(new Set(this.#pageOf.values()), round);
    await this.#readPressing(round);
    await this.#readPages(this.#pages.others(round.read), round);
    await this.#search(round);
    const [failure] = round.failures;
    if (failure) throw failure;
    return done;
  }

  /** Lets another process take over at once. */
  async close(): Promise<void> {
    await giveBackLease(this.#services.database.sql, LEASE, this.#holder);
  }

  #holdsLease(): Promise<boolean> {
    const seconds = LEASE_ROUNDS * this.#pollSeconds + LEASE_MARGIN_SECONDS;
    return takeLease(this.#services.database.sql, LEASE, this.#holder, seconds);
  }

  /** A page that is read here may show that there is another one, which is read next. */
  async #readPressing(round: Round): Promise<void> {
    for (let before = 0; ; ) {
      const next = this.#pages.pressing(round.read, before);
      if (next.length === 0) return;
      await this.#readPages(next, round);
      before += next.length;
    }
  }

  /**
   * Looks for accounts that were not where they were last seen, or never seen; goes on in the next round
   * where it has to stop.
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
      // All pages that can be read were read since the search began at the first.
      for (const upstreamId of missing) this.#absent.set(upstreamId, now);
      this.#searchFrom = 0;
      return;
    }
  }

  /** Reads those of the pages that had no turn in this round. */
  async #readPages(pages: Iterable<number>, round: Round): Promise<void> {
    const unread = [...pages].filter((page) => !round.read.has(page));
    for (let from = 0; from < unread.length; from += PAGES_AT_ONCE) {
      const snapshot = await takeSnapshot(this.#services.database.sql);
      const some = unread.slice(from, from + PAGES_AT_ONCE);
      const readings = await Promise.allSettled(some.map((page) => this.#readPage(page, snapshot, round)));
      for (const [i, reading] of readings.entries())
        if (reading.status === 'rejected') this.#noteFailure(some[i] ?? 0, reading.reason, round);
    }
  }

  /** Throws what is not the page's failure. */
  #noteFailure(page: number, error: unknown, { read, failures }: Round): void {
    if (!(error instanceof UpstreamError) || !this.#services.traffic.isUp()) throw error;
    failures.push(error);
    read.add(page);
    this.#pages.couldNotBeRead(page);
  }

  async #readPage(page: number, snapshot: Snapshot, { done, missing, read }: Round): Promise<void> {
    const { database, traffic, clock } = this.#services;
    const { leftBytes, isLast } = await traffic.leftOnPage(page);
    done.pages += 1;
    for (const upstreamId of leftBytes.keys())
      if (missing.delete(upstreamId)) this.#pageOf.set(upstreamId, page);
    const noted = await noteUsage(database, snapshot, leftBytes, clock.now(), UNCHANGED_FOR_SECONDS);
    done.changed += noted.changed;
    read.add(page);
    this.#pages.wasRead(page, { isLast, pressing: noted.pressing });
  }
}
