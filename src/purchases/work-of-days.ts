import { type Expression, type NotNull, type SqlBool, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/** The first id, and the one behind the last. */
export interface IdRange {
  after: string;
  before: string;
}

/**
 * The operation of the range behind the first so many; undefined when it has no more. Each table is read in
 * its own order so far: for both together the planner would sort all of them.
 */
export async function firstBehind(db: Sql, count: number, range: IdRange): Promise<string | undefined> {
  const operations = db
    .selectFrom('operations')
    .select('id')
    .where(({ ref }) => isIn(range)(ref('id')))
    .orderBy('id')
    .limit(sql.lit(count + 1));
  const deleted = db
    .selectFrom('charged_work')
    .select('operation_id as id')
    .where(({ ref }) => isIn(range)(ref('operation_id')))
    .orderBy('operation_id')
    .limit(sql.lit(count + 1));
  const found = await db
    .selectFrom(operations.as('o'))
    .selectAll()
    .unionAll(db.selectFrom(deleted.as('d')).selectAll())
    .orderBy('id')
    .offset(sql.lit(count))
    .limit(sql.lit(1))
    .executeTakeFirst();
  return found?.id;
}

/** Whether the operation of this id is of the range. */
export function isIn({ after, before }: IdRange) {
  return (id: Expression<string>) => sql<SqlBool>`${id} >= ${after} and ${id} < ${before}`;
}

/** What was charged for: operations, and what is kept of those that were deleted. */
export function workWhere(db: Sql, isWanted: (id: Expression<string>) => Expression<SqlBool>) {
  const asked = (field: 'upstream' | 'tier' | 'type') =>
    sql<string | null>`request ->> ${sql.lit(field)}`.as(field);
  return db
    .selectFrom('operations')
    .select(['id', 'reseller_id', 'order_id', 'state', 'amount', 'cost'])
    .select([asked('upstream'), asked('tier'), asked('type')])
    .where(({ ref }) => isWanted(ref('id')))
    .unionAll(
      db
        .selectFrom('charged_work')
        .select(['operation_id as id', 'reseller_id', 'order_id', 'state', 'amount', 'cost'])
        .select(['upstream', 'tier', 'type'])
        .where(({ ref }) => isWanted(ref('operation_id')))
        .$narrowType<{ state: NotNull; amount: NotNull }>(),
    );
}
