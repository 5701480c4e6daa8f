import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Tables } from '../kit/tables.ts';
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

const BY_OPERATION = { reseller_id: 'reseller_id', operation_id: 'operation_id' };
const BY_ORDER = { reseller_id: 'reseller_id', order_id: 'order_id' };

/** The rows of a table that have one of the keys, of which no two are equal: `by` pairs their columns. */
function rowsOf(table: keyof Tables, keys: keyof Keys, by: Readonly<Record<string, string>>) {
  const pairs = Object.entries(by).map(([column, key]) => sql`t.${sql.ref(column)} = n.${sql.ref(key)}`);
  return sql`select t.* from ${sql.table(keys)} n join ${sql.table(table)} t on ${sql.join(pairs, sql` and `)}`;
}

/** The lines, what they book, and what deleted operations were charged for. */
async function copyBooks(db: Work): Promise<void> {
  await make(db, 'ledger', rowsOf('ledger', 'line_keys', BY_OPERATION));
  await make(db, 'coin_transfers', rowsOf('coin_transfers', 'coin_line_keys', BY_OPERATION));
  await make(db, 'top_ups', rowsOf('top_ups', 'line_keys', { operation_id: 'operation_id' }));
  await make(db, 'payments', rowsOf('payments', 'touched_payments', { id: 'id' }));
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
  await make(db, 'proxies', rowsOf('proxies', 'touched_orders', BY_ORDER));
  await make(db, 'luxury_traffic', rowsOf('luxury_traffic', 'touched_orders', BY_ORDER));
  await make(db, 'luxury_settings', rowsOf('luxury_settings', 'touched_orders', BY_ORDER));
  const byNumber = { reseller_id: 'reseller_id', id: 'order_id' };
  await make(db, 'orders', rowsOf('orders', 'touched_orders', byNumber));
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
  await make(db, 'operations', rowsOf('operations', 'touched_operations', { id: 'id' }));
}
