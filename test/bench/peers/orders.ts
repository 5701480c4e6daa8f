import type { PeerDatabase } from './database.ts';

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
}

/**
 * An order as one text: pg takes longer to read 14 columns than JavaScript to split a text. No column can
 * contain a tab.
 */
export const ORDER_TEXT = `concat_ws(E'\\t', orders.id, tier, type, country, period, quantity, price, filed_status,
  protocol, created_at, coalesce(expires_at::text, ''), coalesce(dropped_at::text, ''), renewable, source)`;

type OrderTexts = [
  ...[
    id: string,
    tier: string,
    type: string,
    country: string,
    period: string,
    quantity: string,
    price: string,
  ],
  ...[filedStatus: string, protocol: string, createdAt: string, expiresAt: string, droppedAt: string],
  ...[renewable: string, source: string],
];

export function toOrderRow(text: string): OrderRow {
  const [id, tier, type, country, period, quantity, price, ...state] = text.split('\t') as OrderTexts;
  const [filedStatus, protocol, createdAt, expiresAt, droppedAt, renewable, source] = state;
  return {
    id: Number(id),
    tier,
    type,
    country,
    period,
    quantity: Number(quantity),
    price: Number(price),
    filedStatus,
    protocol,
    createdAt: toIso(createdAt),
    expiresAt: expiresAt === '' ? null : toIso(expiresAt),
    droppedAt: droppedAt === '' ? null : toIso(droppedAt),
    renewable: renewable === 't',
    source,
  };
}

/** 2026-01-31 12:00:00.5+00 > 2026-01-31T12:00:00.500Z */
function toIso(text: string): string {
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

/** A page without orders is one row with null. */
const PAGE = `
  select counted.total, page.found from
    (select coalesce(sum(count), 0)::bigint as total from order_counts where reseller_id = $1) counted
    left join (
      select id, ${ORDER_TEXT} as found from orders where reseller_id = $1 order by id desc limit $2 offset $3
    ) page on true
  order by page.id desc`;

/** Reads a page of orders, newest first, and how many there are. */
export function pageReader(database: PeerDatabase) {
  const select = database.prepare<[total: number, order: string | null]>('page', PAGE);
  return async (resellerId: number, limit: number, offset: number) => {
    const rows = await select(resellerId, limit, offset);
    return {
      total: rows[0]?.[0] ?? 0,
      orders: rows.flatMap(([, order]) => (order === null ? [] : [toOrderRow(order)])),
    };
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

/** Reads one order of a reseller. */
export function orderReader(database: PeerDatabase) {
  const select = database.prepare<[order: string]>(
    'order',
    `select ${ORDER_TEXT} from orders where reseller_id = $1 and id = $2`,
  );
  return async (resellerId: number, orderId: number) => {
    const [row] = await select(resellerId, orderId);
    return row && toOrderRow(row[0]);
  };
}
