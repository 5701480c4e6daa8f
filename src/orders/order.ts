import type { Selectable } from 'kysely';
import type { Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import { isRenewableAt, type OrderStatus, statusAt } from './status.ts';

/**
 * The number of an order and of its reseller. The API reads rows by both, so that no reseller reads another
 * one's order.
 */
export interface OrderName {
  resellerId: number;
  orderId: number;
}

/** An order at one instant. */
export interface Order {
  id: number;
  resellerId: number;
  tier: string;
  type: string;
  /** ISO-2, or ANY. */
  country: string;
  period: string;
  quantity: number;
  /** What was paid at the purchase; renewals do not change it. */
  price: Micros;
  status: OrderStatus;
  protocol: 'http' | 'socks5' | 'both';
  billing: 'per_proxy' | 'per_gb';
  createdAt: Date;
  /** Null for an order that ends when its traffic is used. */
  expiresAt: Date | null;
  renewable: boolean;
  source: 'api' | 'bot' | 'console';
}

export interface OrderProxy {
  host: string;
  port: number;
  login: string;
  password: string;
}

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

/** A row of an order, or the nulls of a left join without a match. */
type MaybeOrderRow = { [Column in keyof OrderRow]: OrderRow[Column] | null };

export function isOrderRow<Row extends MaybeOrderRow>(row: Row): row is Row & OrderRow {
  return row.id !== null;
}

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
