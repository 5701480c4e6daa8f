import type { Expression, Selectable } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../kit/tables.ts';
import { isRenewableAt, ORDER_STATUSES, statusAt } from './status.ts';

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
/** What is read with an order, as text: an expression over the row of `orders`. */
export type AttachedText = Expression<string>;
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
