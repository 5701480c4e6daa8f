import type { Period, ProductType } from '../catalog/catalog.ts';
import {
  InvalidOptionError,
  InvalidQuantityError,
  OutOfStockError,
  ProviderError,
} from '../catalog/errors.ts';
import type { Micros } from '../kit/money.ts';
import { OrderEntity, ProxyEntity } from '../orders/entities.ts';
import type { Order } from '../orders/order.ts';
import { proxyIdentity, sealCredentials } from '../orders/proxies.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { IssuedProxy } from '../upstreams/term.ts';
import { type Answered, carryOut, type Trade } from './carry-out.ts';
import { PriceChangedError } from './errors.ts';
import type { Operation } from './operation.ts';
import { findProduct, termOf, unitPrice } from './product.ts';
import type { Buyer, Services } from './services.ts';

export interface PurchaseInput {
  tier: string;
  type: string;
  /** ISO-2 in either case. */
  country: string;
  period: string;
  /** 1 when left out. */
  quantity?: number | undefined;
  /** For Luxury types only. */
  options?: object | undefined;
  /** The most that the caller is willing to pay in total. */
  maxPrice?: Micros | undefined;
  idempotencyKey?: string | undefined;
}

/** What a purchase has to know from its charge to its delivery. */
export interface PurchaseRequest {
  tier: string;
  type: string;
  country: string;
  period: string;
  days: number;
  quantity: number;
  protocol: Order['protocol'];
  renewable: boolean;
  source: Order['source'];
  upstream: ProductType['upstream'];
  product: string;
}

/**
 * Buys proxies: charges the balance, asks the upstream and returns the new order with its proxies, or gives the money back.
 *
 * Throws InvalidRequestError, UnknownProductError, InvalidPeriodError, InvalidQuantityError, InvalidCountryError,
 * InvalidOptionError, OutOfStockError, PriceChangedError, InsufficientBalanceError, RequestInProgressError or ProviderError.
 */
export function purchase(services: Services, buyer: Buyer, input: PurchaseInput): Promise<Answered> {
  const { tier, type, country, period, quantity, options, maxPrice } = normalize(input);
  const asked = {
    source: buyer.source,
    tier,
    type,
    country,
    period,
    quantity,
    options,
    maxPrice: maxPrice?.toString(),
  };
  return carryOut(
    services,
    buyer,
    { name: 'purchase', input: asked, idempotencyKey: input.idempotencyKey },
    buying,
    async () => {
      const { product, term, available, total } = await planPurchase(services, buyer, input);
      if (available < quantity) throw new OutOfStockError(available);
      if (maxPrice !== undefined && total > maxPrice) throw new PriceChangedError(total, maxPrice);
      const request = {
        tier,
        type,
        country,
        period,
        days: term.days,
        quantity,
        protocol: product.protocol,
        renewable: product.renewable,
        source: buyer.source,
        upstream: product.upstream,
        product: product.upstreamProduct,
      };
      return { kind: 'purchase', amount: total, request };
    },
  );
}

export interface PurchasePlan {
  product: ProductType;
  term: Period & { days: number };
  /** For one proxy. */
  unitPrice: Micros;
  total: Micros;
  /** What the upstream has; may be less than is asked for. */
  available: number;
}

/** Checks what a purchase asks for, in the contract's order, and prices it. Throws as `purchase` does; changes nothing. */
export async function planPurchase(
  services: Services,
  buyer: Buyer,
  input: PurchaseInput,
): Promise<PurchasePlan> {
  const { tier, type, country, period, quantity, options } = normalize(input);
  const product = await findProduct(services, buyer, tier, type);
  const term = termOf(product, period);
  if (quantity < 1 || quantity > product.maxQuantity) throw new InvalidQuantityError(product.maxQuantity);
  const available = await services.countries.available(product, country, quantity);
  if (options !== undefined) throw new InvalidOptionError('This type takes no options: leave "options" out.');
  const price = unitPrice(term, buyer);
  return { product, term, unitPrice: price, total: price * BigInt(quantity), available };
}

function normalize(input: PurchaseInput) {
  return {
    ...input,
    country: input.country.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
    quantity: input.quantity ?? 1,
  };
}

export const buying: Trade<PurchaseRequest, IssuedProxy[]> = {
  async perform({ term }, { id, request }) {
    const { product, country, days, quantity } = request;
    try {
      return await term.buy({ product, country, days, quantity, reference: id });
    } catch (error) {
      if (!(error instanceof UpstreamError && error.outcome === 'out_of_stock')) throw error;
      throw new OutOfStockError(await term.available(product, country).catch(() => 0));
    }
  },

  async lookUp({ term }, { id, request }) {
    const issued = await term.findByReference(id);
    if (issued.length === 0) return undefined;
    // What nobody is charged for goes back: a purchase that was done in part, or more than once.
    if (issued.length < request.quantity) {
      await term.cancelPurchase(id);
      throw new ProviderError();
    }
    const surplus = issued.slice(request.quantity).map((proxy) => proxy.upstreamId);
    // The customer's goods are there whether or not the surplus can be given back right now.
    if (surplus.length > 0) await term.cancel(surplus).catch(() => {});
    return issued.slice(0, request.quantity);
  },

  async deliver({ vault }, operation, issued, now) {
    const order = newOrder(operation, issued, now);
    const { resellerId, id: orderId } = order;
    const { upstream } = operation.request;
    return {
      sale: { order, proxies: issued.map(toProxy), charged: operation.amount },
      write(em) {
        const { status, ...facts } = order;
        const delivered = { operationId: operation.id, upstream, droppedAt: null, filedStatus: status };
        const record = em.create(OrderEntity, { ...facts, ...delivered }, { persist: true });
        for (const [position, proxy] of issued.entries()) {
          const { upstreamId, host, port } = proxy;
          const credentials = sealCredentials(vault, proxy, proxyIdentity(resellerId, orderId, position));
          em.create(
            ProxyEntity,
            { order: record, position, upstreamId, host, port, credentials },
            { persist: true },
          );
        }
      },
    };
  },
};

function newOrder(
  { request, ...operation }: Operation<PurchaseRequest>,
  issued: IssuedProxy[],
  now: Date,
): Order {
  const { tier, type, country, period, quantity, protocol, renewable, source } = request;
  return {
    id: operation.orderId,
    resellerId: operation.resellerId,
    tier,
    type,
    country,
    period,
    quantity,
    price: operation.amount,
    status: 'active',
    protocol,
    billing: 'per_proxy',
    createdAt: now,
    expiresAt: earliestEnd(issued),
    renewable,
    source,
  };
}

function toProxy({ host, port, login, password }: IssuedProxy) {
  return { host, port, login, password };
}

/** An order ends when the first of its proxies does. */
export function earliestEnd(terms: readonly { expiresAt: Date }[]): Date {
  return new Date(Math.min(...terms.map((term) => term.expiresAt.getTime())));
}
