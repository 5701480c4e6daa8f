import { make, type Work } from './keys.ts';

/** The lines, what they book, and what deleted operations were charged for. */
export async function copyBooks(db: Work): Promise<void> {
  await make(
    db,
    'ledger',
    db
      .selectFrom('line_keys as n')
      .innerJoin('ledger as t', (join) =>
        join.onRef('t.reseller_id', '=', 'n.reseller_id').onRef('t.operation_id', '=', 'n.operation_id'),
      )
      .selectAll('t'),
  );
  await make(
    db,
    'coin_transfers',
    db
      .selectFrom('coin_line_keys as n')
      .innerJoin('coin_transfers as t', (join) =>
        join.onRef('t.reseller_id', '=', 'n.reseller_id').onRef('t.operation_id', '=', 'n.operation_id'),
      )
      .selectAll('t'),
  );
  await make(
    db,
    'top_ups',
    db
      .selectFrom('line_keys as n')
      .innerJoin('top_ups as u', 'u.operation_id', 'n.operation_id')
      .selectAll('u'),
  );
  await make(
    db,
    'payments',
    db.selectFrom('touched_payments as n').innerJoin('payments as p', 'p.id', 'n.id').selectAll('p'),
  );
  await make(
    db,
    'corrections',
    db
      .selectFrom((eb) => eb.selectFrom('line_keys').select('operation_id').distinct().as('n'))
      .innerJoin('corrections as t', 't.operation_id', 'n.operation_id')
      .selectAll('t'),
  );
  await make(
    db,
    'charged_work',
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('line_keys')
          .select('operation_id')
          .union(eb.selectFrom('coin_line_keys').select('operation_id'))
          .union(
            eb
              .selectFrom('touched_orders as k')
              .innerJoin('orders as o', (join) =>
                join.onRef('o.reseller_id', '=', 'k.reseller_id').onRef('o.id', '=', 'k.order_id'),
              )
              .select('o.operation_id'),
          )
          .as('n'),
      )
      .innerJoin('charged_work as t', 't.operation_id', 'n.operation_id')
      .selectAll('t'),
  );
}
