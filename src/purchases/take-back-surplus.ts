import { sql } from 'kysely';
import { BYTES_PER_GB, type OrderName, readTraffic } from '../luxury/traffic.ts';
import type { Leftover } from './carry-out.ts';
import { readHouseItems } from './house-items.ts';
import type { Services } from './services.ts';

/**
 * Takes back whole GB that the upstream gave an order and nobody paid for: an addition that landed after its refund, or twice. What
 * was used of them already stays with the house.
 *
 * An addition that runs would look like a surplus, so nothing is done beside one. One that begins right after the check finds less
 * than it added, and is given back like any other that was done in part.
 */
export async function takeBackSurplus(
  services: Services,
  order: OrderName,
): Promise<Leftover | undefined | 'busy'> {
  const { database, traffic } = services;
  const known = (await readTraffic(database.sql, [order])).get(order.orderId);
  if (!known) return undefined;
  const { totalBytes, leftBytes } = await traffic.traffic(known.upstreamId);
  const noted = await readHouseItems(database.sql, order, 'gb');
  const surplus = (totalBytes - known.totalBytes) / BYTES_PER_GB - BigInt(noted);
  if (surplus <= 0n) return undefined;
  if (await isBusy(services, order)) return 'busy';
  const now = (await readTraffic(database.sql, [order])).get(order.orderId);
  if (now?.totalBytes !== known.totalBytes) return 'busy';
  const unused = leftBytes / BYTES_PER_GB;
  let taken = surplus;
  if (unused < taken) taken = unused;
  if (taken > 0n) await traffic.addTraffic(known.upstreamId, -Number(taken));
  const lost = Number(surplus - taken);
  return lost > 0 ? { unit: 'gb', quantity: lost } : undefined;
}

/** Whether an operation on the order runs. */
export async function isBusy({ database }: Services, { resellerId, orderId }: OrderName): Promise<boolean> {
  const { rows } = await sql`select from operations
    where reseller_id = ${resellerId} and order_id = ${orderId} and state = 'running'`.execute(database.sql);
  return rows.length > 0;
}
