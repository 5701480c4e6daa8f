import { type Expression, type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import { firstIdAt } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import type { Tables } from '../kit/tables.ts';
import { SWEEP } from '../purchases/jobs.ts';
import { movementsAfter } from './checkpoint.ts';
import { REFERENCE } from './payment-checks.ts';

/** The keys of what is new and of what belongs to it. */
export type Keys = {
  new_lines: { reseller_id: number; operation_id: string };
  new_coin_lines: { reseller_id: number; operation_id: string };
  new_top_ups: { reference: string };
  new_corrections: { reseller_id: number; operation_id: string };
  touched_payments: { id: string };
  new_operations: { id: string };
  new_sweeps: { reseller_id: number; operation_id: string };
  new_orders: { reseller_id: number; order_id: number };
  new_goods: { upstream: string; upstream_id: string; number: number | null };
  same_goods: { reseller_id: number; order_id: number };
  touched_orders: { reseller_id: number; order_id: number };
  touched_operations: { id: string };
  line_keys: { reseller_id: number; operation_id: string };
  coin_line_keys: { reseller_id: number; operation_id: string };
};

/** A transaction in which some of them have been found. */
export type Work = Kysely<Tables & Keys>;

/** Makes a temporary table of the rows. Its statistics are those of many rows only where there are many. */
export async function make(db: Work, name: string, rows: Expression<unknown>): Promise<void> {
  await db.schema.createTable(name).temporary().onCommit('drop').as(rows).execute();
  await sql`analyze ${sql.id(name)}`.execute(db);
}

/**
 * Has `work` read every table by an index, row by row: the planner cannot know how little is behind the
 * checkpoint, and reads a table as a whole where it expects a third of it. Excerpts have no index, and checks
 * of everything read whole tables: they come outside of it.
 */
export async function readByIndex<T>(tx: Sql, work: () => Promise<T>): Promise<T> {
  for (const way of SCANNING) await setPlanner(tx, way, 'off');
  const result = await work();
  for (const way of SCANNING) await setPlanner(tx, way, 'on');
  return result;
}

const SCANNING = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'] as const;

async function setPlanner(tx: QueryExecutorProvider, way: (typeof SCANNING)[number], value: 'on' | 'off') {
  await sql`select set_config(${way}, ${value}, true)`.execute(tx);
}

/**
 * Finds the keys of what has come since the checkpoint. `from` is a while before it.
 *
 * Movements are found by the checkpoint of their account, and operations by their charge, so nothing is
 * missed that was committed late. The checkpoint is before whatever was running, so all that has ended since
 * is new, too. What no movement leads to, such as an order that nobody has paid for, is found by its id or
 * instant.
 */
export async function findKeys(db: Work, from: Date): Promise<void> {
  const firstId = sql<string>`${firstIdAt(from)}::uuid`;
  await findNewLines(db, from, firstId);
  await findNewOperations(db, from, firstId);
  await findTouchedPayments(db, from, firstId);
  await findTouchedOrders(db, from, firstId);
  await findLineKeys(db);
}

/**
 * The lines behind the checkpoint, of money and of coins, and what the top-ups and corrections are that they
 * book.
 */
async function findNewLines(db: Work, from: Date, firstId: Expression<string>): Promise<void> {
  await make(
    db,
    'new_lines',
    movementsAfter(db as unknown as Sql, 'verified')
      .select(['l.reseller_id', 'l.operation_id'])
      .union(
        db
          .selectFrom('resellers as r')
          .innerJoin('ledger as l', 'l.reseller_id', 'r.id')
          .where('l.operation_id', '>=', firstId)
          .select(['l.reseller_id', 'l.operation_id']),
      ),
  );
  await make(
    db,
    'new_coin_lines',
    db
      .selectFrom('resellers as r')
      .leftJoin('verified_accounts as v', 'v.reseller_id', 'r.id')
      .innerJoin('coin_transfers as c', (join) =>
        join
          .onRef('c.reseller_id', '=', 'r.id')
          .on(({ eb, fn }) =>
            eb('c.created_at', '>', fn.coalesce('v.coins_moved_at', sql<Date>`timestamptz '-infinity'`)),
          ),
      )
      .select(['c.reseller_id', 'c.operation_id'])
      .distinct(),
  );
  await make(
    db,
    'new_top_ups',
    db
      .selectFrom('top_ups as u')
      .select('u.reference')
      .where('u.operation_id', '>=', firstId)
      .union(
        db
          .selectFrom('new_lines as n')
          .innerJoin('top_ups as u', 'u.operation_id', 'n.operation_id')
          .select('u.reference'),
      ),
  );
  // The operator makes them one by one: they are few, and have no index by time.
  await make(
    db,
    'new_corrections',
    db
      .selectFrom('corrections as c')
      .select(['c.reseller_id', 'c.operation_id'])
      .where('c.created_at', '>=', from)
      .distinct(),
  );
}

/**
 * Operations that have begun or ended since, or have something that is new; and sweeps, which may be older.
 */
async function findNewOperations(db: Work, from: Date, firstId: Expression<string>): Promise<void> {
  // Also those that are late or have failed.
  await make(
    db,
    'new_sweeps',
    db
      .selectFrom('resellers as r')
      .innerJoin('sweeps as s', 's.reseller_id', 'r.id')
      .where('s.operation_id', '>=', firstId)
      .select(['s.reseller_id', 's.operation_id'])
      .union(
        db
          .selectFrom('sweeps as s')
          .select(['s.reseller_id', 's.operation_id'])
          .where('s.due_at', '<', sql<Date>`now()`),
      )
      .union(
        db
          .selectFrom('sweeps as s')
          .select(['s.reseller_id', 's.operation_id'])
          .where('s.due_at', 'is', null),
      )
      .union(
        db
          .selectFrom('job_failures as f')
          .innerJoin('operations as o', (join) =>
            join.on(({ cast, eb }) => eb('o.id', '=', cast<string>('f.key', 'uuid'))),
          )
          .innerJoin('sweeps as s', (join) =>
            join.onRef('s.reseller_id', '=', 'o.reseller_id').onRef('s.operation_id', '=', 'o.id'),
          )
          .where('f.job', '=', SWEEP.name)
          .select(['s.reseller_id', 's.operation_id']),
      ),
  );
  await make(
    db,
    'new_operations',
    db
      .selectFrom('operations as o')
      .select('o.id')
      .where('o.id', '>=', firstId)
      .union(db.selectFrom('operations as o').select('o.id').where('o.state', '=', sql.lit('running')))
      .union(db.selectFrom('new_lines as n').select('n.operation_id as id'))
      .union(db.selectFrom('new_coin_lines as n').select('n.operation_id as id'))
      .union(db.selectFrom('new_corrections as n').select('n.operation_id as id'))
      .union(db.selectFrom('house_items as h').select('h.operation_id as id').where('h.noted_at', '>=', from))
      .union(
        db
          .selectFrom('idempotency_keys as k')
          .select(({ ref }) => sql<string>`${ref('k.operation_id')}`.as('id'))
          .where('k.created_at', '>=', from)
          .where('k.operation_id', 'is not', null),
      )
      .union(db.selectFrom('new_sweeps as s').select('s.operation_id as id')),
  );
}

/** Payments that have come or are given back since, or whose top-ups are new. */
async function findTouchedPayments(db: Work, from: Date, firstId: Expression<string>): Promise<void> {
  await make(
    db,
    'touched_payments',
    db
      .selectFrom('payments as p')
      .select('p.id')
      .where('p.paid_at', '>=', from)
      .union(db.selectFrom('payments as p').select('p.id').where('p.state', '=', sql.lit('refunding')))
      .union(db.selectFrom('payments as p').select('p.id').where('p.refund_id', '>=', firstId))
      .union(
        db
          .selectFrom('new_lines as n')
          .innerJoin('payments as p', 'p.refund_id', 'n.operation_id')
          .select('p.id'),
      )
      .union(
        db
          .selectFrom('new_top_ups as u')
          .innerJoin('payments as p', (join) =>
            join
              .on(
                ({
                  ref,
                }) => sql<boolean>`${ref('p.provider')} = case split_part(${ref('u.reference')}, ':', 1)
                  when 'stars' then 'stars' when 'crypto-pay' then 'crypto_pay' end`,
              )
              .on(
                ({ ref }) =>
                  sql<boolean>`${ref('p.charge_id')} = substr(${ref('u.reference')}, strpos(${ref('u.reference')}, ':') + 1)`,
              ),
          )
          .select('p.id'),
      ),
  );
}

/** Orders that are new or have new operations, those with the same goods, and all operations on them. */
async function findTouchedOrders(db: Work, from: Date, firstId: Expression<string>): Promise<void> {
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

/** The number of an upstream's id, as the index of proxies has it. */
const numberOf = (id: Expression<string>) =>
  sql<number | null>`(case when ${id} ~ '^[0-9]{1,18}$' then ${id}::bigint end)`;

/**
 * The orders with a proxy or account that a new order has, too, as `same_goods`. Those with a number within
 * the range of the new ones are read: the newest, as the upstreams count upward. An id that is no number is
 * compared by a whole verification only.
 */
async function findSameGoods(db: Work, from: Date): Promise<void> {
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

/** The lines of everything that is new or touched. */
async function findLineKeys(db: Work): Promise<void> {
  await make(
    db,
    'line_keys',
    db
      .selectFrom('new_lines as n')
      .select(['n.reseller_id', 'n.operation_id'])
      .union(db.selectFrom('new_corrections as n').select(['n.reseller_id', 'n.operation_id']))
      .union(
        db
          .selectFrom('touched_operations as n')
          .innerJoin('operations as o', 'o.id', 'n.id')
          .select(['o.reseller_id', 'o.id as operation_id']),
      )
      .union(
        db
          .selectFrom('new_top_ups as n')
          .innerJoin('top_ups as u', 'u.reference', 'n.reference')
          .select(['u.reseller_id', 'u.operation_id']),
      )
      .union(
        db
          .selectFrom('touched_payments as n')
          .innerJoin('payments as p', 'p.id', 'n.id')
          .innerJoin('top_ups as u', (join) =>
            join.on(({ eb }) => eb('u.reference', '=', sql.raw<string>(REFERENCE))),
          )
          .select(['u.reseller_id', 'u.operation_id']),
      )
      .union(
        db
          .selectFrom('touched_payments as n')
          .innerJoin('payments as p', 'p.id', 'n.id')
          .where('p.refund_id', 'is not', null)
          .select(({ ref }) => [
            sql<number>`${ref('p.reseller_id')}`.as('reseller_id'),
            sql<string>`${ref('p.refund_id')}`.as('operation_id'),
          ]),
      ),
  );
  await make(
    db,
    'coin_line_keys',
    db
      .selectFrom('new_coin_lines as n')
      .select(['n.reseller_id', 'n.operation_id'])
      .union(
        db
          .selectFrom('touched_operations as n')
          .innerJoin('operations as o', 'o.id', 'n.id')
          .select(['o.reseller_id', 'o.id as operation_id']),
      )
      .union(
        db
          .selectFrom('touched_operations as n')
          .innerJoin('operations as o', 'o.id', 'n.id')
          .where(({ ref }) => sql<boolean>`${ref('o.request')} #> '{coins,referral}' is not null`)
          .select(({ ref }) => [
            sql<number>`(${ref('o.request')} #>> '{coins,referral,resellerId}')::bigint`.as('reseller_id'),
            'o.id as operation_id',
          ]),
      ),
  );
}
