import { randomUUID } from 'node:crypto';
import type { Sql } from '../kit/database.ts';
import { aboutNobody, type Log } from '../kit/log.ts';
import { deleteWatch, writeWatch } from '../luxury/usage-reader.ts';

/** How often a process writes which orders it watches. A watch outlasts two heartbeats that fail. */
const HEARTBEAT_EVERY_MS = 5_000;
const WATCH_SECONDS = 16;
/** A new watch is written after this, together with the others that were added meanwhile. */
const REPORT_AFTER_MS = 50;

/**
 * Writes to the database which orders are watched by subscribers of this process. The process that reads
 * usage from the upstream reads watched orders in every round.
 */
export class WatchHeartbeat {
  readonly #processId = randomUUID();
  readonly #sql: () => Sql;
  readonly #watched: () => Iterable<number>;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #reported: ReadonlySet<number> = new Set();
  #reporting: Promise<void> = Promise.resolve();

  /** `watched` returns the ids of the orders. */
  constructor(options: { sql(): Sql; watched(): Iterable<number>; log: Log }) {
    this.#sql = options.sql;
    this.#watched = options.watched;
    this.#log = options.log;
    this.#timer = setInterval(() => this.#report(), HEARTBEAT_EVERY_MS).unref();
  }

  /** To be called when other orders are watched than before. */
  watchedChanged(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      if (!new Set(this.#watched()).isSubsetOf(this.#reported)) aboutNobody(() => this.#report());
    }, REPORT_AFTER_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#reporting;
    if (this.#reported.size > 0) await this.#write(new Set());
  }

  #report(): void {
    this.#reporting = this.#reporting.then(() => {
      const watched = new Set(this.#watched());
      if (watched.size === 0 && this.#reported.size === 0) return undefined;
      return this.#write(watched);
    });
  }

  async #write(watched: ReadonlySet<number>): Promise<void> {
    try {
      if (watched.size === 0) await deleteWatch(this.#sql(), this.#processId);
      else await writeWatch(this.#sql(), this.#processId, [...watched], WATCH_SECONDS);
      this.#reported = watched;
    } catch (error) {
      this.#log.warn({ err: error }, 'the watched orders could not be written to the database; trying again');
    }
  }
}
