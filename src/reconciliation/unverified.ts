import { sql } from 'kysely';
import { firstIdAt } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { SWEEP } from '../purchases/jobs.ts';
import type { UnverifiedSet } from './check.ts';
import { movementsAfter, VERIFIED_POINTS } from './checkpoint.ts';
import { REFERENCE } from './payment-checks.ts';

/**
 * How tables are read, by what the planner may not use. Row by row for movements behind a point: it cannot
 * know how few they are, and reads a table as a whole where it expects a third of it. By keys for those that
 * are kept with their statistics, and what they lead to by an index. Freely for whole tables.
 */
const AVOIDED = {
  rowByRow: ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'],
  byKeys: ['enable_seqscan', 'enable_mergejoin'],
  freely: [] as string[],
};

/** Until the transaction ends, or this is called again. */
export async function readTables(tx: Sql, how: keyof typeof AVOIDED): Promise<void> {
  for (const way of AVOIDED.rowByRow) {
    const value = AVOIDED[how].includes(way) ? 'off' : 'on';
    await sql`select set_config(${way}, ${value}, true)`.execute(tx);
  }
}

/**
 * How much before the last verification is read again of what has no place in an account, by the instant in
 * its id or row: longer than clocks differ, and than a transaction takes that has made an id. It is checked
 * twice, and summed up never.
 */
const MARGIN_MS = 10 * 60_000;

/**
 * Finds the keys of what has come since the checkpoint, and of all that a check compares with it, as the
 * temporary tables of `UNVERIFIED_BOOKS`, which go with the transaction.
 *
 * Movements are found by the checkpoint of their account, and operations by their charge, so nothing is
 * missed that was committed late. The checkpoint is before whatever was running, so all that has ended since
 * is new, too. What no movement leads to, such as an order that nobody has paid for, is found by its id or
 * instant.
 *
 * From then on the transaction reads what these keys lead to by an index.
 */
export async function findUnverified(tx: Sql, verifiedAt: Date): Promise<void> {
  const time = new Date(verifiedAt.getTime() - MARGIN_MS);
  const from = `timestamptz '${time.toISOString()}'`;
  const firstId = `uuid '${firstIdAt(time)}'`;
  await readTables(tx, 'rowByRow');
  await make(tx, 'work', newWork(from, firstId));
  await readTables(tx, 'byKeys');
  await make(tx, 'orders', newOrders(firstId));
  await fill(tx, 'orders', ordersOfSameGoods(from));
  await fill(tx, 'work', WORK_ON_ORDERS);
  await make(tx, 'payments', newPayments(from, firstId));
  await fill(tx, 'work', WORK_OF_PAYMENTS);
  await make(tx, 'keys', newKeys(from));
}

/**
 * Before PostgreSQL 18, what is avoided but needed costs so much that nothing else counts: with an index, no
 * set has to be read as a whole.
 */
const KEYS: Record<UnverifiedSet, string> = {
  work: 'reseller_id, operation_id',
  orders: 'reseller_id, order_id',
  payments: 'id',
  keys: 'reseller_id, key',
};

async function make(tx: Sql, set: UnverifiedSet, statement: string): Promise<void> {
  await sql.raw(statement).execute(tx);
  await fill(tx, set, `create unique index on unverified_${set} (${KEYS[set]})`);
}

/** Statistics are made at once: by them the next statement is planned. */
async function fill(tx: Sql, set: UnverifiedSet, statement: string): Promise<void> {
  await sql.raw(statement).execute(tx);
  await sql.raw(`analyze unverified_${set}`).execute(tx);
}

/**
 * Entries that are new, of money and of coins, what they book, and operations that have begun or ended since
 * or have something that is new. Corrections are made by the operator, one by one: they are few, and have no
 * index by time. Sweeps are also those that are late or have failed.
 */
const newWork = (from: string, firstId: string) => `
  create temporary table unverified_work on commit drop as
  with found as (
    select l.reseller_id, l.operation_id from ${movementsAfter(VERIFIED_POINTS)}
    union
    select l.reseller_id, l.operation_id
    from resellers r join ledger l on l.reseller_id = r.id
    where l.operation_id >= ${firstId}
    union
    select c.reseller_id, c.operation_id
    from resellers r
    left join verified_accounts v on v.reseller_id = r.id
    join coin_transfers c on c.reseller_id = r.id
      and c.created_at > coalesce(v.coins_moved_at, '-infinity')
    union
    select reseller_id, operation_id from top_ups where operation_id >= ${firstId}
    union
    select reseller_id, operation_id from corrections where created_at >= ${from}
    union
    select reseller_id, operation_id from house_items where noted_at >= ${from}
    union
    select reseller_id, id from operations where id >= ${firstId}
    union
    select reseller_id, id from operations where state = 'running'
    union
    select o.reseller_id, o.id
    from idempotency_keys k join operations o on o.id = k.operation_id
    where k.created_at >= ${from}
    union
    select s.reseller_id, s.operation_id
    from resellers r join sweeps s on s.reseller_id = r.id
    where s.operation_id >= ${firstId}
    union
    select reseller_id, operation_id from sweeps where due_at < now() or due_at is null
    union
    select s.reseller_id, s.operation_id
    from job_failures f
    join operations o on o.id = f.key::uuid
    join sweeps s on s.reseller_id = o.reseller_id and s.operation_id = o.id
    where f.job = '${SWEEP.name}'
  )
  select reseller_id, operation_id from found
  union
  select o.reseller_id, o.id from found f join operations o on o.id = f.operation_id
  union
  select u.reseller_id, u.operation_id from found f join top_ups u on u.operation_id = f.operation_id
  union
  select c.reseller_id, c.operation_id from found f join corrections c on c.operation_id = f.operation_id`;

/** Orders that are new or have new operations, or whose settings are in doubt. */
const newOrders = (firstId: string) => `
  create temporary table unverified_orders on commit drop as
  select o.reseller_id, o.order_id from unverified_work n join operations o on o.id = n.operation_id
  union
  select reseller_id, id from orders where operation_id >= ${firstId}
  union
  select reseller_id, order_id from luxury_settings where change_token is not null`;

/** The number of an upstream's id, as the index of proxies has it. */
const numberOf = (id: string) => `(case when ${id} ~ '^[0-9]{1,18}$' then ${id}::bigint end)`;

/**
 * The orders with a proxy or account that a new order has, too. Those with a number within the range of the
 * new ones are read: the newest, as the upstreams count upward. An id that is no number is compared by a
 * whole verification only.
 */
const ordersOfSameGoods = (from: string) => `
  insert into unverified_orders
  with goods as (
    select o.upstream, x.upstream_id, ${numberOf('x.upstream_id')} as number
    from unverified_orders n
    join orders o on o.reseller_id = n.reseller_id and o.id = n.order_id
    join proxies x on x.reseller_id = n.reseller_id and x.order_id = n.order_id
    where o.created_at >= ${from}
  )
  select y.reseller_id, y.order_id
  from (select min(number) as least, max(number) as most from goods group by upstream) g
  join proxies y on ${numberOf('y.upstream_id')} between g.least and g.most
  where y.upstream_id in (select upstream_id from goods)
  except table unverified_orders`;

/** All operations on the orders. */
const WORK_ON_ORDERS = `
  insert into unverified_work
  select p.reseller_id, p.id
  from unverified_orders n
  join orders o on o.reseller_id = n.reseller_id and o.id = n.order_id
  join operations p on p.id = o.operation_id
  union
  select o.reseller_id, o.id
  from unverified_orders n
  join operations o on o.reseller_id = n.reseller_id and o.order_id = n.order_id
  where o.kind <> 'purchase'
  except table unverified_work`;

/** Payments that have come or are given back since, or whose top-ups or refunds are new. */
const newPayments = (from: string, firstId: string) => `
  create temporary table unverified_payments on commit drop as
  select id from payments where paid_at >= ${from}
  union
  select id from payments where state = 'refunding'
  union
  select id from payments where refund_id >= ${firstId}
  union
  select p.id from unverified_work n join payments p on p.refund_id = n.operation_id
  union
  select p.id
  from unverified_work n
  join top_ups u on u.operation_id = n.operation_id
  join payments p on p.provider = replace(split_part(u.reference, ':', 1), '-', '_')
    and p.charge_id = substr(u.reference, strpos(u.reference, ':') + 1)`;

/** Top-ups and refunds of the payments, and coins that operations have brought those who referred buyers. */
const WORK_OF_PAYMENTS = `
  insert into unverified_work
  select u.reseller_id, u.operation_id
  from unverified_payments n
  join payments p on p.id = n.id
  join top_ups u on u.reference = ${REFERENCE}
  union
  select p.reseller_id, p.refund_id
  from unverified_payments n
  join payments p on p.id = n.id
  where p.refund_id is not null
  union
  select (o.request #>> '{coins,referral,resellerId}')::bigint, o.id
  from unverified_work n
  join operations o on o.id = n.operation_id
  where o.request #> '{coins,referral}' is not null
  except table unverified_work`;

const newKeys = (from: string) => `
  create temporary table unverified_keys on commit drop as
  select reseller_id, key from idempotency_keys where created_at >= ${from}
  union
  select k.reseller_id, k.key
  from unverified_work n join idempotency_keys k on k.operation_id = n.operation_id`;
