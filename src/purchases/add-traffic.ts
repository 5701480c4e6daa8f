import { z } from 'zod';
import { periodOf } from '../catalog/catalog.ts';
import { toProviderError } from '../catalog/errors.ts';
import { findLuxuryOrder } from '../luxury/luxury-order.ts';
import { addToTraffic, BYTES_PER_GB, readTraffic } from '../luxury/traffic.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import { findOrder } from '../orders/order.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { type BeforeAddition, confirmTotal, isAdded, takeBackSurplus } from './account-traffic.ts';
import { PriceChangedError } from './errors.ts';
import { type Answered, type ExtensionInput, extend, type Plan } from './flow.ts';
import type { OperationHandler } from './operation.ts';
import { assertUndecided, type Operation, paymentOf, rememberRequest } from './operation.ts';
import { findProduct, SOLD, soldAs, unitPrice } from './product.ts';
import type { TrafficSale } from './sale.ts';
import type { Buyer, Services } from './services.ts';

/** What an addition of traffic stores at its charge and needs until its delivery. */
const ADDITION_REQUEST = SOLD.extend({
  gb: z.number(),
  /**
   * The account's total in bytes just before the addition, as text. This and the next figure show, compared
   * with a later reading, whether the addition was done.
   */
  totalBefore: z.string().exactOptional(),
  /** The sum of the recorded additions just before, in GB; missing when the upstream did not report it. */
  addedBefore: z.number().exactOptional(),
});
type AdditionRequest = z.infer<typeof ADDITION_REQUEST>;

/**
 * Adds a volume of traffic to a Luxury order: charges the balance and has the upstream add the traffic to the
 * same account, or refunds. An exhausted order is active again at once; a paused one stays paused.
 *
 * Throws InvalidRequestError, OrderNotFoundError, NotLuxuryError, UnknownProductError, InvalidPeriodError,
 * PriceChangedError, InsufficientBalanceError, CoinsNotPayableError, RequestInProgressError or ProviderError.
 */
export function addTraffic(
  services: Services,
  buyer: Buyer,
  input: ExtensionInput,
): Promise<Answered<TrafficSale>> {
  return extend('addTraffic', planAddition, services, buyer, input);
}

async function planAddition(
  services: Services,
  buyer: Buyer,
  { orderId, period, maxPrice }: ExtensionInput,
): Promise<Plan<TrafficSale>> {
  const { database, clock } = services;
  const order = await findLuxuryOrder(database.sql, buyer.resellerId, orderId, clock.now());
  const product = await findProduct(services, buyer, order.tier, order.type);
  const volume = periodOf(product, period);
  const price = unitPrice(volume, buyer);
  if (maxPrice !== undefined && price > maxPrice) throw new PriceChangedError(price, maxPrice);
  const request = { ...soldAs(product), period, gb: volume.gb };
  return {
    handler: addingTraffic,
    upstream: services.traffic,
    draft: { kind: 'traffic', orderId, amount: price, request },
  };
}

export const addingTraffic: OperationHandler<AdditionRequest, true, TrafficSale> = {
  request: ADDITION_REQUEST.loose(),

  async fulfil(services, operation) {
    const { gb } = operation.request;
    const upstreamId = await accountOf(services, operation);
    const { totalBytes, addedGb } = await readBefore(services, upstreamId);
    await rememberRequest(services, operation, {
      ...operation.request,
      totalBefore: totalBytes.toString(),
      ...(addedGb !== undefined && { addedBefore: addedGb }),
    });
    assertUndecided(services, operation);
    await services.traffic.addTraffic(upstreamId, gb);
    await confirmTotal(services, upstreamId, totalBytes + BigInt(gb) * BYTES_PER_GB);
    return true;
  },

  /** One addition to an order runs at a time: if the figures have grown by this volume, it was done. */
  async lookUp(services, operation) {
    const { gb, totalBefore, addedBefore } = operation.request;
    if (totalBefore === undefined) return undefined;
    const before = { totalBytes: BigInt(totalBefore), addedGb: addedBefore };
    return (await isAdded(services, await accountOf(services, operation), before, gb)) || undefined;
  },

  sweep: takeBackSurplus,

  async deliver({ database, traffic }, operation, _result, now) {
    const { resellerId, orderId, request } = operation;
    const name = { resellerId, orderId };
    const before = (await readTraffic(database.sql, [name])).get(orderId);
    if (!before) throw new OrderNotFoundError(orderId);
    const added = BigInt(request.gb) * BYTES_PER_GB;
    const order = await findOrder(database.sql, resellerId, orderId, now);
    const status = order.status === 'exhausted' ? 'active' : order.status;
    return {
      sale: {
        order: { ...order, status },
        traffic: { ...before, totalBytes: before.totalBytes + added },
        ...paymentOf(operation),
      },
      cost: traffic.costOf(request.product, request.gb),
      async write(_em, tx) {
        await addToTraffic(tx, name, added);
      },
    };
  },
};

/**
 * No work was requested from the upstream yet, so no failure here leaves the outcome unknown. The record of
 * additions is needed only when an answer is lost, so a sale does not fail without it.
 */
async function readBefore({ traffic }: Services, upstreamId: string): Promise<BeforeAddition> {
  const [reading, addedGb] = await Promise.all([
    traffic.traffic(upstreamId).catch((error: unknown) => {
      throw toProviderError(error);
    }),
    traffic.addedGb(upstreamId).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      return undefined;
    }),
  ]);
  return { totalBytes: reading.totalBytes, addedGb };
}

async function accountOf({ database }: Services, { resellerId, orderId }: Operation): Promise<string> {
  const traffic = (await readTraffic(database.sql, [{ resellerId, orderId }])).get(orderId);
  if (!traffic) throw new OrderNotFoundError(orderId);
  return traffic.upstreamId;
}
