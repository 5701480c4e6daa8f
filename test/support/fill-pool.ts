import { sql } from 'kysely';
import { POOL_SIZE } from '../../src/kit/connection.ts';
import type { Database } from '../../src/kit/database.ts';

/**
 * Takes all connections of the pool. The returned function gives them back and resolves when they are idle.
 */
export async function holdPool(database: Database): Promise<() => Promise<void>> {
  const all = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  let held = 0;
  const hold = async (): Promise<void> => {
    try {
      await database.sqlOnce.connection().execute(async (one) => {
        await sql`select 1`.execute(one);
        held += 1;
        if (held === POOL_SIZE) all.resolve();
        await end.promise;
      });
    } catch {
      // The connection was lost before; the pool opens another in its place.
      await hold();
    }
  };
  const holding = Promise.all(Array.from({ length: POOL_SIZE }, hold));
  await all.promise;
  return async () => {
    end.resolve();
    await holding;
  };
}

/** Opens all connections of the pool, and leaves them idle. */
export async function fillPool(database: Database): Promise<void> {
  const release = await holdPool(database);
  await release();
}
