import { sql } from 'kysely';
import { firstIdAt } from '../../kit/clock.ts';
import { make, type Work } from './keys.ts';
import { findSameGoods } from './same-goods.ts';

/** Orders that are new or have new operations, those with the same goods, and all operations on them. */
export async function findTouchedOrders(db: Work, from: Date): Promise<void> {
  const firstId = sql<string>`${firstIdAt(from)}::uuid`;
  await make(
    db,
    'new_orders',
    db
      .selectFrom('new_operations as n')
      .innerJoin('operations as o', 'o.id', 'n.id')
      .select(['o.reseller_id', 'o.order_id'])
      .union(
        db
          .selectFrom('orders as o')
          .select(['o.reseller_id', 'o.id as order_id'])
          .where('o.operation_id', '>=', firstId),
      )
      .union(
        db
          .selectFrom('luxury_settings as s')
          .select(['s.reseller_id', 's.order_id'])
          .where('s.change_token', 'is not', null),
      ),
  );
  await findSameGoods(db, from);
  await make(
    db,
    'touched_orders',
    db
      .selectFrom('new_orders as n')
      .select(['n.reseller_id', 'n.order_id'])
      .union(db.selectFrom('same_goods as g').select(['g.reseller_id', 'g.order_id'])),
  );
  await make(
    db,
    'touched_operations',
    db
      .selectFrom('new_operations as n')
      .select('n.id')
      .union(
        db
          .selectFrom('touched_orders as n')
          .innerJoin('orders as o', (join) =>
            join.onRef('o.reseller_id', '=', 'n.reseller_id').onRef('o.id', '=', 'n.order_id'),
          )
          .select('o.operation_id as id'),
      )
      .union(
        db
          .selectFrom('touched_orders as n')
          .innerJoin('operations as o', (join) =>
            join.onRef('o.reseller_id', '=', 'n.reseller_id').onRef('o.order_id', '=', 'n.order_id'),
          )
          .where('o.kind', '<>', sql.lit('purchase'))
          .select('o.id'),
      ),
  );
}
