import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { findKeys, type Keys, make, readByIndex, type Work } from './excerpt-keys.ts';

/**
 * How much before the last verification is read again of what has no place in an account, by the instant in
 * its id or row: longer than clocks differ, and than a transaction takes that has made an id. It is checked
 * twice, and summed up never.
 */
const MARGIN_MS = 10 * 60_000;

/**
 * Has temporary tables stand in front of others in this transaction, as its first statements. Plans that were
 * made for another path are made again.
 */
export async function beginExcerpt(tx: Sql): Promise<void> {
  await sql`set transaction read write`.execute(tx);
  await sql`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`.execute(
    tx,
  );
}

/**
 * Makes temporary tables with the names of the tables that grow, which stand in front of these until the
 * transaction ends: what has come since the checkpoint, and all rows that a check compares it with. So the
 * checks of a whole verification are made of them as they are.
 */
export async function makeExcerpt(tx: Sql, verifiedAt: Date): Promise<void> {
  const from = new Date(verifiedAt.getTime() - MARGIN_MS);
  const db = tx.withTables<Keys>();
  await readByIndex(tx, async () => {
    await findKeys(db, from);
    await copyBooks(db);
    await copyOrders(db);
    await copyOperations(db, from);
  });
}

/** The lines, what they book, and what deleted operations were charged for. */
async function copyBooks(db: Work): Promise<void> {
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

/** The orders, with what was delivered of them. */
async function copyOrders(db: Work): Promise<void> {
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

/**
 * Operations with their kept answers, sweeps and write-offs. It is the last: from then on only these are
 * there.
 */
async function copyOperations(db: Work, from: Date): Promise<void> {
  await make(
    db,
    'idempotency_keys',
    db
      .selectFrom('idempotency_keys as k')
      .where(
        ({ ref, selectFrom }) =>
          sql<boolean>`(${ref('k.reseller_id')}, ${ref('k.key')}) in (${selectFrom('idempotency_keys as j')
            .select(['j.reseller_id', 'j.key'])
            .where('j.created_at', '>=', from)
            .union(
              selectFrom('touched_operations as n')
                .innerJoin('idempotency_keys as j', 'j.operation_id', 'n.id')
                .select(['j.reseller_id', 'j.key']),
            )})`,
      )
      .selectAll('k'),
  );
  await make(
    db,
    'sweeps',
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('new_sweeps')
          .select(['reseller_id', 'operation_id'])
          .union(eb.selectFrom('line_keys').select(['reseller_id', 'operation_id']))
          .as('n'),
      )
      .innerJoin('sweeps as t', (join) =>
        join.onRef('t.reseller_id', '=', 'n.reseller_id').onRef('t.operation_id', '=', 'n.operation_id'),
      )
      .selectAll('t'),
  );
  await make(
    db,
    'house_items',
    db
      .selectFrom('line_keys as n')
      .innerJoin('house_items as t', (join) =>
        join.onRef('t.reseller_id', '=', 'n.reseller_id').onRef('t.operation_id', '=', 'n.operation_id'),
      )
      .selectAll('t')
      .union(db.selectFrom('house_items as t').selectAll('t').where('t.noted_at', '>=', from)),
  );
  await make(
    db,
    'operations',
    db.selectFrom('touched_operations as n').innerJoin('operations as o', 'o.id', 'n.id').selectAll('o'),
  );
}
