import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { connectForStart } from './start-connection.ts';

/** An arbitrary number: the advisory lock that a process holds while it migrates. */
const MIGRATION_LOCK = 4_712;
/** How often a process that waits for its turn asks for the lock, in milliseconds. */
const ASK_AGAIN_MS = 100;
/** After how many of these it says that it waits. */
const ASKED_PER_WORD = 100;

interface MigrationLock {
  /** Throws when the connection was lost, and the lock with it. */
  assertHeld(): Promise<void>;
  release(): Promise<void>;
}

/**
 * Waits for the lock by asking again and again: a statement that waited for it would hold up indexes. The
 * lock is that of a transaction, so that behind a pooler, too, it ends with the transaction or the connection
 * and stays with nobody else. Between its statements the transaction has no snapshot: nothing waits for it.
 * Each attempt is a transaction of its own: an index that is built concurrently waits for the end of every
 * transaction that it has met in the midst of a statement.
 */
export async function takeMigrationLock(url: string, onWaiting: () => void): Promise<MigrationLock> {
  const client = await connectForStart(url);
  try {
    for (let asked = 1; !(await tryLock(client)); asked++) {
      if (asked % ASKED_PER_WORD === 0) onWaiting();
      await wait(ASK_AGAIN_MS);
    }
    // The transaction is idle for as long as the migrations take.
    await client.query('set local idle_in_transaction_session_timeout = 0');
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async assertHeld() {
      await client.query('select');
    },
    async release() {
      await client.query('commit').catch(() => {});
      await client.end();
    },
  };
}

/** Leaves the transaction open that has the lock. */
async function tryLock(client: Client): Promise<boolean> {
  await client.query('begin');
  const tried = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
    MIGRATION_LOCK,
  ]);
  const isTaken = tried.rows[0]?.taken === true;
  if (!isTaken) await client.query('rollback');
  return isTaken;
}
