import type { Pool } from 'pg';
import { prepared } from './database.ts';

export interface OrderRow {
  id: number;
  tier: string;
  type: string;
  country: string;
  period: string;
  quantity: number;
  /** In micro-dollars. */
  price: number;
  filedStatus: string;
  protocol: string;
  /** Instants are ISO 8601 texts, as answers show them. */
  createdAt: string;
  expiresAt: string | null;
  droppedAt: string | null;
  renewable: boolean;
  source: string;
  label: string | null;
  note: string | null;
  customer: string | null;
}

export const ORDER_COLUMNS = `orders.id, tier, type, country, period, quantity, price, filed_status, protocol,
  created_at, expires_at, dropped_at, renewable, source, label, note, customer`;

export type OrderColumns = [
  ...[id: number, tier: string, type: string, country: string, period: string, quantity: number],
  ...[price: number, filedStatus: string, protocol: string, createdAt: string, expiresAt: string | null],
  ...[droppedAt: string | null, renewable: boolean, source: string],
  ...[label: string | null, note: string | null, customer: string | null],
];

/** Reads the columns of an order, which further ones may follow. */
export function toOrderRow(columns: readonly [...OrderColumns, ...unknown[]]): OrderRow {
  const [id, tier, type, country, period, quantity, price, filedStatus, protocol, ...state] = columns;
  const [createdAt, expiresAt, droppedAt, renewable, source, label, note, customer] = state;
  return {
    id,
    tier,
    type,
    country,
    period,
    quantity,
    price,
    filedStatus,
    protocol,
    createdAt,
    expiresAt,
    droppedAt,
    renewable,
    source,
    label,
    note,
    customer,
  };
}

/** A page without orders is one row of nulls and the total. */
const selectPage = prepared<[...OrderColumns, total: number]>(
  'page',
  `select page.*, counted.total from
    (select coalesce(sum(count), 0)::bigint as total from order_counts where reseller_id = $1) counted
    left join (
      select ${ORDER_COLUMNS} from orders where reseller_id = $1 order by id desc limit $2 offset $3
    ) page on true
  order by page.id desc`,
);

/** Reads a page of orders, newest first, and how many there are. */
export async function readPage(pool: Pool, resellerId: number, limit: number, offset: number) {
  const rows = await selectPage(pool, resellerId, limit, offset);
  return {
    total: rows[0]?.at(-1) as number,
    orders: rows[0]?.[0] === null ? [] : rows.map(toOrderRow),
  };
}

/** What an order's state depends on, at one instant. */
export interface Instants {
  now: string;
  /** An order that ended then, or earlier, can no longer be renewed. */
  dropped: string;
}

const RENEWABLE_AFTER_EXPIRY_MS = 3 * 24 * 60 * 60_000;

export function instants(): Instants {
  const now = Date.now();
  return {
    now: new Date(now).toISOString(),
    dropped: new Date(now - RENEWABLE_AFTER_EXPIRY_MS).toISOString(),
  };
}

export function statusOf({ expiresAt, filedStatus }: OrderRow, { now }: Instants): string {
  if (expiresAt === null) return filedStatus;
  return expiresAt <= now ? 'expired' : 'active';
}

export function isRenewable({ renewable, expiresAt, droppedAt }: OrderRow, { dropped }: Instants): boolean {
  return renewable && droppedAt === null && expiresAt !== null && expiresAt > dropped;
}

const selectOrder = prepared<OrderColumns>(
  'order',
  `select ${ORDER_COLUMNS} from orders where reseller_id = $1 and id = $2`,
);

/** Reads one order of a reseller. */
export async function readOrder(pool: Pool, resellerId: number, orderId: number) {
  const [row] = await selectOrder(pool, resellerId, orderId);
  return row && toOrderRow(row);
}
