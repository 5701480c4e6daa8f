import { toProviderError } from '../catalog/errors.ts';
import type { Micros } from '../kit/money.ts';
import { bookEnds, DAY_MS } from '../orders/booked-ends.ts';
import { NotRenewableError } from '../orders/errors.ts';
import { extendOrder, lockOrder, noteDropped } from '../orders/extend-order.ts';
import { findOrder } from '../orders/find-order.ts';
import type { Order } from '../orders/order.ts';
import { readProxies } from '../orders/proxies.ts';
import { readPurchase } from '../orders/read-purchase.ts';
import { statusAt } from '../orders/status.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { ProxyTerm } from '../upstreams/term.ts';
import { earliestEnd } from './buy-proxies.ts';
import { type Answered, carryOut } from './carry-out.ts';
import { PriceChangedError } from './errors.ts';
import { isBusy } from './is-busy.ts';
import { assertUndecided, type Operation, rememberRequest } from './operation.ts';
import type { OperationHandler } from './operation-handler.ts';
import { findProduct, periodOf, unitPrice } from './product.ts';
import type { OrderSale } from './sale.ts';
import type { Buyer, Services } from './services.ts';
import { writeOff } from './write-offs.ts';

/** How much an upstream's end may fall short of whole days: it may count them from an hour of its own. */
const SHORT_BY_MS = 12 * 60 * 60_000;

export interface RenewInput {
  orderId: number;
  period: string;
  /** The most that the caller is willing to pay in total. */
  maxPrice?: Micros | undefined;
  idempotencyKey?: string | undefined;
}

/** What a renewal has to know from its charge to its delivery. */
export interface RenewalRequest {
  days: number;
  /**
   * The proxies at the upstream, each with its end (milliseconds since 1970) just before the extension is
   * asked for.
   */
  endsBefore?: Record<string, number>;
}

/**
 * Adds a term to an order: charges the balance and has the upstream extend the same proxies, or gives the
 * money back.
 *
 * Throws InvalidRequestError, OrderNotFoundError, NotRenewableError, InvalidPeriodError, PriceChangedError,
 * InsufficientBalanceError, RequestInProgressError or ProviderError.
 */
export function renew(services: Services, buyer: Buyer, input: RenewInput): Promise<Answered<OrderSale>> {
  const { orderId, period, maxPrice } = input;
  const asked = { source: buyer.source, orderId, period, maxPrice: maxPrice?.toString() };
  return carryOut(
    services,
    buyer,
    { name: 'renew', input: asked, idempotencyKey: input.idempotencyKey },
    async () => {
      const { database, clock } = services;
      const order = await findOrder(database.sql, buyer.resellerId, orderId, clock.now());
      if (!order.renewable) throw new NotRenewableError(orderId);
      const term = periodOf(await findProduct(services, buyer, order.tier, order.type), period);
      const total = unitPrice(term, buyer) * BigInt(order.quantity);
      if (maxPrice !== undefined && total > maxPrice) throw new PriceChangedError(total, maxPrice);
      return {
        handler: extending,
        upstream: services.term,
        draft: { kind: 'renewal', orderId, amount: total, request: { days: term.days } },
      };
    },
  );
}

export const extending: OperationHandler<RenewalRequest, ProxyTerm[], OrderSale> = {
  async perform(services, operation) {
    const { days } = operation.request;
    const { reference, upstreamIds } = await readPurchase(services.database.sql, operation);
    const endsBefore = await readEnds(services, reference, upstreamIds);
    await rememberRequest(services, operation, { days, endsBefore });
    assertUndecided(services, operation);
    try {
      const terms = await services.term.extend(upstreamIds, days);
      if (terms.every((proxy) => isExtended(proxy, operation.request))) return terms;
    } catch (error) {
      if (!(error instanceof UpstreamError && error.outcome === 'gone')) throw error;
      return await refuseDropped(services, operation);
    }
    throw new UpstreamError('unknown', 'an extension: the proxies end sooner than was asked for');
  },

  /**
   * The upstream keeps no record of an extension, but the ends tell: all of them have moved by the whole
   * term, or it was not done.
   */
  async lookUp(services, operation) {
    const { endsBefore } = operation.request;
    if (!endsBefore) return undefined;
    const { reference, upstreamIds } = await readPurchase(services.database.sql, operation);
    const terms = await services.term.find(reference, upstreamIds);
    const extended = terms.filter(
      (proxy) => proxy.upstreamId in endsBefore && isExtended(proxy, operation.request),
    );
    return extended.length === upstreamIds.length ? extended : undefined;
  },

  /**
   * An extension cannot be taken back, so what nobody paid for is written off. The upstream may have extended
   * some proxies only.
   */
  async sweep(services, operation, _ended, decidedAt) {
    const { database, term, clock } = services;
    const { id: operationId, resellerId } = operation;
    if (await isBusy(database.sql, operation)) return 'busy';
    const { reference, upstreamIds } = await readPurchase(database.sql, operation);
    const terms = await term.find(reference, upstreamIds, 'background');
    return database.inTransaction(async (tx) => {
      await lockOrder(tx, operation);
      // What a renewal that runs has moved is not known to be unpaid. One that begins after this has not
      // moved what was read.
      if (await isBusy(tx, operation)) return 'busy';
      const quantity = await bookEnds(tx, operation, terms, { paidDays: 0, since: decidedAt });
      if (quantity > 0)
        await writeOff(tx, { resellerId, operationId }, { unit: 'proxy_days', quantity }, clock.now());
      return 'done';
    });
  },

  async deliver({ database, vault }, { id, resellerId, orderId, amount, request }, terms, now) {
    const before = await findOrder(database.sql, resellerId, orderId, now);
    const proxies = await readProxies(database.sql, vault, resellerId, [orderId]);
    const expiresAt = earliestEnd(terms);
    const status = statusAt({ filedStatus: 'active', expiresAt }, now);
    const order: Order = { ...before, expiresAt, status, renewable: true };
    return {
      sale: { order, proxies: proxies.get(orderId) ?? [], charged: amount },
      async write(em, tx) {
        const name = { resellerId, orderId };
        await extendOrder(em, name, { expiresAt, status });
        const quantity = await bookEnds(tx, name, terms, { paidDays: request.days, since: now });
        if (quantity > 0)
          await writeOff(tx, { resellerId, operationId: id }, { unit: 'proxy_days', quantity }, now);
      },
    };
  },
};

/**
 * Whether the proxy ends later than before, by all that was asked for. An end that was not seen before cannot
 * tell.
 */
function isExtended(
  { upstreamId, expiresAt }: ProxyTerm,
  { days, endsBefore = {} }: RenewalRequest,
): boolean {
  const before = endsBefore[upstreamId] ?? 0;
  return expiresAt.getTime() >= before + days * DAY_MS - SHORT_BY_MS;
}

/**
 * The ends by which the outcome can be told later. They are read while the operation has the order to itself:
 * read any earlier, another renewal's extension could be taken for this one's. Nothing is asked for yet, so
 * every failure is a certain one. A proxy that is missing here may be missing from one answer only: whether
 * it is gone, the extension tells.
 */
async function readEnds(
  { term }: Services,
  reference: string,
  upstreamIds: readonly string[],
): Promise<Record<string, number>> {
  const terms = await term.find(reference, upstreamIds).catch((error: unknown) => {
    throw toProviderError(error);
  });
  return Object.fromEntries(terms.map((proxy) => [proxy.upstreamId, proxy.expiresAt.getTime()]));
}

/** Once the upstream has let go of a proxy, the order ends for good when its term does. */
async function refuseDropped({ database, clock }: Services, operation: Operation): Promise<never> {
  await noteDropped(database.sql, operation, clock.now());
  throw new NotRenewableError(operation.orderId);
}
