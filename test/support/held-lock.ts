import { Client } from 'pg';

interface HeldLock extends AsyncDisposable {
  /** How many connections to this database wait for locks, whoever has them. */
  waiting(): Promise<number>;
  /** Commits what the statement has done. */
  release(): Promise<void>;
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
  await holder.query('begin');
  await holder.query(statement, values);
  return {
    async waiting() {
      const { rows } = await observer.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count ?? 0;
    },
    async release() {
      await holder.query('commit');
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([holder.end(), observer.end()]);
    },
  };
}
