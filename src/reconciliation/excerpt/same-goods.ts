import { type Expression, sql } from 'kysely';
import { make, type Work } from './keys.ts';
import { setPlanner } from './read-by-index.ts';

/** The number of an upstream's id, as the index of proxies has it. */
const numberOf = (id: Expression<string>) =>
  sql<number | null>`(case when ${id} ~ '^[0-9]{1,18}$' then ${id}::bigint end)`;

/**
 * The orders with a proxy or account that a new order has, too, as `same_goods`. Those with a number within
 * the range of the new ones are read: the newest, as the upstreams count upward. An id that is no number is
 * compared by a whole verification only.
 */
export async function findSameGoods(db: Work, from: Date): Promise<void> {
  await make(
    db,
    'new_goods',
    db
      .selectFrom('new_orders as n')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.reseller_id', '=', 'n.reseller_id').onRef('o.id', '=', 'n.order_id'),
      )
      .innerJoin('proxies as x', (join) =>
        join.onRef('x.reseller_id', '=', 'n.reseller_id').onRef('x.order_id', '=', 'n.order_id'),
      )
      .where('o.created_at', '>=', from)
      .select(({ ref }) => ['o.upstream', 'x.upstream_id', numberOf(ref('x.upstream_id')).as('number')]),
  );
  const ranges = await db
    .selectFrom('new_goods')
    .select(({ fn }) => [fn.min('number').as('least'), fn.max('number').as('most')])
    .where('number', 'is not', null)
    .groupBy('upstream')
    .execute();
  await setPlanner(db, 'enable_hashjoin', 'on');
  await make(
    db,
    'same_goods',
    db
      .selectFrom('proxies as y')
      .innerJoin('new_goods as g', 'g.upstream_id', 'y.upstream_id')
      .where(({ eb, or, ref }) =>
        or([
          eb.lit(false),
          ...ranges.map(({ least, most }) =>
            eb.between(numberOf(ref('y.upstream_id')), sql.lit(least), sql.lit(most)),
          ),
        ]),
      )
      .select(['y.reseller_id', 'y.order_id'])
      .distinct(),
  );
  await setPlanner(db, 'enable_hashjoin', 'off');
}
