import { sql } from 'kysely';
import { Client } from 'pg';
import { sqlOfClient } from '../../src/kit/connection.ts';
import type { Sql } from '../../src/kit/database.ts';

interface HeldLock extends AsyncDisposable {
  /** As `lockWaits` counts. */
  waiting(): Promise<number>;
  /** Commits what the statement has done. */
  release(): Promise<void>;
}

/** How many connections to this database wait for locks, whoever has them. */
export async function lockWaits(db: Sql): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/**
 * A transaction that holds what `statement` locks. It has a connection without the limits of the service's,
 * which the server ends after 3 s in an idle transaction: a process may take longer to start.
 */
export async function holdLock(
  databaseUrl: string,
  statement: string,
  values?: unknown[],
): Promise<HeldLock> {
  const [holder, observer] = [new Client(databaseUrl), new Client(databaseUrl)];
  await Promise.all([holder.connect(), observer.connect()]);
  const observed = sqlOfClient(observer);
  await holder.query('begin');
  await holder.query(statement, values);
  return {
    waiting: () => lockWaits(observed),
    async release() {
      await holder.query('commit');
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([holder.end(), observer.end()]);
    },
  };
}
