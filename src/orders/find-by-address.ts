import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { OrderName } from './order.ts';
import { type OrderNames, orderNames, toOrderNames } from './order-names.ts';

/** A proxy with what is not secret of it. */
export interface PlainProxy extends OrderName {
  position: number;
  /** The upstream's number: of the proxy, or of the account of a Luxury order. */
  upstreamId: string;
  host: string;
  port: number;
}

export interface Address {
  host: string;
  port?: number | undefined;
  resellerId?: number | undefined;
}

const COLUMNS = ['reseller_id', 'order_id', 'position', 'upstream_id', 'host', 'port'] as const;

/**
 * Proxies that were delivered with an address, of any reseller, at most `limit` in any order. Those of a
 * Luxury order have the gateway's address, and the port that its settings had at the purchase.
 */
export async function findByAddress(
  db: Sql,
  { host, port, resellerId }: Address,
  limit: number,
): Promise<PlainProxy[]> {
  let query = db.selectFrom('proxies').select(COLUMNS).where('host', '=', host);
  if (port !== undefined) query = query.where('port', '=', port);
  if (resellerId !== undefined) query = query.where('reseller_id', '=', resellerId);
  return (await query.limit(limit).execute()).map(toPlainProxy);
}

/** The proxies with a number of an upstream, which is all digits; each upstream has its own numbers. */
export async function findByUpstreamId(db: Sql, upstreamId: string, limit: number): Promise<PlainProxy[]> {
  const rows = await db
    .selectFrom('proxies')
    .select(COLUMNS)
    .where('upstream_id', '=', upstreamId)
    // As in the index of these numbers.
    .where(sql`case when upstream_id ~ '^[0-9]{1,18}$' then upstream_id::bigint end`, '=', BigInt(upstreamId))
    .limit(limit)
    .execute();
  return rows.map(toPlainProxy);
}

/** The number of the order that a purchase has delivered; our references at the upstreams name purchases. */
export async function findByOperation(db: Sql, operationId: string): Promise<OrderName | undefined> {
  const row = await db
    .selectFrom('orders')
    .select(['reseller_id', 'id'])
    .where('operation_id', '=', operationId)
    .executeTakeFirst();
  return row && { resellerId: row.reseller_id, orderId: row.id };
}

const selectOfOrders = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('proxies')
    .select(COLUMNS)
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'order_id'), 'in', orderNames(names))),
);

/** The proxies of orders, in any order. */
export async function readPlainProxies(db: Sql, orders: readonly OrderName[]): Promise<PlainProxy[]> {
  return (await selectOfOrders(db, toOrderNames(orders))).map(toPlainProxy);
}

function toPlainProxy(row: {
  reseller_id: number;
  order_id: number;
  position: number;
  upstream_id: string;
  host: string;
  port: number;
}): PlainProxy {
  return {
    resellerId: row.reseller_id,
    orderId: row.order_id,
    position: row.position,
    upstreamId: row.upstream_id,
    host: row.host,
    port: row.port,
  };
}
