import { type AliasableExpression, type Expression, type QueryCreator, type RawBuilder, sql } from 'kysely';
import { insertSelect } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';

/**
 * When the upstream is looked at again, in seconds after an operation has ended: most late work comes soon.
 */
const SWEEPS_AFTER_SECONDS = [60, 600, 86_400] as const;

/** Plans the first sweep, as a part of the statement that ends an operation. */
export function sweepLater(
  db: QueryCreator<Tables>,
  ended: AliasableExpression<{ reseller_id: number; operation_id: string; ended_at: Date }>,
) {
  return insertSelect(db.insertInto('sweeps'), db.selectFrom(ended.as('ended')), ({ ref }) => ({
    reseller_id: ref('ended.reseller_id'),
    operation_id: ref('ended.operation_id'),
    due_at: sql<Date>`${ref('ended.ended_at')} + make_interval(secs => ${SWEEPS_AFTER_SECONDS[0]})`,
  }));
}

/** The time from the end of an operation to the sweep of this round, as an SQL interval. */
export function sweptAfter(round: Expression<number>): RawBuilder<unknown> {
  return sql`make_interval(secs => (array[${sql.raw(SWEEPS_AFTER_SECONDS.join(', '))}])[${round}])`;
}

/** The seconds from the end of an operation to the round after this one; undefined after the last. */
export function nextSweepAfter(round: number): number | undefined {
  return SWEEPS_AFTER_SECONDS[round];
}
