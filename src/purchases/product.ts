import { z } from 'zod';
import { COIN } from '../billing/accounts.ts';
import type { Period, ProductType } from '../catalog/catalog.ts';
import { UnknownProductError } from '../catalog/errors.ts';
import type { Micros } from '../kit/money.ts';
import type { AutoRenewalTerms } from '../orders/auto-renewals.ts';
import { ORDER, type Order, type OrderProxy } from '../orders/order.ts';
import { FIRST_ACCOUNT, type TermUpstream } from '../upstreams/term.ts';
import type { Operation } from './operation.ts';
import type { Buyer, Services } from './services.ts';

/** A type that can be bought now. Throws UnknownProductError. */
export async function findProduct(
  services: Services,
  buyer: Buyer,
  tier: string,
  type: string,
): Promise<ProductType> {
  const product = await services.catalog.findType(buyer, tier, type);
  if (!product || !isOnSale(product, services)) throw new UnknownProductError(tier, type);
  return product;
}

/** Whether the type's upstream sells it: the catalog may have types that no upstream sells. */
export function isOnSale(type: ProductType, { term, traffic }: Pick<Services, 'term' | 'traffic'>): boolean {
  return (type.upstream === 'px6' ? term : traffic).sells(type.upstreamProduct);
}

/** The price of one proxy or volume for this buyer; the chat bot pays retail prices. */
export function unitPrice(period: Period, buyer: Buyer): Micros {
  return buyer.source === 'bot' ? period.retailPrice : period.price;
}

/** What an operation sells, in the words of the catalog; it is stored in its request. */
export const SOLD = z.object({
  tier: z.string(),
  type: z.string(),
  upstream: z.enum(['px6', 'dataimpulse']),
  /** The upstream's name of the product. */
  product: z.string(),
});
export type Sold = z.infer<typeof SOLD>;

export function soldAs({ tier, id: type, upstream, upstreamProduct: product }: ProductType): Sold {
  return { tier, type, upstream, product };
}

export const STORED_TERMS = z.object({
  period: z.string(),
  maxPrice: z.string(),
  until: z.number().nullable(),
});
export type StoredTerms = z.infer<typeof STORED_TERMS>;

/** What every purchase stores about its order at its charge and needs until its delivery. */
export const ORDER_REQUEST = SOLD.extend({
  ...ORDER.pick({ country: true, period: true, quantity: true }).shape,
  ...ORDER.pick({ protocol: true, renewable: true, source: true }).shape,
  ...ORDER.pick({ label: true, note: true, customer: true }).partial().shape,
  /** How the order is to renew itself from its delivery on; missing when it is not to. */
  autoRenew: STORED_TERMS.exactOptional(),
  /**
   * The account at the term upstream that it is bought with, or where nothing is found unless another one is
   * asked; missing for FIRST_ACCOUNT.
   */
  account: z.string().exactOptional(),
});
export type OrderRequest = z.infer<typeof ORDER_REQUEST>;

/** How an order is to renew itself, as JSON has it, and back. */
export const storedTerms = ({ period, maxPrice, until }: AutoRenewalTerms): StoredTerms => ({
  period,
  maxPrice: maxPrice.toString(),
  until: until?.getTime() ?? null,
});
export const readTerms = ({ period, maxPrice, until }: StoredTerms): AutoRenewalTerms => ({
  period,
  maxPrice: BigInt(maxPrice),
  until: until === null ? null : new Date(until),
});

/** The order that a purchase delivers. `expiresAt` is null for an order that is paid by traffic. */
export function newOrder(operation: Operation<OrderRequest>, expiresAt: Date | null, now: Date): Order {
  const { orderId: id, resellerId, request } = operation;
  const billing = expiresAt ? 'per_proxy' : 'per_gb';
  return ORDER.parse({
    id,
    resellerId,
    ...request,
    // The whole price: what is charged in money, and what coins take off.
    price: operation.amount + BigInt(operation.coins?.spent ?? 0) * COIN,
    billing,
    createdAt: now,
    expiresAt,
  });
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

/** An order ends when its first proxy ends. */
export function earliestEnd(terms: readonly { expiresAt: Date }[]): Date {
  return new Date(Math.min(...terms.map((term) => term.expiresAt.getTime())));
}
