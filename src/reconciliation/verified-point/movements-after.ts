import { type AliasableExpression, sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import { currentPoints, KINDS } from './account-points.ts';

/**
 * The movements behind the point of each account. They are a subquery that the planner may not merge with the
 * rest (`offset 0`): it would read all movements of an account and compare each with the point.
 */
export function movementsAfter(db: Sql, points: 'verified' | 'current') {
  const known: AliasableExpression<{ reseller_id: number; moved_at: Date | null }> =
    points === 'current'
      ? currentPoints(db)
      : db
          .selectFrom('resellers as r')
          .leftJoin('verified_accounts as v', 'v.reseller_id', 'r.id')
          .select(['r.id as reseller_id', 'v.moved_at']);
  return db
    .selectFrom(known.as('p'))
    .innerJoin(sql<{ kind: string }>`unnest(${KINDS})`.as<'kinds'>(sql`kinds (kind)`), (join) =>
      join.onTrue(),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('ledger as m')
          .selectAll()
          .whereRef('m.reseller_id', '=', 'p.reseller_id')
          .where(({ eb, ref }) => eb(sql<string>`${ref('m.kind')}`, '=', sql.ref<string>('kinds.kind')))
          .where(({ eb, fn }) =>
            eb('m.created_at', '>', fn.coalesce('p.moved_at', sql<Date>`timestamptz '-infinity'`)),
          )
          .offset(sql.lit(0))
          .as('l'),
      (join) => join.onTrue(),
    );
}
