import { type Expression, type QueryCreator, sql } from 'kysely';
import { TRAFFIC_MARKS } from '../billing/notices.ts';
import { noticesOfOrders } from '../billing/write-notices.ts';
import type { Tables } from '../kit/tables.ts';

type Changed = Tables & {
  changed: {
    reseller_id: number;
    order_id: number;
    total_bytes: number;
    used_bytes: number;
    used_before: number;
  };
};

/** Whether so many bytes are at least `percent` of the total. */
function isPast(used: Expression<number>, total: Expression<number>, percent: number) {
  return sql<boolean>`${used} * 100 >= ${total} * ${sql.lit(percent)}`;
}

/**
 * For the statement that writes usage: the part that writes a notice for each order whose usage has passed a
 * mark, of resellers who want it. Of several marks that it passes at once, only the highest is told of. The
 * rows of `changed` are locked, so each mark is passed once; traffic that is added lowers the share, and lets
 * a mark be passed again.
 */
export function noticesOfMarks(db: QueryCreator<Changed>, now: Expression<Date>) {
  const facts = db
    .selectFrom((eb) =>
      eb
        .selectFrom('changed')
        .select(['reseller_id', 'order_id', sql<Date | null>`null::timestamptz`.as('ends_at')])
        .select(({ ref }) => {
          const passed = TRAFFIC_MARKS.toReversed().map((percent) => {
            const [is, was] = [ref('used_bytes'), ref('used_before')].map((used) =>
              isPast(used, ref('total_bytes'), percent),
            );
            return sql`when ${is} and not ${was} then ${sql.lit(percent)}`;
          });
          return sql<number | null>`(case ${sql.join(passed, sql` `)} end)::smallint`.as('percent');
        })
        .where('used_bytes', '>', ({ ref }) => ref('used_before'))
        .as('marked'),
    )
    .selectAll()
    .where('marked.percent', 'is not', null);
  return noticesOfOrders(db as unknown as QueryCreator<Tables>, 'traffic_used', facts, now);
}
