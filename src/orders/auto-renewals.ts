import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { Lease } from '../kit/lease.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { CLOSED_COLUMNS } from '../resellers/admission.ts';
import type { Order, OrderName } from './order.ts';

/** How an order renews itself. */
export interface AutoRenewalTerms {
  /** A term that its type is sold in. */
  period: string;
  /** The most for a renewal of the whole order. */
  maxPrice: Micros;
  /** The latest end that a renewal may reach; null for any. */
  until: Date | null;
}

export interface AutoRenewal extends AutoRenewalTerms {
  /** Where it was switched on: whose prices it pays. */
  source: Order['source'];
  setAt: Date;
  /** The last one; null when there was none since it was switched on or changed. */
  tried: Try | null;
  /** Why the last one was refused; null when it was not. */
  refusal: Refusal | null;
}

/** A try to renew an order for one of its ends. */
export interface Try {
  end: Date;
  /** How many hours before that end it has its mark. */
  mark: number;
}

interface Refusal {
  code: string;
  message: string;
  at: Date;
}

/** The hours before an end at which it is tried. At 0 the upstream still extends the proxies. */
const MARKS = [48, 24, 6, 1, 0];
const HOUR_MS = 3_600_000;
/** Orders that end together are tried within half an hour behind the mark, by their numbers. */
const SPREAD_SECONDS = 1_800;

/**
 * What is to be tried now, and when there is something to try after that: null when there is not. Of marks
 * that have passed only the nearest is tried. The last one of an order that cannot be renewed any more tells
 * its reseller so.
 */
export function planTry(
  order: Pick<Order, 'id' | 'expiresAt' | 'renewable'>,
  tried: Try | null,
  now: Date,
): { due: Try | undefined; nextAt: Date | null } {
  const end = order.expiresAt;
  if (!end) return { due: undefined, nextAt: null };
  const isOfEnd = tried?.end.getTime() === end.getTime();
  const left = MARKS.filter((mark) => !isOfEnd || mark < tried.mark).map((mark) => ({
    mark,
    at: new Date(end.getTime() - mark * HOUR_MS + (order.id % SPREAD_SECONDS) * 1_000),
  }));
  const due = order.renewable ? left.findLast(({ at }) => at <= now) : left.at(-1);
  const next = order.renewable ? left.find(({ at }) => at > now) : undefined;
  return { due: due && { end, mark: due.mark }, nextAt: next?.at ?? null };
}

/** What is tried only once for an end, as it comes to the same at every mark. */
export const LAST_MARK = MARKS.at(-1) as number;

const AUTO_RENEWAL_LEASE = new Lease('auto_renewals', {
  token: 'lease_token',
  until: 'leased_until',
  // Longer than an upstream takes to answer nothing.
  seconds: 60,
});

const COLUMNS = [
  'auto_renewals.reseller_id',
  'auto_renewals.order_id',
  'auto_renewals.period',
  'auto_renewals.max_price',
  'auto_renewals.until',
  'auto_renewals.source',
  'auto_renewals.set_at',
  'auto_renewals.tried_end',
  'auto_renewals.tried_mark',
  'auto_renewals.refusal',
  'auto_renewals.refusal_message',
  'auto_renewals.refused_at',
] as const;
type ColumnName<Column> = Column extends `auto_renewals.${infer Name}` ? Name : never;
type Row = Pick<Selectable<Tables['auto_renewals']>, ColumnName<(typeof COLUMNS)[number]>>;

function toAutoRenewal(row: Row): AutoRenewal {
  const { tried_end: end, tried_mark: mark, refusal: code, refusal_message: message, refused_at: at } = row;
  return {
    period: row.period,
    maxPrice: BigInt(row.max_price),
    until: row.until,
    source: row.source,
    setAt: row.set_at,
    tried: end && mark !== null ? { end, mark } : null,
    refusal: code !== null && message !== null && at ? { code, message, at } : null,
  };
}

const selectAutoRenewals = statement<{ resellerId: number; orderIds: number[] }>()(
  (db, { resellerId, orderIds }) =>
    db
      .selectFrom('auto_renewals')
      .select(COLUMNS)
      .where('reseller_id', '=', resellerId)
      .where('order_id', '=', ({ fn }) => fn.any(orderIds)),
);

/** Of those orders of a reseller that renew themselves. */
export async function readAutoRenewals(
  db: Sql,
  own: { resellerId: number; orderIds: number[] },
): Promise<Map<number, AutoRenewal>> {
  const rows = await selectAutoRenewals(db, own);
  return new Map(rows.map((row) => [row.order_id, toAutoRenewal(row)]));
}

/** The numbers of the orders of a reseller that renew themselves, the oldest first, and no more than that. */
export async function listAutoRenewed(db: Sql, resellerId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('auto_renewals')
    .select('order_id')
    .where('reseller_id', '=', resellerId)
    .orderBy('order_id')
    .limit(limit)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

/**
 * Has orders renew themselves, or renew in another way. What was refused is tried anew, and whoever makes a
 * try by the terms of before writes nothing of it here.
 */
export async function switchOn(
  tx: Sql,
  { resellerId, orderIds }: { resellerId: number; orderIds: readonly number[] },
  { period, maxPrice, until, source, setAt }: Omit<AutoRenewal, 'tried' | 'refusal'>,
): Promise<void> {
  await sql`
    insert into auto_renewals (reseller_id, order_id, period, max_price, until, source, set_at, next_look_at)
    select ${resellerId}, id, ${period}, ${maxPrice}, ${until}, ${source}, ${setAt}, ${setAt}
    from unnest(${[...orderIds].sort((one, other) => one - other)}::bigint[]) id
    on conflict (reseller_id, order_id) do update set
      period = excluded.period, max_price = excluded.max_price, until = excluded.until,
      source = excluded.source, set_at = excluded.set_at, next_look_at = excluded.next_look_at,
      tried_end = null, tried_mark = null, refusal = null, refusal_message = null, refused_at = null,
      lease_token = null, leased_until = null`.execute(tx);
}

/** What is being tried goes on to its end. */
export async function switchOff(
  db: Sql,
  { resellerId, orderIds }: { resellerId: number; orderIds: readonly number[] },
): Promise<void> {
  await db
    .deleteFrom('auto_renewals')
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', ({ fn, val }) => fn.any(val([...orderIds])))
    .execute();
}

/** An order that is to be looked at by whoever has the token. */
export interface TakenRenewal extends OrderName {
  token: string;
  terms: AutoRenewal;
}

const takeDue = statement<{ now: Date; token: string }>()((db, { now, token }) =>
  db
    .with('due', (cte) =>
      cte
        .selectFrom('auto_renewals')
        .select(['reseller_id', 'order_id'])
        .where('next_look_at', '<=', now)
        .where(AUTO_RENEWAL_LEASE.isFreeFor(token, now))
        .where((eb) => eb(eb.selectFrom('service_state').select(CLOSED_COLUMNS[0]).$asScalar(), 'is', null))
        .orderBy('next_look_at')
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('auto_renewals')
    .from('due')
    // A change of the end from now on puts another instant here.
    .set({ next_look_at: now, ...AUTO_RENEWAL_LEASE.taken(token, now) })
    .whereRef('auto_renewals.reseller_id', '=', 'due.reseller_id')
    .whereRef('auto_renewals.order_id', '=', 'due.order_id')
    .returning(COLUMNS),
);

/** Takes the order that has been due for longest, if there is one; none while the API is closed. */
export async function takeDueRenewal(db: Sql, now: Date): Promise<TakenRenewal | undefined> {
  const token = randomUUID();
  const [row] = await takeDue(db, { now, token });
  return row && { resellerId: row.reseller_id, orderId: row.order_id, token, terms: toAutoRenewal(row) };
}

const renewLease = statement<OrderName & { token: string; now: Date }>()(
  (db, { resellerId, orderId, token, now }) =>
    db
      .updateTable('auto_renewals')
      .set(AUTO_RENEWAL_LEASE.renewed(now))
      .where('reseller_id', '=', resellerId)
      .where('order_id', '=', orderId)
      .where(AUTO_RENEWAL_LEASE.isHeldBy(token)),
);

/** Keeps the order from others while `work` runs. */
export function whileTaken<Result>(
  { database, clock }: { database: { sql: Sql }; clock: { now(): Date } },
  { resellerId, orderId, token }: TakenRenewal,
  work: () => Promise<Result>,
): Promise<Result> {
  const renew = () => renewLease(database.sql, { resellerId, orderId, token, now: clock.now() });
  return AUTO_RENEWAL_LEASE.keep(renew, work);
}

/** What has come of a look. What is left out stays. */
interface Looked {
  /** Null for never, unless the end changes. */
  nextLookAt: Date | null;
  tried?: Try;
  refusal?: Refusal | null;
}

/** Returns whether it was written: not when it was switched off, or on anew, or somebody else has it. */
export async function giveBack(
  db: Sql,
  { resellerId, orderId, token }: TakenRenewal,
  { nextLookAt, tried, refusal }: Looked,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auto_renewals')
    .set({
      // The end has changed since it was taken: it is to be looked at by that.
      next_look_at: sql<Date>`case when next_look_at = to_timestamp(0) then next_look_at else ${nextLookAt} end`,
      ...AUTO_RENEWAL_LEASE.givenBack(),
      ...(tried && { tried_end: tried.end, tried_mark: tried.mark }),
      ...(refusal !== undefined && {
        refusal: refusal?.code ?? null,
        refusal_message: refusal?.message ?? null,
        refused_at: refusal?.at ?? null,
      }),
    })
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where(AUTO_RENEWAL_LEASE.isHeldBy(token))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
