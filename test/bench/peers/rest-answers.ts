import { type Instants, isRenewable, type OrderRow, statusOf } from './orders.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };
const number = { type: 'number' };
/** Texts that need no escapes, which the serializer then does not look for. */
const plain = { type: 'string', format: 'unsafe' };

const ORDER_FIELDS = {
  id: integer,
  tier: string,
  type: string,
  country: string,
  period: string,
  quantity: integer,
  price_usd: number,
  status: plain,
  protocol: plain,
  created_at: plain,
  expires_at: { ...plain, nullable: true },
  traffic_gb: { ...number, nullable: true },
  renewable: { type: 'boolean' },
  source: plain,
  label: { ...string, nullable: true },
  note: { ...string, nullable: true },
  customer: { ...string, nullable: true },
};
const PROXY = {
  type: 'object',
  properties: { id: string, host: string, port: integer, login: string, password: string },
};
const PROXIES = { type: 'array', items: PROXY };

export const PAGE = {
  type: 'object',
  properties: {
    orders: { type: 'array', items: { type: 'object', properties: ORDER_FIELDS } },
    total: integer,
    limit: integer,
    offset: integer,
  },
};
export const ORDER = { type: 'object', properties: { ...ORDER_FIELDS, proxies: PROXIES } };
export const CHARGED_ORDER = {
  type: 'object',
  properties: { ...ORDER_FIELDS, proxies: PROXIES, charged_usd: number },
};

export function toUsd(micros: number): number {
  return micros / 1_000_000;
}

/** A term order as `/v1` shows it. */
export function toOrder(row: OrderRow, at: Instants) {
  return {
    id: row.id,
    tier: row.tier,
    type: row.type,
    country: row.country,
    period: row.period,
    quantity: row.quantity,
    price_usd: toUsd(row.price),
    status: statusOf(row, at),
    protocol: row.protocol,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    traffic_gb: null,
    renewable: isRenewable(row, at),
    source: row.source,
    label: row.label,
    note: row.note,
    customer: row.customer,
  };
}
