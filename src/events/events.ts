import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { databaseAddress } from '../kit/address.ts';
import { PgClient, sqlOfClient } from '../kit/connection.ts';
import type { Sql } from '../kit/database.ts';
import type { Log } from '../kit/log.ts';
import { CHANNEL, dispatch, type Event, readPayload } from './outbox.ts';

/**
 * How often the outbox is read, which is how long an event waits in it at most. Pushing an event to thousands
 * of subscribers takes longer. Twenty short statements a second cost a process about a hundredth of a
 * processor.
 */
const POLL_EVERY_MS = 50;
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

interface EventsOptions {
  /** Leads to the database without a pooler that shares connections. */
  databaseUrl: string;
  log: Log;
  /** Called with events of all processes, this one included. What they report is committed. */
  onEvents(events: readonly Event[]): void;
  /** Called when events may have been missed: whatever has subscribers has to be read again. */
  onGap(): void;
}

export interface Events {
  close(): Promise<void>;
}

/**
 * Dispatches the events that any process has written to the outbox, and receives those that any process
 * dispatches, over one connection of its own. Dispatching is separate from the money transactions because
 * NOTIFY takes a lock on the whole database until its transaction is committed. It waits neither for a disk
 * nor for a standby: what a crash forgets is dispatched once more. Because it is repeated all the time,
 * dispatching also shows soon that a connection is lost. A connection that is lost is opened again,
 * for as long as it takes. Throws when the first one cannot be opened. Others may dispatch as well, over
 * connections of the pool: each row is taken once.
 */
export async function openEvents(options: EventsOptions): Promise<Events> {
  const { log, onGap } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = await connect(options);
  const following = follow(first);
  return {
    async close() {
      stopping.abort();
      await following;
    },
  };

  async function follow(connected: Connection): Promise<void> {
    let connection: Connection | undefined = connected;
    let pause = FIRST_PAUSE_MS;
    let missed = false;
    // LISTEN succeeds on a server that takes no writes, too. Only a round of dispatching shows that events
    // are sent again.
    const onDispatched = () => {
      pause = FIRST_PAUSE_MS;
      if (!missed) return;
      missed = false;
      onGap();
      log.info('events are dispatched again');
    };
    while (!signal.aborted) {
      try {
        connection ??= await connect(options);
        await dispatchAll(connection, signal, onDispatched);
      } catch (error) {
        missed = true;
        log.warn({ err: error }, 'events cannot be dispatched; trying again');
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
  listener: NotificationListener;
}

/**
 * Goes on until it is stopped, and calls `onDispatched` after each round. Throws when the connection is lost.
 */
async function dispatchAll(
  { client, listener }: Connection,
  signal: AbortSignal,
  onDispatched: () => void,
): Promise<void> {
  const sql = sqlOfClient(client);
  while (!signal.aborted) {
    await listener.prove();
    const more = await dispatch(sql);
    onDispatched();
    if (!more) await setTimeout(POLL_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

async function connect({ databaseUrl, onEvents }: EventsOptions): Promise<Connection> {
  const client = new PgClient({
    ...databaseAddress(databaseUrl),
    application_name: CONNECTION_NAME,
    answerWithinMs: ANSWER_WITHIN_MS,
  });
  // The next statement fails, too, and its failure is handled. Without this listener the process would end.
  client.on('error', () => {});
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === CHANNEL) onEvents(readPayload(payload));
  });
  const listener = new NotificationListener(client);
  try {
    await client.connect();
    await client.query('set synchronous_commit = off');
    await client.query(`listen ${CHANNEL}`);
    await listener.listen();
    await listener.prove();
    return { client, listener };
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
