import { type Expression, type RawBuilder, sql } from 'kysely';

/** When the upstream is looked at again, in seconds after an operation has ended: most of what comes late comes soon. */
const SWEEPS_AFTER_SECONDS = [60, 600, 86_400] as const;

/** The first look at the upstream, as a part of the statement that ends an operation: `decided` has the columns of `operations`. */
export function sweepLater(decided: 'decided', at: Date): RawBuilder<unknown> {
  return sql`insert into sweeps (reseller_id, operation_id, due_at)
    select reseller_id, id, ${at}::timestamptz + make_interval(secs => ${SWEEPS_AFTER_SECONDS[0]}) from ${sql.raw(decided)}`;
}

/** How long after the end of its operation that round comes, as an interval of SQL. */
export function sweptAfter(round: Expression<number>): RawBuilder<unknown> {
  return sql`make_interval(secs => (array[${sql.raw(SWEEPS_AFTER_SECONDS.join(', '))}])[${round}])`;
}

/** How many seconds after the end of its operation the round comes that follows this one; undefined after the last. */
export function nextSweepAfter(round: number): number | undefined {
  return SWEEPS_AFTER_SECONDS[round];
}
