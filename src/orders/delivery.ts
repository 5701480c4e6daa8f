import { sql } from 'kysely';
import type { EntityManager, Sql } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import { OrderEntity, ProxyEntity } from './entities.ts';
import { OrderNotFoundError } from './errors.ts';
import type { Order, OrderName, OrderProxy } from './order.ts';
import { FIRST_POSITION, sealCredentials } from './proxies.ts';

/** A proxy as the upstream has delivered it. */
interface DeliveredProxy extends OrderProxy {
  upstreamId: string;
  /** The end of this proxy; left out where the order is paid by traffic. */
  expiresAt?: Date;
}

/**
 * Adds the order and its proxies, at their positions, to the unit of work. It writes them in any order: the
 * database checks at the commit what they refer to.
 *
 * @param origin the purchase that delivers the order, and the upstream of its proxies with our account there.
 */
export function createOrder(
  em: EntityManager,
  vault: Vault,
  { status, ...facts }: Order,
  origin: { operationId: string; upstream: string; upstreamAccount: string },
  proxies: readonly DeliveredProxy[],
): void {
  const { resellerId, id: orderId } = facts;
  em.create(OrderEntity, { ...facts, ...origin, droppedAt: null, filedStatus: status }, { persist: true });
  const sealed = sealCredentials(vault, { resellerId, orderId }, proxies);
  for (const [position, proxy] of proxies.entries()) {
    const { upstreamId, host, port, expiresAt: bookedUntil = null } = proxy;
    const credentials = position === FIRST_POSITION ? sealed : null;
    em.create(
      ProxyEntity,
      { resellerId, orderId, position, upstreamId, host, port, credentials, bookedUntil },
      { persist: true },
    );
  }
}

/** By what an order and its proxies are found at the upstream. */
interface PurchaseNames {
  /** The account that it was bought with, and our reference: the id of the operation that bought it. */
  bought: { account: string; reference: string };
  /** The upstream's ids of the proxies, by their positions in the order. */
  upstreamIds: string[];
  /** Until when each proxy is accounted for, in milliseconds since 1970, by the upstream's id. */
  bookedUntil: Record<string, number>;
}

/** Throws OrderNotFoundError. */
export async function readPurchase(db: Sql, { resellerId, orderId }: OrderName): Promise<PurchaseNames> {
  const proxies = sql`
    from proxies where reseller_id = ${resellerId} and order_id = ${orderId} order by position`;
  const { rows } = await sql<{
    reference: string;
    account: string;
    upstreamIds: string[];
    ends: (Date | null)[];
  }>`select operation_id as reference, upstream_account as account,
      array(select upstream_id ${proxies}) as "upstreamIds", array(select booked_until ${proxies}) as ends
    from orders where reseller_id = ${resellerId} and id = ${orderId}`.execute(db);
  const [row] = rows;
  if (!row) throw new OrderNotFoundError(orderId);
  const { account, reference, upstreamIds, ends } = row;
  const booked = upstreamIds.map((id, i) => [id, ends[i]?.getTime() ?? 0]);
  return { bought: { account, reference }, upstreamIds, bookedUntil: Object.fromEntries(booked) };
}

/**
 * Has the next order get a number above `past`, and above all that were ever taken from this database.
 * Returns the last number that no new order gets.
 */
export async function skipOrderNumbers(db: Sql, past: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select setval('order_ids', greatest(last_value, ${past})) as last from order_ids`.execute(db);
  return Number(rows[0]?.last);
}

/** The last number that an order may have got, for all that this database knows. */
export async function lastOrderNumber(db: Sql): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last_value as last from order_ids`.execute(db);
  return Number(rows[0]?.last);
}
