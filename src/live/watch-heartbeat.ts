import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Sql } from '../kit/database.ts';

/** How often a process writes what it watches, and how long that holds: long enough to miss it twice. */
const HEARTBEAT_EVERY_MS = 5_000;
const BELIEVED_FOR_SECONDS = 16;
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
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #reported: ReadonlySet<number> = new Set();
  #reporting: Promise<void> = Promise.resolve();

  /** `watched` returns the ids of the orders. */
  constructor(options: { sql(): Sql; watched(): Iterable<number>; log: Logger }) {
    this.#sql = options.sql;
    this.#watched = options.watched;
    this.#log = options.log;
    this.#timer = setInterval(() => this.#report(), HEARTBEAT_EVERY_MS).unref();
  }

  /** To be called when other orders are watched than before. */
  watchedChanged(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      if (!new Set(this.#watched()).isSubsetOf(this.#reported)) this.#report();
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
      await write(this.#sql(), this.#processId, [...watched]);
      this.#reported = watched;
    } catch (error) {
      this.#log.warn({ err: error }, 'could not say what is watched; trying again');
    }
  }
}

/**
 * In the database's time, in which all processes agree. What processes left behind that died is swept away on
 * the way.
 */
async function write(sqlClient: Sql, processId: string, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) {
    await sql`delete from watchers where process_id = ${processId} or watches_until < now()`.execute(
      sqlClient,
    );
    return;
  }
  await sql`
    with dead as (delete from watchers where watches_until < now() and process_id <> ${processId})
    insert into watchers (process_id, order_ids, watches_until)
    values (${processId}, ${[...orderIds]}::bigint[], now() + make_interval(secs => ${BELIEVED_FOR_SECONDS}))
    on conflict (process_id) do update set order_ids = excluded.order_ids, watches_until = excluded.watches_until`.execute(
    sqlClient,
  );
}
