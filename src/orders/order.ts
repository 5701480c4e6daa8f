import type { Expression, ExpressionBuilder, Kysely, RawBuilder, Selectable } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { EntityManager, Sql } from '../kit/database.ts';
import { toJsonUsd } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { type SnakeCase, toSnakeCase } from '../kit/text.ts';
import type { FrontendRight } from '../resellers/entities.ts';
import { OrderEntity } from './entities.ts';
import { OrderNotFoundError } from './errors.ts';

/** A fact of an order: what is read of it and kept in answers, and what clients see of that. */
interface Fact {
  /** Its type. A default is what a new order has, and an answer that was kept before there was the fact. */
  value: z.ZodType;
  /** The column of `orders`, if it is not its name in snake case; null for a fact of another table. */
  column?: string | null;
  /** Its name in the schema, if it is another one; `/v1` has the name of the schema in snake case. */
  field?: string;
  description: string;
  /** Frontend tokens with one of these rights read it; with none of them, only the reseller does. */
  readableBy: readonly (FrontendRight | 'any')[];
  /** How `/v1` describes it; missing where `/v1` does not have it. */
  v1?: { description: string; example?: string | number | null };
  /**
   * The argument by which a list has only orders with one value of it, which is a text. It needs an index
   * over reseller and column, unless it is one of GROUPED.
   */
  filter?: string;
}

/** All facts, in the order in which `/v1` has them. */
export const FACTS = {
  id: {
    value: z.int(),
    description: 'The order’s number, the same as in the REST API; no other object’s id is a number.',
    readableBy: ['any'],
    v1: { description: 'The order’s number.', example: 1024 },
  },
  tier: {
    value: z.string(),
    description: 'The `code` of the tier that it was bought from; the tier may have left the catalog since.',
    readableBy: ['read_order'],
    v1: { description: 'The tier that it was bought from.', example: 'prem' },
    filter: 'Only orders that were bought from the tier with this `code`.',
  },
  type: {
    value: z.string(),
    description: 'The `code` of the type that it was bought as; the type may have left the catalog since.',
    readableBy: ['read_order'],
    v1: { description: 'The type that it was bought as.', example: 'ipv4' },
    filter: 'Only orders that were bought as a type with this `code`, in any tier.',
  },
  country: {
    value: z.string(),
    description: 'ISO 3166-1 alpha-2, or ANY.',
    readableBy: ['read_order'],
    v1: { description: 'ISO 3166-1 alpha-2, or `ANY` for Luxury.', example: 'US' },
    filter: 'Only orders that were bought for this country: ISO 3166-1 alpha-2, or ANY.',
  },
  period: {
    value: z.string(),
    description: 'The `code` of the term or volume that it was bought with; renewals do not change it.',
    readableBy: ['read_order'],
    v1: { description: 'The period that it was bought with; renewals do not change it.', example: '30d' },
  },
  quantity: {
    value: z.int().default(1),
    description: 'The number of its proxies; 1 for traffic.',
    readableBy: ['read_order'],
    v1: { description: 'How many proxies it holds.', example: 2 },
  },
  /** In micro-dollars. */
  price: {
    value: z.bigint(),
    field: 'priceUsd',
    description: 'What was paid when it was bought; renewals do not change it.',
    readableBy: [],
    v1: { description: 'What was paid when it was bought; renewals do not change it.', example: 3.8 },
  },
  /** Follows from the filed status, the end and the time. */
  status: {
    value: z.enum(['active', 'expired', 'paused', 'exhausted']).default('active'),
    column: 'filed_status',
    description: 'As of the instant of the request.',
    readableBy: ['read_order'],
    v1: {
      description:
        '`active`: working. `expired`: the term is over; renew it if `renewable` is true. `paused`: you paused this Luxury ' +
        'order. `exhausted`: this Luxury order is out of traffic.',
    },
  },
  protocol: {
    value: z.enum(['http', 'socks5', 'both']).default('both'),
    description: 'What its proxies speak.',
    readableBy: ['read_order'],
    v1: { description: 'What its proxies speak.' },
  },
  billing: {
    value: z.enum(['per_proxy', 'per_gb']).default('per_proxy'),
    description: 'Whether proxies or traffic were paid for.',
    readableBy: ['read_order'],
  },
  createdAt: {
    value: z.date(),
    description: 'When it was delivered.',
    readableBy: ['read_order'],
    v1: { description: 'When it was bought (UTC).', example: '2026-01-01T12:00:00.000Z' },
  },
  expiresAt: {
    value: z.date().nullable().default(null),
    description: 'When its term ends, renewals included; null for an order that ends with its traffic.',
    readableBy: ['read_order'],
    v1: {
      description: 'When its term ends, renewals included (UTC); null for `per_gb` orders.',
      example: '2026-01-31T12:00:00.000Z',
    },
  },
  trafficGb: {
    value: z.number().nullable(),
    column: null,
    description: 'All traffic that was bought for it, in GB; null for proxies that were bought for a term.',
    readableBy: ['read_traffic'],
    v1: { description: 'Its traffic; null for term-billed orders.', example: null },
  },
  /** Follows from the column, the end, whether the proxies were dropped, and the time. */
  renewable: {
    value: z.boolean().default(false),
    description: 'Whether it can be renewed now.',
    readableBy: ['read_order'],
    v1: { description: 'Whether it can be renewed now.' },
  },
  source: {
    value: z.enum(['api', 'bot', 'console']).default('api'),
    description: 'Whether it was bought through this service or in the chat bot.',
    readableBy: ['read_order'],
    v1: { description: 'Where it was placed: this API, the chat bot or the console.' },
  },
  label: {
    value: z.string().nullable().default(null),
    description: 'What its reseller calls it; null when that is nothing.',
    readableBy: [],
    v1: { description: 'What you call it; null when that is nothing.', example: 'shop 7' },
  },
  note: {
    value: z.string().nullable().default(null),
    description: 'What its reseller notes of it; null when that is nothing.',
    readableBy: [],
    v1: { description: 'What you note of it; null when that is nothing.', example: null },
  },
  customer: {
    value: z.string().nullable().default(null),
    description: 'For whom it is, by a name or number of its reseller’s; null when that is not said.',
    readableBy: [],
    v1: {
      description: 'For whom it is, by your own name or number; null when you do not say.',
      example: null,
    },
    filter: 'Only orders for exactly this `customer`.',
  },
} as const satisfies Record<string, Fact>;

type Facts = typeof FACTS;
type FactName = keyof Facts;
type Having<Part> = { [Name in FactName]: Facts[Name] extends Part ? Name : never }[FactName];
type FieldOf<Name extends FactName> = Facts[Name] extends { field: infer Field extends string }
  ? Field
  : Name;
type ColumnOf<Name extends FactName> = Facts[Name] extends { column: infer Column }
  ? Column
  : SnakeCase<Name>;

export type OwnFact = Exclude<FactName, Having<{ column: null }>>;
/** Facts that have few values; in the schema these are upper case. */
export type EnumFact = Having<{ value: z.ZodEnum | z.ZodDefault<z.ZodEnum> }>;
export type FilterName = Having<{ filter: string }>;
export type OrderColumn = 'reseller_id' | { [Name in OwnFact]: ColumnOf<Name> }[OwnFact] | 'dropped_at';
/** The types of the facts of `/v1`, by their names there. */
export type V1Facts = {
  [Name in Having<{ v1: object }> as SnakeCase<FieldOf<Name>>]: AsJson<z.output<Facts[Name]['value']>>;
};
type AsJson<Value> = Value extends Date ? string : Value extends bigint ? number : Value;

/** The facts with what their rows leave out, and their types without default and null. */
export const ORDER_FACTS = Object.entries<Fact>(FACTS).map(([name, fact]) => {
  const { value, field = name, column = toSnakeCase(name) } = fact;
  const type = plainType(value);
  return { ...fact, name, field, column, type, kind: type.def.type, isNullable: value.isNullable() };
});

function plainType(value: z.ZodType): z.ZodType {
  const isWrapped = value instanceof z.ZodDefault || value instanceof z.ZodNullable;
  return isWrapped ? plainType(value.unwrap() as z.ZodType) : value;
}

/** An order at one instant, as it is also kept in answers. */
export const ORDER = z.object({
  resellerId: z.int(),
  ...(Object.fromEntries(
    ORDER_FACTS.flatMap(({ name, column, value }) => (column === null ? [] : [[name, value]])),
  ) as { [Name in OwnFact]: Facts[Name]['value'] }),
});
export type Order = z.infer<typeof ORDER>;
export type OrderStatus = Order['status'];
export const ORDER_STATUSES = FACTS.status.value.unwrap().options;

export const STORED_FACTS: { name: string; column: string; kind: string; isNullable: boolean }[] = [
  { name: 'resellerId', column: 'reseller_id', kind: 'number', isNullable: false },
  ...ORDER_FACTS.flatMap(({ column, ...fact }) => (column === null ? [] : [{ ...fact, column }])),
];

/** The facts that `/v1` has, by their names there. */
export const V1_FACTS = Object.fromEntries(
  ORDER_FACTS.flatMap(({ v1, ...fact }) => (v1 ? [[toSnakeCase(fact.field), { ...fact, ...v1 }]] : [])),
);

/** An order as `/v1` lists it. `trafficGb`: all that was bought for it; null for proxies. */
export function toV1(order: Order, trafficGb: number | null): V1Facts {
  const facts = Object.entries(V1_FACTS).map(([name, fact]) => {
    const value = fact.column === null ? trafficGb : order[fact.name as keyof Order];
    if (value instanceof Date) return [name, value.toISOString()];
    return [name, typeof value === 'bigint' ? toJsonUsd(value) : value];
  });
  return Object.fromEntries(facts);
}

/**
 * The columns that are read of an order. They are named one by one: with `*`, a process of an older version
 * would also get the columns that a newer version has added.
 */
export const ORDER_COLUMNS = [...STORED_FACTS.map(({ column }) => column), 'dropped_at'] as OrderColumn[];

/** Facts by which a list can be limited to orders with one value of them. */
export const FILTERED_FACTS = ORDER_FACTS.flatMap(({ name, column, filter }) =>
  filter === undefined ? [] : [{ name: name as FilterName, column: column as OrderColumn, filter }],
);

/** How long after the end of an order the upstream still extends its proxies. */
export const RENEWABLE_AFTER_EXPIRY_MS = 3 * 24 * 60 * 60_000;

/** The status at an instant. It depends on facts and time alone, so it is right even if no job has run. */
export function statusAt(
  { filedStatus, expiresAt }: { filedStatus: OrderStatus; expiresAt: Date | null },
  now: Date,
): OrderStatus {
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

export const ORDER_PROXY = z.object({
  host: z.string(),
  port: z.number(),
  login: z.string(),
  password: z.string(),
});
export type OrderProxy = z.infer<typeof ORDER_PROXY>;

export type OrderRow = Pick<Selectable<Tables['orders']>, OrderColumn>;

export function toOrder(row: OrderRow, now: Date): Order {
  const stored = STORED_FACTS.map(({ name, column, kind }) => {
    const value = row[column as OrderColumn];
    return [name, kind === 'bigint' ? BigInt(value as number) : value];
  });
  const facts: Order = Object.fromEntries(stored);
  const { status, renewable, expiresAt } = facts;
  facts.status = statusAt({ filedStatus: status, expiresAt }, now);
  facts.renewable = isRenewableAt({ renewable, expiresAt, droppedAt: row.dropped_at }, now);
  return facts;
}

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

/**
 * Makes a function that finds orders of one reseller with what `attached` is of each, in one statement: SQL
 * of a text over the row of `orders`.
 */
export function orderFinder(attached: string) {
  const select = statement<OwnOrders>()((db, own) =>
    ownOrders(db, own).select(sql.raw<string>(attached).as('attached')),
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
    .where('id', '=', ({ fn }) => fn.any(orderIds));
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
