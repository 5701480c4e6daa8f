import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { PgClient } from '../kit/pg-client.ts';
import { sqlOfClient } from '../kit/sql-of-client.ts';
import { dispatch } from './dispatch.ts';
import type { Change } from './outbox.ts';
import { CHANNEL, readPayload } from './payload.ts';

/**
 * How long a change waits at most to be told: less than telling it to thousands of subscribers takes. Twenty
 * short statements a second cost a process about a hundredth of a processor.
 */
const POLL_EVERY_MS = 50;
/** A connection over which nothing is answered for so long is dead, whatever TCP thinks of it. */
const ANSWER_WITHIN_MS = 5_000;
/**
 * Pauses before connecting again: at once for a hiccup, not a storm of connections on a database that is
 * starting.
 */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface ChangesOptions {
  databaseUrl: string;
  log: Logger;
  /** Called with what has changed, wherever it was changed; each change is committed. */
  onChanges(changes: readonly Change[]): void;
  /** Called when changes may have been missed: whatever is watched has to be read again. */
  onGap(): void;
}

export interface Changes {
  close(): Promise<void>;
}

/**
 * Tells the changes that any process writes down, and hears of those that any process tells, over a
 * connection of its own: no money transaction ever notifies, since that takes a lock on the whole database.
 * One connection does for both, and telling all the time proves that it lives. When it is lost, it is opened
 * again for as long as it takes. Throws when it cannot be opened at first.
 */
export async function openChanges(options: ChangesOptions): Promise<Changes> {
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

  async function follow(connected: Client): Promise<void> {
    let client: Client | undefined = connected;
    let pause = FIRST_PAUSE_MS;
    let missed = false;
    // To listen succeeds on a server that takes no writes, too: only what was told shows that changes are
    // told again.
    const onTold = () => {
      pause = FIRST_PAUSE_MS;
      if (!missed) return;
      missed = false;
      onGap();
      log.info('changes are told again');
    };
    while (!signal.aborted) {
      try {
        client ??= await connect(options);
        await dispatchAll(client, signal, onTold);
      } catch (error) {
        missed = true;
        log.warn({ err: error }, 'changes cannot be told; trying again');
      } finally {
        disconnect(client);
        client = undefined;
      }
      await setTimeout(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }
}

/** Goes on until it is stopped, and calls `onTold` after each round; throws when the connection is lost. */
async function dispatchAll(client: Client, signal: AbortSignal, onTold: () => void): Promise<void> {
  const sql = sqlOfClient(client);
  while (!signal.aborted) {
    const more = await dispatch(sql);
    onTold();
    if (!more) await setTimeout(POLL_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

async function connect({ databaseUrl, onChanges }: ChangesOptions): Promise<Client> {
  const client = new PgClient({
    connectionString: databaseUrl,
    application_name: 'proxy-reselling-gateway changes',
    answerWithinMs: ANSWER_WITHIN_MS,
  });
  // The next statement fails, too, and that is where it is dealt with.
  client.on('error', () => {});
  client.on('notification', ({ payload = '' }) => onChanges(readPayload(payload)));
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    return client;
  } catch (error) {
    disconnect(client);
    throw error;
  }
}

/** Without waiting: a connection that is lost never says goodbye. */
function disconnect(client: Client | undefined): void {
  client?.removeAllListeners('notification');
  client?.end().catch(() => {});
}
