import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely';
import { z } from 'zod';
import type { EntityManager, Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { OrderEntity } from './entities.ts';
import { OrderNotFoundError } from './errors.ts';

export const ORDER_STATUSES = ['active', 'expired', 'paused', 'exhausted'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** How long after the end of an order the upstream still extends its proxies. */
export const RENEWABLE_AFTER_EXPIRY_MS = 3 * 24 * 60 * 60_000;

/** The facts that decide an order's status. */
interface StatusFacts {
  filedStatus: OrderStatus;
  /** Null for an order that ends when its traffic is used. */
  expiresAt: Date | null;
}

/** The status at an instant. It depends on facts and time alone, so it is right even if no job has run. */
export function statusAt({ filedStatus, expiresAt }: StatusFacts, now: Date): OrderStatus {
  return expiresAt ? (expiresAt <= now ? 'expired' : 'active') : filedStatus;
}

/**
 * Whether the order can be renewed at an instant: until its end, and for some days after it as long as the
 * upstream keeps the proxies.
 */
export function isRenewableAt(
  facts: { renewable: boolean; expiresAt: Date | null; droppedAt: Date | null },
  now: Date,
): boolean {
  if (!facts.renewable || facts.droppedAt || !facts.expiresAt) return false;
  return now.getTime() < facts.expiresAt.getTime() + RENEWABLE_AFTER_EXPIRY_MS;
}

/** Selects orders that have ended and are still filed as active; they are filed as expired a little later. */
export function hasLapsed(now: Date | Expression<Date>) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'orders'>) =>
    and([eb('filed_status', '=', sql.lit('active')), eb('expires_at', '<=', now)]);
}

type OrderCounts = Record<OrderStatus, number>;

/**
 * The filed counts by status, and corrections: orders that ended after they were filed count as expired
 * instead of active.
 */
const selectCounts = statement<{ resellerIds: number[]; now: Date }>()(
  (_db, { resellerIds, now }) => sql<{ reseller_id: number; status: OrderStatus; count: number }>`
    select reseller_id, filed_status as status, count from order_counts
    where reseller_id = any (${resellerIds}::bigint[])
    union all
    select reseller_id, status, change * count from (
      select reseller_id, count(*) as count from orders
      where reseller_id = any (${resellerIds}::bigint[]) and filed_status = 'active' and expires_at <= ${now}
      group by reseller_id
    ) lapsed cross join (values ('active', -1), ('expired', 1)) moved (status, change)`,
);

/** The number of orders of each status for each of some resellers, in one statement. */
export async function countOrders(
  db: Sql,
  resellerIds: readonly number[],
  now: Date,
): Promise<Map<number, OrderCounts>> {
  const rows = await selectCounts(db, { resellerIds: [...resellerIds], now });
  const none = () => Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as OrderCounts;
  const counts = new Map(resellerIds.map((id) => [id, none()]));
  for (const row of rows) {
    const own = counts.get(row.reseller_id);
    if (own) own[row.status] += row.count;
  }
  return counts;
}

/**
 * The number of an order and of its reseller. The API reads rows by both, so that no reseller reads another
 * one's order.
 */
export interface OrderName {
  resellerId: number;
  orderId: number;
}

/** An order at one instant, as it is also kept in answers; what those may lack has a default. */
export const ORDER = z.object({
  id: z.number(),
  resellerId: z.number(),
  tier: z.string(),
  type: z.string(),
  /** ISO-2, or ANY. */
  country: z.string(),
  period: z.string(),
  quantity: z.number().default(1),
  /** In micro-dollars, what was paid at the purchase; renewals do not change it. */
  price: z.bigint(),
  status: z.enum(ORDER_STATUSES).default('active'),
  protocol: z.enum(['http', 'socks5', 'both']).default('both'),
  billing: z.enum(['per_proxy', 'per_gb']).default('per_proxy'),
  createdAt: z.date(),
  /** Null for an order that ends when its traffic is used. */
  expiresAt: z.date().nullable().default(null),
  renewable: z.boolean().default(false),
  source: z.enum(['api', 'bot', 'console']).default('api'),
});
export type Order = z.infer<typeof ORDER>;

export const ORDER_PROXY = z.object({
  host: z.string(),
  port: z.number(),
  login: z.string(),
  password: z.string(),
});
export type OrderProxy = z.infer<typeof ORDER_PROXY>;

/**
 * The columns that are read of an order. They are named one by one: with `*`, a process of an older version
 * would also get the columns that a newer version has added.
 */
export const ORDER_COLUMNS = [
  'reseller_id',
  'id',
  'tier',
  'type',
  'country',
  'period',
  'quantity',
  'price',
  'protocol',
  'billing',
  'renewable',
  'source',
  'created_at',
  'expires_at',
  'dropped_at',
  'filed_status',
] as const;
export type OrderRow = Pick<Selectable<Tables['orders']>, (typeof ORDER_COLUMNS)[number]>;

export function toOrder(row: OrderRow, now: Date): Order {
  const { filed_status: filedStatus, expires_at: expiresAt, dropped_at: droppedAt } = row;
  return {
    id: row.id,
    resellerId: row.reseller_id,
    tier: row.tier,
    type: row.type,
    country: row.country,
    period: row.period,
    quantity: row.quantity,
    price: BigInt(row.price),
    status: statusAt({ filedStatus, expiresAt }, now),
    protocol: row.protocol,
    billing: row.billing,
    createdAt: row.created_at,
    expiresAt,
    renewable: isRenewableAt({ renewable: row.renewable, expiresAt, droppedAt }, now),
    source: row.source,
  };
}

/** Orders of one reseller. */
interface OwnOrders {
  resellerId: number;
  orderIds: number[];
}

const selectOrder = statement<{ resellerId: number; id: number }>()((db, { resellerId, id }) =>
  db.selectFrom('orders').select(ORDER_COLUMNS).where('reseller_id', '=', resellerId).where('id', '=', id),
);
const selectOwnOrders = statement<OwnOrders>()((db, own) => ownOrders(db, own));
const selectOrders = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'id'), 'in', orderNames(names))),
);

/** An order of this reseller. Throws OrderNotFoundError. */
export async function findOrder(db: Sql, resellerId: number, id: number, now: Date): Promise<Order> {
  const [row] = await selectOrder(db, { resellerId, id });
  if (!row) throw new OrderNotFoundError(id);
  return toOrder(row, now);
}

/** Orders of any resellers, in one statement. Orders that do not exist are missing from the result. */
export async function findOrders(db: Sql, names: readonly OrderName[], now: Date): Promise<Order[]> {
  const rows = await selectOrders(db, toOrderNames(names));
  return rows.map((row) => toOrder(row, now));
}

/** Orders of one reseller, in one statement that costs the database less than `findOrders`. */
export async function findOwnOrders(db: Sql, own: OwnOrders, now: Date): Promise<Order[]> {
  const rows = await selectOwnOrders(db, own);
  return rows.map((row) => toOrder(row, now));
}

/** What is read with an order, as text: an expression over the row of `orders`. */
export type AttachedText = Expression<string>;

/** Makes a function that finds orders of one reseller with what `attached` is of each, in one statement. */
export function orderFinder(attached: AttachedText) {
  const select = statement<OwnOrders>()((db, own) =>
    ownOrders(db, own).select(sql<string>`${attached}`.as('attached')),
  );
  return async (db: Sql, own: OwnOrders, now: Date): Promise<(Order & { attached: string })[]> => {
    const rows = await select(db, own);
    return rows.map(({ attached, ...row }) => ({ ...toOrder(row, now), attached }));
  };
}

function ownOrders(
  db: Kysely<Tables>,
  { resellerId, orderIds }: { [Part in keyof OwnOrders]: Expression<OwnOrders[Part]> },
) {
  return db
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where('reseller_id', '=', resellerId)
    .where('id', '=', sql<number>`any (${orderIds}::bigint[])`);
}

/** Names of any number of orders, as a statement takes them: one list for each part of the name. */
export interface OrderNames {
  resellerIds: number[];
  orderIds: number[];
}

export function toOrderNames(orders: readonly OrderName[]): OrderNames {
  return {
    resellerIds: orders.map(({ resellerId }) => resellerId),
    orderIds: orders.map(({ orderId }) => orderId),
  };
}

/**
 * The names as a subquery of pairs, for the right side of `in`: the reseller's number and the order's number.
 */
export function orderNames({
  resellerIds,
  orderIds,
}: { [Part in keyof OrderNames]: Expression<number[]> }): RawBuilder<[number, number]> {
  return sql`(select * from unnest(${resellerIds}::bigint[], ${orderIds}::bigint[]))`;
}

/** Sets the order's protocol in the unit of work, without reading its row. */
export function setProtocol(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  protocol: Order['protocol'],
): void {
  em.getReference(OrderEntity, [resellerId, orderId]).protocol = protocol;
}
