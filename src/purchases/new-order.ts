import { z } from 'zod';
import { ORDER, type Order, type OrderProxy } from '../orders/order.ts';
import { FIRST_ACCOUNT, type TermUpstream } from '../upstreams/term.ts';
import { priceOf } from './coins.ts';
import { SOLD } from './cost.ts';
import type { Operation } from './operation.ts';

/** What every purchase stores about its order at its charge and needs until its delivery. */
export const ORDER_REQUEST = SOLD.extend({
  ...ORDER.pick({ country: true, period: true, quantity: true }).shape,
  ...ORDER.pick({ protocol: true, renewable: true, source: true }).shape,
  /**
   * The account at the term upstream that it is bought with, or where nothing is found unless another one is
   * asked; missing for FIRST_ACCOUNT.
   */
  account: z.string().exactOptional(),
});
export type OrderRequest = z.infer<typeof ORDER_REQUEST>;

/** The order that a purchase delivers. `expiresAt` is null for an order that is paid by traffic. */
export function newOrder(operation: Operation<OrderRequest>, expiresAt: Date | null, now: Date): Order {
  const { tier, type, country, period, quantity, protocol, renewable, source } = operation.request;
  return {
    id: operation.orderId,
    resellerId: operation.resellerId,
    tier,
    type,
    country,
    period,
    quantity,
    price: priceOf(operation),
    status: 'active',
    protocol,
    billing: expiresAt ? 'per_proxy' : 'per_gb',
    createdAt: now,
    expiresAt,
    renewable,
    source,
  };
}

/** The origin of the order: its purchase, the upstream and our account there. */
export function originOf({ id: operationId, request }: Operation<OrderRequest>) {
  return { operationId, upstream: request.upstream, upstreamAccount: accountOf(request) };
}

/**
 * For the request of a purchase, before any account was asked: one that there is. A sweep of one that is not
 * configured would fail until it is given up.
 */
export function firstAccount({ accounts }: Pick<TermUpstream, 'accounts'>): Pick<OrderRequest, 'account'> {
  const [account = FIRST_ACCOUNT] = accounts;
  return accounts.includes(FIRST_ACCOUNT) ? {} : { account };
}

export function accountOf({ account = FIRST_ACCOUNT }: OrderRequest): string {
  return account;
}

export function toProxy({ host, port, login, password }: OrderProxy): OrderProxy {
  return { host, port, login, password };
}
