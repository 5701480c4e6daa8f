import { make, type Work } from './keys.ts';

/** The orders, with what was delivered of them. */
export async function copyOrders(db: Work): Promise<void> {
  await make(
    db,
    'proxies',
    db
      .selectFrom('touched_orders as n')
      .innerJoin('proxies as t', (join) =>
        join.onRef('t.reseller_id', '=', 'n.reseller_id').onRef('t.order_id', '=', 'n.order_id'),
      )
      .selectAll('t'),
  );
  await make(
    db,
    'luxury_traffic',
    db
      .selectFrom('touched_orders as n')
      .innerJoin('luxury_traffic as t', (join) =>
        join.onRef('t.reseller_id', '=', 'n.reseller_id').onRef('t.order_id', '=', 'n.order_id'),
      )
      .selectAll('t'),
  );
  await make(
    db,
    'luxury_settings',
    db
      .selectFrom('touched_orders as n')
      .innerJoin('luxury_settings as t', (join) =>
        join.onRef('t.reseller_id', '=', 'n.reseller_id').onRef('t.order_id', '=', 'n.order_id'),
      )
      .selectAll('t'),
  );
  await make(
    db,
    'orders',
    db
      .selectFrom('touched_orders as n')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.reseller_id', '=', 'n.reseller_id').onRef('o.id', '=', 'n.order_id'),
      )
      .selectAll('o'),
  );
}
