import { z } from 'zod';
import { periodOf } from '../catalog/catalog.ts';
import { toProviderError } from '../catalog/errors.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { Micros } from '../kit/money.ts';
import { causeNow } from '../kit/request.ts';
import { inSpan } from '../kit/spans.ts';
import type { Try } from '../orders/auto-renewals.ts';
import { bookEnds, extendOrder, lockOrder, noteDropped } from '../orders/ends.ts';
import { NotRenewableError } from '../orders/errors.ts';
import type { Order } from '../orders/order.ts';
import { findOrder, statusAt } from '../orders/order.ts';
import { readProxies, readPurchase } from '../orders/proxies.ts';
import { hasOutcome, UpstreamError } from '../upstreams/failure.ts';
import type { ProxyTerm } from '../upstreams/term.ts';
import { hasLostRenewal, isLostRenewal, ROUNDED_BY_MS } from './after-restore/lost-renewals.ts';
import { costOfDays, learnCost, learnCostOfDays, writeDaysOff } from './cost.ts';
import { PriceChangedError } from './errors.ts';
import {
  type Answered,
  commandOf,
  type ExtensionInput,
  executePlan,
  extend,
  orRefusal,
  type Plan,
} from './flow.ts';
import { OWN_KEY } from './idempotency.ts';
import type { OperationHandler, Swept } from './operation.ts';
import { assertUndecided, isBusy, type Operation, paymentOf, rememberRequest } from './operation.ts';
import { earliestEnd, findProduct, SOLD, soldAs, unitPrice } from './product.ts';
import type { OrderSale } from './sale.ts';
import type { Buyer, Services } from './services.ts';

/** What a renewal stores at its charge and needs until its delivery. */
const RENEWAL_REQUEST = SOLD.extend({
  days: z.number(),
  /** The end of each proxy just before the extension, in milliseconds since 1970, by the proxy's id. */
  endsBefore: z.record(z.string(), z.number()).exactOptional(),
});
export type RenewalRequest = z.infer<typeof RENEWAL_REQUEST>;

/**
 * Adds a term to an order: charges the balance and has the upstream extend the same proxies, or refunds.
 *
 * Throws InvalidRequestError, OrderNotFoundError, NotRenewableError, InvalidPeriodError, PriceChangedError,
 * InsufficientBalanceError, CoinsNotPayableError, RequestInProgressError or ProviderError.
 */
export function renew(services: Services, buyer: Buyer, input: ExtensionInput): Promise<Answered<OrderSale>> {
  return extend('renew', planRenewal, services, buyer, input);
}

/**
 * Renews an order for one of its ends: the try of a mark, charged once however often it is made. Throws as
 * `renew` does, SpendingLimitError, and EndMovedError when it has another end by now.
 */
export function renewByItself(
  services: Services,
  buyer: Buyer,
  input: Omit<ExtensionInput, 'coins' | 'idempotencyKey'> & { tried: Try; setAt: Date },
): Promise<Answered<OrderSale>> {
  const { orderId, tried, setAt } = input;
  const { end, mark } = tried;
  // Terms that were set anew are tried anew. The request has no price: another one makes no other try.
  const idempotencyKey = `${OWN_KEY}${[orderId, end.getTime(), mark, setAt.getTime()]}`;
  const command = commandOf('renew', buyer, { orderId, end, mark }, { idempotencyKey });
  const plan = async () => {
    const { draft, ...planned } = await planRenewal(services, buyer, input);
    return { ...planned, draft: { ...draft, renewedEnd: end } };
  };
  return inSpan(command.span, async () =>
    executePlan(services, buyer, { ...command, renewedId: orderId }, await orRefusal(plan())),
  );
}

/** What a renewal would cost now. Throws NotRenewableError, UnknownProductError or InvalidPeriodError. */
export async function priceRenewal(services: Services, buyer: Buyer, order: Order, period: string) {
  if (!order.renewable) throw new NotRenewableError(order.id);
  const product = await findProduct(services, buyer, order.tier, order.type);
  const term = periodOf(product, period);
  return { product, term, total: unitPrice(term, buyer) * BigInt(order.quantity) };
}

/** Throws as `renew` does. */
export async function planRenewal(
  services: Services,
  buyer: Buyer,
  { orderId, period, maxPrice }: ExtensionInput,
): Promise<Plan<OrderSale>> {
  const { database, clock } = services;
  const order = await findOrder(database.sql, buyer.resellerId, orderId, clock.now());
  const { product, term, total } = await priceRenewal(services, buyer, order, period);
  if (maxPrice !== undefined && total > maxPrice) throw new PriceChangedError(total, maxPrice);
  const request = { ...soldAs(product), period, days: term.days };
  return {
    handler: extending,
    upstream: services.term,
    draft: { kind: 'renewal', orderId, amount: total, request },
  };
}

export const extending: OperationHandler<RenewalRequest, ProxyTerm[], OrderSale> = {
  request: RENEWAL_REQUEST.loose(),

  async fulfil(services, operation) {
    const { days } = operation.request;
    const { lost, bought, upstreamIds } = await readBefore(services, operation);
    if (lost) return lost;
    try {
      const onCost = (cost: Micros) => {
        operation.cost = cost;
      };
      const terms = await services.term.extend(bought.account, upstreamIds, days, onCost);
      if (terms.every((proxy) => isExtended(proxy, operation.request))) return terms;
    } catch (error) {
      if (!hasOutcome(error, 'gone')) throw error;
      // The upstream has dropped a proxy, so the order cannot be renewed any more: it ends with its term.
      await noteDropped(services.database.sql, operation, services.clock.now());
      throw new NotRenewableError(operation.orderId);
    }
    throw new UpstreamError('unknown', 'an extension: the proxies end sooner than was asked for');
  },

  /** The upstream keeps no record of an extension: it was done if all ends have moved by the whole term. */
  async lookUp(services, operation) {
    const { endsBefore } = operation.request;
    if (!endsBefore) return undefined;
    const { bought, upstreamIds } = await readPurchase(services.database.sql, operation);
    const terms = await services.term.find(bought, upstreamIds);
    const extended = terms.filter(
      (proxy) => proxy.upstreamId in endsBefore && isExtended(proxy, operation.request),
    );
    return extended.length === upstreamIds.length ? extended : undefined;
  },

  /** What a restore has lost of the order is its request's, or the operator's to decide about. */
  async sweep(services, operation, ended, decidedAt) {
    if (await isBusy(services.database.sql, operation)) return 'busy';
    if (await hasLostRenewal(services.database.sql, operation)) return 'done';
    return writeStrayDaysOff(services, operation, ended, decidedAt);
  },

  async deliver({ database, vault }, operation, terms, now) {
    const { resellerId, orderId, request } = operation;
    const before = await findOrder(database.sql, resellerId, orderId, now);
    const proxies = await readProxies(database.sql, vault, resellerId, [orderId]);
    const expiresAt = earliestEnd(terms);
    const status = statusAt({ filedStatus: 'active', expiresAt }, now);
    const order: Order = { ...before, expiresAt, status, renewable: true };
    return {
      sale: { order, proxies: proxies.get(orderId) ?? [], ...paymentOf(operation) },
      cost: operation.cost,
      async write(em, tx) {
        const name = { resellerId, orderId };
        await extendOrder(em, name, { expiresAt, status });
        const quantity = await bookEnds(tx, name, terms, { paidDays: request.days, since: now });
        const stray = { quantity, proxies: terms.length, cost: null };
        if (quantity > 0) await writeDaysOff(tx, operation, stray, now);
      },
    };
  },
};

/** Days that nobody paid for cannot be taken back. Maybe only some of the proxies were extended. */
export async function writeStrayDaysOff(
  services: Services,
  operation: Operation<RenewalRequest>,
  ended: 'settled' | 'refunded',
  decidedAt: Date,
): Promise<Swept> {
  const { database, term, clock } = services;
  const { bought, upstreamIds } = await readPurchase(database.sql, operation);
  const terms = await term.find(bought, upstreamIds, 'background');
  const { product, days } = operation.request;
  const swept = await database.inTransaction<Swept>(async (tx) => {
    await lockOrder(tx, operation);
    // Days that a running renewal has added may still be paid for. A renewal that starts after this check
    // has added nothing to the ends that were read.
    if (await isBusy(tx, operation)) return 'busy';
    const quantity = await bookEnds(tx, operation, terms, { paidDays: 0, since: decidedAt });
    const stray = { quantity, proxies: upstreamIds.length, cost: costOfDays(operation, ended) };
    if (quantity > 0) await writeDaysOff(tx, operation, stray, clock.now());
    return 'done';
  });
  if (swept === 'busy') return swept;
  if (ended === 'settled')
    await learnCost(services, operation, { product, days, quantity: upstreamIds.length });
  await learnCostOfDays(services, operation, { product, days });
  return swept;
}

/**
 * Whether the proxy's end has moved by the whole term. Without a stored earlier end, any end counts as moved.
 */
function isExtended(
  { upstreamId, expiresAt }: ProxyTerm,
  { days, endsBefore = {} }: RenewalRequest,
): boolean {
  const before = endsBefore[upstreamId] ?? 0;
  return expiresAt.getTime() >= before + days * DAY_MS - ROUNDED_BY_MS;
}

/**
 * Reads the ends before the extension and stores them: by them its outcome can be found out later. They are
 * read while no other operation on the order runs: otherwise the extension of another renewal could be taken
 * for this one. No work was requested from the upstream yet, so no failure here leaves the outcome unknown. A
 * proxy that is missing here may be missing in this one answer only; the extension itself shows whether it is
 * gone.
 *
 * `lost`: the proxies, if a renewal that the books have lost has done this extension already. Its earlier
 * ends are those of the books.
 */
export async function readBefore(services: Services, operation: Operation<RenewalRequest>) {
  const { request } = operation;
  const { bought, upstreamIds, bookedUntil } = await readPurchase(services.database.sql, operation);
  // Of many at once each waits here for a slot that no other operation wants.
  const priority = causeNow() === 'bulk' ? 'awaited' : 'urgent';
  const terms = await services.term.find(bought, upstreamIds, priority).catch((error: unknown) => {
    throw toProviderError(error);
  });
  const isLost = await isLostRenewal(services, operation, bookedUntil, terms, request.days);
  const ends = Object.fromEntries(terms.map((proxy) => [proxy.upstreamId, proxy.expiresAt.getTime()]));
  await rememberRequest(services, operation, { ...request, endsBefore: isLost ? bookedUntil : ends });
  assertUndecided(services, operation);
  return { bought, upstreamIds, lost: isLost ? terms : undefined };
}
