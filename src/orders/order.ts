import { sql } from 'kysely';
import type { Micros } from '../kit/money.ts';
import { isRenewableAt, type OrderStatus, statusAt } from './status.ts';

/** An order's full name: its number is its reseller's. */
export interface OrderName {
  resellerId: number;
  orderId: number;
}

/** An order as its owner sees it at one instant. */
export interface Order {
  id: number;
  resellerId: number;
  tier: string;
  type: string;
  /** ISO-2, or ANY. */
  country: string;
  period: string;
  quantity: number;
  /** What was paid when it was bought; renewals do not change it. */
  price: Micros;
  status: OrderStatus;
  protocol: 'http' | 'socks5' | 'both';
  billing: 'per_proxy' | 'per_gb';
  createdAt: Date;
  /** Null for an order that ends with its traffic. */
  expiresAt: Date | null;
  renewable: boolean;
  source: 'api' | 'bot';
}

export interface OrderProxy {
  host: string;
  port: number;
  login: string;
  password: string;
}

/** A row of `orders` in the database's own spelling: 64-bit integers and times come as text. */
export interface OrderRow {
  reseller_id: string;
  id: string;
  tier: string;
  type: string;
  country: string;
  period: string;
  quantity: number;
  price: string;
  protocol: Order['protocol'];
  billing: Order['billing'];
  renewable: boolean;
  source: Order['source'];
  created_at: string;
  expires_at: string | null;
  dropped_at: string | null;
  filed_status: OrderStatus;
}

const COLUMNS: readonly (keyof OrderRow)[] = [
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
];

/** The columns that an `OrderRow` needs, put together once for all statements. */
export const ORDER_COLUMNS = sql.raw(COLUMNS.join(', '));

export function toOrder(row: OrderRow, now: Date): Order {
  const expiresAt = row.expires_at === null ? null : new Date(row.expires_at);
  const droppedAt = row.dropped_at === null ? null : new Date(row.dropped_at);
  return {
    id: Number(row.id),
    resellerId: Number(row.reseller_id),
    tier: row.tier,
    type: row.type,
    country: row.country,
    period: row.period,
    quantity: row.quantity,
    price: BigInt(row.price),
    status: statusAt({ filedStatus: row.filed_status, expiresAt }, now),
    protocol: row.protocol,
    billing: row.billing,
    createdAt: new Date(row.created_at),
    expiresAt,
    renewable: isRenewableAt({ renewable: row.renewable, expiresAt, droppedAt }, now),
    source: row.source,
  };
}
