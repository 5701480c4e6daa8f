import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { OrderName } from '../orders/order.ts';

export type { OrderName };

/** 1 GB, here and at the upstream. */
export const BYTES_PER_GB = 2n ** 30n;

/** What a Luxury order has bought and used, as the upstream was last read. */
export interface Traffic {
  resellerId: number;
  orderId: number;
  /** The account at the upstream. */
  upstreamId: string;
  totalBytes: bigint;
  /** Never more than the total. */
  usedBytes: bigint;
  measuredAt: Date;
}

interface TrafficRow {
  reseller_id: string;
  order_id: string;
  upstream_id: string;
  total_bytes: string;
  used_bytes: string;
  measured_at: string;
}

/** The traffic of any number of orders, by order id, in one statement; those that are not Luxury are missing. */
export async function readTraffic(
  sqlClient: Sql,
  orders: readonly OrderName[],
): Promise<Map<number, Traffic>> {
  const resellerIds = orders.map((order) => order.resellerId);
  const orderIds = orders.map((order) => order.orderId);
  const { rows } = await sql<TrafficRow>`
    select reseller_id, order_id, upstream_id, total_bytes, least(used_bytes, total_bytes) as used_bytes, measured_at
    from luxury_traffic
    where (reseller_id, order_id) in (select * from unnest(${resellerIds}::bigint[], ${orderIds}::bigint[]))`.execute(
    sqlClient,
  );
  return new Map(rows.map((row) => [Number(row.order_id), toTraffic(row)]));
}

function toTraffic(row: TrafficRow): Traffic {
  return {
    resellerId: Number(row.reseller_id),
    orderId: Number(row.order_id),
    upstreamId: row.upstream_id,
    totalBytes: BigInt(row.total_bytes),
    usedBytes: BigInt(row.used_bytes),
    measuredAt: new Date(row.measured_at),
  };
}

/** GB as a JSON number: six digits after the point, which is about a KiB. */
export function toGb(bytes: bigint): number {
  return Math.round((Number(bytes) / Number(BYTES_PER_GB)) * 1e6) / 1e6;
}
