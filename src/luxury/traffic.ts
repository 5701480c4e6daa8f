import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { type OrderName, type OrderNames, orderNames, toOrderNames } from '../orders/order.ts';

/** 1 GB, here and at the upstream. */
export const BYTES_PER_GB = 2n ** 30n;

/** What a Luxury order has bought and used, as of the last reading of the upstream. */
export interface Traffic extends OrderName {
  /** The account at the upstream. */
  upstreamId: string;
  totalBytes: bigint;
  /** Never more than the total. */
  usedBytes: bigint;
  measuredAt: Date;
}

const selectTraffic = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('luxury_traffic')
    .select(({ fn }) => [
      'reseller_id as resellerId',
      'order_id as orderId',
      'upstream_id as upstreamId',
      'total_bytes as totalBytes',
      fn<number>('least', ['used_bytes', 'total_bytes']).as('usedBytes'),
      'measured_at as measuredAt',
    ])
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'order_id'), 'in', orderNames(names))),
);

/** Of any number of orders, by order id, in one statement; without those that are no Luxury orders. */
export async function readTraffic(db: Sql, orders: readonly OrderName[]): Promise<Map<number, Traffic>> {
  const rows = await selectTraffic(db, toOrderNames(orders));
  return new Map(
    rows.map((row) => [
      row.orderId,
      { ...row, totalBytes: BigInt(row.totalBytes), usedBytes: BigInt(row.usedBytes) },
    ]),
  );
}

/** GB as a JSON number with six decimals; the last one is about a KiB. */
export function toGb(bytes: bigint): number {
  return Math.round((Number(bytes) / Number(BYTES_PER_GB)) * 1e6) / 1e6;
}

/**
 * Adds paid bytes to the order's total. The change is relative, because usage is written at the same time.
 * The last reading may have counted more than the old total; this surplus was not paid for, so it is cut off.
 */
export async function addToTraffic(
  tx: Sql,
  { resellerId, orderId }: OrderName,
  addedBytes: bigint,
): Promise<void> {
  await sql`
    update luxury_traffic set total_bytes = total_bytes + ${addedBytes},
      used_bytes = least(used_bytes, total_bytes)
    where reseller_id = ${resellerId} and order_id = ${orderId}`.execute(tx);
}
