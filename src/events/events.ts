import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { databaseAddress } from '../kit/address.ts';
import { PgClient, sqlOfClient } from '../kit/connection.ts';
import type { Sql } from '../kit/database.ts';
import { isLockTimeout } from '../kit/database-errors.ts';
import type { Log } from '../kit/log.ts';
import type { Micros } from '../kit/money.ts';
import { AT_TABLES } from '../kit/statement.ts';
import { type Bell, CHANNEL, type Change, readPayload } from './bell.ts';
import type { EventPlace, EventType } from './event-types.ts';

/** How often the log is looked at, in ms, after news and in quiet: so late, at most, an event is heard of. */
const LOOK_EVERY_MS = [50, 50] as const;
/**
 * The same of a cell, less often, since a process looks at the logs of all cells. While nothing happens each
 * pause is twice as long as the one before, up to the second.
 */
const LOOK_AT_CELL_EVERY_MS = [200, 1_000] as const;
/** After a long look the pause is so many times as long, but at most so many ms. */
const PAUSE_FOR_LOOK = 10;
const LONGEST_LOOK_PAUSE_MS = 200;
/** How often, at most, the index is brought up to date in ms: a look reads all that was written since. */
const SUMMARIZE_EVERY_MS = 5_000;
/** The most events of one look; more, as after an import, are read from the log by who wants them. */
const MAX_EVENTS = 10_000;
/** A lock that the connection waits for, in ms: what it looks for is urgent. */
const LOCKED_WITHIN_MS = 100;
/** What the server calls the connection. */
export const CONNECTION_NAME = 'proxy-reselling-gateway changes';
/** A connection whose server does not answer for so long counts as lost, even if TCP reports no error. */
const ANSWER_WITHIN_MS = 5_000;
/**
 * Pauses before connecting again. The first is short, for a connection that was lost alone; each next one is
 * twice as long, so that a database that is starting does not get a storm of connections.
 */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** An event that has become visible since the last look. */
export interface AddedEvent extends EventPlace {
  type: EventType;
  orderId: number | null;
  /** By how much it moved the balance. */
  amount: Micros;
}

/** What a process hears of all processes, itself included. What is told is committed. None may throw. */
export interface EventListener {
  /**
   * The new events of all resellers, each once, those of a reseller in their order. Whoever may miss none
   * reads the log from a place that it keeps, and takes this as a sign that there is more.
   */
  onEvents?(events: readonly AddedEvent[]): void;
  /** Changes that are no events. */
  onChanges?(changes: readonly Change[]): void;
  /** Events and changes may have been missed: whatever depends on them has to be read again. */
  onGap?(): void;
}

export interface Events {
  /** Has it hear what is told from now on, until these are closed. */
  listen(listener: EventListener): void;
  /** How long ago the log was looked at last, in seconds. */
  readonly lagSeconds: number;
  close(): Promise<void>;
}

/**
 * Follows the log of events, rings the bell of this process and hears those of all, over one connection of
 * its own. That writes nothing, needs no other process, and shows soon that the connection is lost: it is
 * opened again, for as long as it takes. `databaseUrl` leads to the database past any pooler that shares
 * connections. Throws when the first one cannot be opened.
 */
export async function openEvents(options: {
  databaseUrl: string;
  bell: Bell;
  log: Log;
  isOfCell?: boolean | undefined;
}): Promise<Events> {
  const { databaseUrl, bell, log, isOfCell } = options;
  const [lookEveryMs, lookInQuietEveryMs] = isOfCell ? LOOK_AT_CELL_EVERY_MS : LOOK_EVERY_MS;
  const listeners: EventListener[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = await connect(databaseUrl, listeners);
  let lookedAt = performance.now();
  const following = follow(first);
  return {
    listen: (listener) => void listeners.push(listener),
    get lagSeconds() {
      return (performance.now() - lookedAt) / 1_000;
    },
    async close() {
      stopping.abort();
      await following;
    },
  };

  async function follow(connected: Connection): Promise<void> {
    let connection: Connection | undefined = connected;
    let pause = FIRST_PAUSE_MS;
    let missed = false;
    let quietMs: number = lookEveryMs;
    let summarizedAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      try {
        connection ??= await connect(databaseUrl, listeners);
        while (!signal.aborted) {
          await connection.prover.prove();
          const hasRung = await bell.send(connection.sql);
          const beganAt = performance.now();
          const events = await look(connection);
          lookedAt = performance.now();
          pause = FIRST_PAUSE_MS;
          if (missed) log.info('events are followed again');
          missed ||= events.length > MAX_EVENTS;
          for (const listener of listeners) {
            if (missed) listener.onGap?.();
            else if (events.length > 0) listener.onEvents?.(events);
          }
          missed = false;
          const longerMs = Math.min(PAUSE_FOR_LOOK * (lookedAt - beganAt), LONGEST_LOOK_PAUSE_MS);
          if (longerMs > lookEveryMs && lookedAt - summarizedAt > SUMMARIZE_EVERY_MS) {
            summarizedAt = lookedAt;
            await summarize(connection.sql);
          }
          quietMs = hasRung || events.length > 0 ? lookEveryMs : Math.min(2 * quietMs, lookInQuietEveryMs);
          await setTimeout(Math.max(quietMs, longerMs), undefined, { signal }).catch(() => {});
        }
      } catch (error) {
        missed = true;
        log.warn({ err: error }, 'events cannot be followed; trying again');
      } finally {
        disconnect(connection?.client);
        connection = undefined;
      }
      await setTimeout(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }
}

interface Connection {
  client: Client;
  sql: Sql;
  prover: NotificationListener;
  /** What was visible to the last look; empty before the first. */
  snapshot: string;
}

/**
 * What has become visible since the last look, however long ago it was written. Two days are read by the
 * names of their tables: only the index by transactions is of use there, while for the log as a whole the
 * server may take another one, and read a day. Most looks find that nobody has written, and end before.
 */
async function look(connection: Connection): Promise<AddedEvent[]> {
  const { sql: db, snapshot } = connection;
  const news = await sql<{ snapshot: string; days: string[] }>`
    select pg_current_snapshot()::text as snapshot,
      array[to_char(today(), 'YYYYMMDD'), to_char(today() - 1, 'YYYYMMDD')] as days
    where pg_current_snapshot()::text <> ${snapshot} and ${AT_TABLES}`.execute(db);
  const [now] = news.rows;
  connection.snapshot = now?.snapshot ?? snapshot;
  if (!now || snapshot === '') return [];
  const written = now.days.map((day) =>
    sql.raw(`select reseller_id, sequence, xid, amount, order_id, type from events_${day}`),
  );
  const isIn = (seen: string) => sql`pg_visible_in_snapshot(xid::text::xid8, ${sql.lit(seen)}::pg_snapshot)`;
  const { rows } = await sql<AddedEvent>`
    select reseller_id as "resellerId", sequence, type, order_id as "orderId", amount
    from (${sql.join(written, sql` union all `)}) written
    where xid >= ${sql.lit(Number.parseInt(snapshot, 10))} and ${isIn(now.snapshot)} and not ${isIn(snapshot)}
      and type <> 'carried'
    order by reseller_id, sequence limit ${sql.lit(MAX_EVENTS + 1)}`.execute(db);
  return rows.map((event) => ({ ...event, amount: BigInt(event.amount) }));
}

/**
 * Has the index know what was written until now, which the server by itself does once a minute. One process
 * does it for all, and none waits for a vacuum.
 */
async function summarize(db: Sql): Promise<void> {
  try {
    await sql`
      select brin_summarize_new_values(('events_' || to_char(today(), 'YYYYMMDD') || '_xid_idx')::regclass)
      where pg_try_advisory_xact_lock(31, -2)`.execute(db);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}

async function connect(databaseUrl: string, listeners: readonly EventListener[]): Promise<Connection> {
  const client = new PgClient({
    ...databaseAddress(databaseUrl),
    application_name: CONNECTION_NAME,
    answerWithinMs: ANSWER_WITHIN_MS,
  });
  // The next statement fails, too, and its failure is handled. Without this listener the process would end.
  client.on('error', () => {});
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel !== CHANNEL) return;
    const changes = readPayload(payload);
    for (const listener of listeners) listener.onChanges?.(changes);
  });
  const prover = new NotificationListener(client);
  try {
    await client.connect();
    // Notifications wait for no disk, and no day of the log is read as a whole.
    await client.query('set synchronous_commit = off');
    await client.query('set enable_seqscan = off');
    await client.query(`set lock_timeout = ${LOCKED_WITHIN_MS}`);
    await client.query(`listen ${CHANNEL}`);
    await prover.listen();
    await prover.prove();
    const connection = { client, sql: sqlOfClient(client), prover, snapshot: '' };
    await look(connection);
    return connection;
  } catch (error) {
    disconnect(client);
    throw error;
  }
}

/** Does not wait for the end of the connection: one that is lost may never report it. */
function disconnect(client: Client | undefined): void {
  client?.removeAllListeners('notification');
  client?.end().catch(() => {});
}

/** How often the connection is proven, in milliseconds: so late, at the most, a deaf one is noticed. */
const PROVE_EVERY_MS = 5_000;

/**
 * Proves that notifications arrive over a connection: it notifies itself, on a channel of its own, and has to
 * hear that. Behind a pooler in transaction mode statements go through, and notifications do not.
 */
export class NotificationListener {
  readonly #client: Client;
  readonly #channel = `heard_${randomBytes(8).toString('hex')}`;
  #hasHeard = true;
  #calledAt = Number.NEGATIVE_INFINITY;

  constructor(client: Client) {
    this.#client = client;
    client.on('notification', ({ channel }) => {
      if (channel === this.#channel) this.#hasHeard = true;
    });
  }

  /** To be called before the first proof. */
  async listen(): Promise<void> {
    await this.#client.query(`listen ${this.#channel}`);
  }

  /** To be called often. Throws when the last call was not heard. */
  async prove(): Promise<void> {
    const now = performance.now();
    if (now - this.#calledAt < PROVE_EVERY_MS) return;
    if (!this.#hasHeard)
      throw new Error(
        'No notification arrives over the connection to the database: DATABASE_LISTEN_URL has to go past any pooler.',
      );
    this.#hasHeard = false;
    this.#calledAt = now;
    await this.#client.query(`notify ${this.#channel}`);
  }
}

/** How many processes of the service are connected: each that serves listens for events. */
export async function countListeners(db: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${CONNECTION_NAME}`.execute(db);
  return Number(rows[0]?.count);
}
