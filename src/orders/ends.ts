import { sql } from 'kysely';
import { DAY_MS } from '../kit/clock.ts';
import { type EntityManager, LockMode, type Sql } from '../kit/database.ts';
import { later } from '../kit/statement.ts';
import type { ProxyTerm } from '../upstreams/term.ts';
import { OrderEntity } from './entities.ts';
import { hasLapsed, type OrderName, type OrderStatus } from './order.ts';

/** Sets a later end and files the status that follows. The order stays locked by the transaction. */
export async function extendOrder(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  { expiresAt, status }: { expiresAt: Date; status: OrderStatus },
): Promise<void> {
  const order = await em.findOneOrFail(
    OrderEntity,
    { resellerId, id: orderId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  order.expiresAt = expiresAt;
  order.filedStatus = status;
}

/** Locks the order until the transaction ends, so that an extension of it waits. */
export async function lockOrder(tx: Sql, { resellerId, orderId }: OrderName): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('reseller_id', '=', resellerId)
    .where('id', '=', orderId)
    .forUpdate()
    .execute();
}

/** Stores, once, that a proxy was dropped: the order cannot be renewed any more, and ends with its term. */
export async function noteDropped(db: Sql, { resellerId, orderId }: OrderName, now: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ dropped_at: now })
    .where('reseller_id', '=', resellerId)
    .where('id', '=', orderId)
    .where('dropped_at', 'is', null)
    .execute();
}

/**
 * Stores the present ends of an order's proxies at the upstream as accounted for. Returns how many proxy days
 * up to these ends were not paid for. An end that is stored already is not counted again, so that each day is
 * counted once, whichever worker counts it.
 *
 * @param paidDays days for each proxy that are being paid for.
 * @param since the earliest start of those days, where the upstream has extended a proxy from then: nobody
 * used it between its old end and that. An end that is later by whole days was extended from the old one.
 */
export async function bookEnds(
  tx: Sql,
  { resellerId, orderId }: OrderName,
  terms: readonly ProxyTerm[],
  { paidDays, since }: { paidDays: number; since: Date },
): Promise<number> {
  const rows = await tx
    .selectFrom('proxies')
    .select(['upstream_id', 'booked_until'])
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where('booked_until', 'is not', null)
    .orderBy('position')
    .forUpdate()
    .$narrowType<{ booked_until: Date }>()
    .execute();
  const booked = new Map(rows.map((row) => [row.upstream_id, row.booked_until.getTime()]));
  const ids = terms.map(({ upstreamId }) => upstreamId);
  const ends = terms.map(({ expiresAt }) => expiresAt);
  await sql`
    update proxies p set booked_until = greatest(p.booked_until, e.ends_at)
    from unnest(${ids}::text[], ${ends}::timestamptz[]) e (upstream_id, ends_at)
    where p.reseller_id = ${resellerId} and p.order_id = ${orderId} and p.upstream_id = e.upstream_id
      and p.booked_until is not null`.execute(tx);
  return terms.reduce((sum, { upstreamId, expiresAt }) => {
    const end = expiresAt.getTime();
    const from = booked.get(upstreamId) ?? Infinity;
    const start = (end - from) % DAY_MS === 0 ? from : Math.max(from, since.getTime());
    // Rounded, because the ends of proxies that were not bought in the same second differ by less than a day.
    return sum + Math.max(0, Math.round((end - start) / DAY_MS) - paidDays);
  }, 0);
}

/** Orders that one statement files. Each of them is locked until the statement ends. */
const BATCH_SIZE = 1_000;

/**
 * Files orders whose end has passed as expired, at most a thousand, and returns how many they were. Statuses
 * are right without this job; it keeps few the orders that lists and totals have to check one by one.
 */
export async function fileLapsedOrders(db: Sql, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ filed_status: 'expired' })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('reseller_id', 'id'),
        'in',
        selectFrom('orders')
          .select(['reseller_id', 'id'])
          .where(hasLapsed(now))
          // The database tells of each at the commit.
          .where(sql<boolean>`(select lock_events(0))`)
          .orderBy('expires_at')
          .limit(sql.lit(BATCH_SIZE))
          .forUpdate()
          .skipLocked()
          .$asTuple('reseller_id', 'id'),
      ),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** So many hours before its end is an order told of. */
const MARKS = [72, 24];
/** Orders of one statement, which locks the logs of their resellers. */
const TOLD_AT_ONCE = 200;
/** So late, in seconds, is a mark looked at: what was written at its instant is visible by then. */
const LATE_SECONDS = 60;

/**
 * Writes an event for each order that ends in three days or in one, also if it cannot be renewed, and where
 * both have passed meanwhile only of the nearer. An order that is renewed has another end. Returns how many
 * there were, at most some more than 400.
 */
export async function tellOfEnds(db: Sql, now: Date): Promise<number> {
  let count = 0;
  for (const [place, hours] of MARKS.entries()) {
    const before = sql`make_interval(hours => ${hours}::int)`;
    const nearer = sql`${now}::timestamptz + make_interval(hours => ${MARKS[place + 1] ?? 0}::int)`;
    const { rows } = await sql`
      with looked_at as (
        select until as since, ${now}::timestamptz - make_interval(secs => ${LATE_SECONDS}) as until
        from ends_told where hours = ${hours} and (select lock_events(0)) for update
      ), due as materialized (
        -- Subqueries, which bound the index: joined, all that ends later would be read.
        select reseller_id, id, expires_at from orders
        where filed_status = 'active' and expires_at > ${nearer}
          and expires_at > (select since from looked_at) + ${before}
          and expires_at <= (select until from looked_at) + ${before}
        order by expires_at fetch first ${sql.lit(TOLD_AT_ONCE)} rows with ties
      ), moved as (
        update ends_told set until = case when (select count(*) from due) < ${sql.lit(TOLD_AT_ONCE)}
          then looked_at.until else ${later(sql`(select max(expires_at) from due)`, sql`-${before}`)} end
        from looked_at where hours = ${hours} and since < looked_at.until
      )
      select write_event(reseller_id, 'order.ending', 'upstream', ${now}, 0, id, jsonb_build_object(
        'hours_left', ceil(extract(epoch from expires_at - ${now}) / 3600),
        'auto_renew', exists (select 1 from auto_renewals a
          where a.reseller_id = due.reseller_id and order_id = id and next_look_at is not null)))
      from (select * from due order by reseller_id offset 0) due`.execute(db);
    count += rows.length;
  }
  return count;
}
