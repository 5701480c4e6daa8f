import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';

const selectLast = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('payments')
    .select(['id', 'paid_at'])
    .where('state', 'in', [sql.lit('differing' as const), sql.lit('unknown' as const)])
    .orderBy('paid_at', 'desc')
    .limit(sql.lit(1)),
);

/** The last payment that came and was not credited; undefined when there is none. */
export async function lastUncredited(db: Sql): Promise<{ id: string; at: Date } | undefined> {
  const [row] = await selectLast(db, {});
  return row?.paid_at ? { id: row.id, at: row.paid_at } : undefined;
}
