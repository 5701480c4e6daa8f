import { z } from 'zod';
import { ProviderError } from '../catalog/errors.ts';
import { createLuxuryOrder } from '../luxury/luxury-order.ts';
import { luxuryProxy } from '../luxury/proxy.ts';
import { STORED_SETTINGS, toAccountSettings } from '../luxury/settings.ts';
import { BYTES_PER_GB, readTraffic } from '../luxury/traffic.ts';
import { createOrder } from '../orders/proxies.ts';
import { hasOutcome } from '../upstreams/failure.ts';
import { type TrafficAccount, UNTIL_CONFIGURED } from '../upstreams/traffic.ts';
import { confirmTotal, isAdded, takeBackSurplus } from './account-traffic.ts';
import { readLost } from './after-restore/lost-purchases.ts';
import type { OperationHandler } from './operation.ts';
import { assertUndecided, type Operation, paymentOf, rememberRequest } from './operation.ts';
import { newOrder, ORDER_REQUEST, originOf } from './product.ts';
import type { OrderSale } from './sale.ts';
import type { Services } from './services.ts';

/** What a purchase of traffic stores at its charge and needs until its delivery. */
const ACCOUNT_REQUEST = ORDER_REQUEST.extend({
  gb: z.number(),
  settings: STORED_SETTINGS,
  /**
   * The account at the upstream. It is stored before traffic is added, so without an id no traffic was added.
   */
  upstreamId: z.string().exactOptional(),
});
type AccountRequest = z.infer<typeof ACCOUNT_REQUEST>;

/** Creates an account at the upstream, sets it up and adds traffic. */
const opening: OperationHandler<AccountRequest, TrafficAccount, OrderSale> = {
  request: ACCOUNT_REQUEST.loose(),

  async fulfil(services, operation) {
    const { traffic } = services;
    const { product, settings, gb } = operation.request;
    assertUndecided(services, operation);
    const wanted = toAccountSettings(settings);
    const account = await traffic.create({ product, reference: operation.id, settings: wanted });
    const { upstreamId } = account;
    try {
      await traffic.configure(upstreamId, wanted, { ...wanted, ...UNTIL_CONFIGURED });
      await rememberRequest(services, operation, { ...operation.request, upstreamId });
      assertUndecided(services, operation);
      await traffic.addTraffic(upstreamId, gb);
      await confirmTotal(services, upstreamId, BigInt(gb) * BYTES_PER_GB);
      return account;
    } catch (error) {
      if (hasOutcome(error, 'unknown')) throw error;
      // An account that certainly has no traffic is of no use. If it cannot be closed now, the sweep closes
      // it.
      await closeAll(services, operation).catch((cause: unknown) => {
        throw new ProviderError({ cause: String(cause) });
      });
      throw error;
    }
  },

  /** Nothing else adds traffic before the delivery, so the traffic shows whether the addition was done. */
  async lookUp(services, operation) {
    const { upstreamId, gb } = operation.request;
    if (upstreamId === undefined) {
      if (!(await closeAll(services, operation))) return undefined;
      throw new ProviderError();
    }
    const done = await isAdded(services, upstreamId, { totalBytes: 0n, addedGb: 0 }, gb);
    return done ? await services.traffic.find(upstreamId) : undefined;
  },

  async deliver({ vault, traffic }, operation, account, now) {
    const { settings, gb } = operation.request;
    const order = newOrder(operation, null, now);
    const proxy = luxuryProxy(traffic.gateway, settings, account);
    const totalBytes = BigInt(gb) * BYTES_PER_GB;
    const { upstreamId } = account;
    return {
      sale: { order, proxies: [proxy], totalBytes, ...paymentOf(operation) },
      cost: traffic.costOf(operation.request.product, gb),
      order: createOrder(vault, order, originOf(operation), [{ ...proxy, upstreamId }]),
      write(em) {
        createLuxuryOrder(em, operation, settings, { upstreamId, totalBytes, measuredAt: now });
      },
    };
  },

  async sweep(services, operation, ended) {
    const { resellerId, orderId } = operation;
    if (ended === 'refunded') {
      await closeAll(services, operation);
      return 'done';
    }
    const known = (await readTraffic(services.database.sql, [{ resellerId, orderId }])).get(orderId);
    for (const { upstreamId } of await services.traffic.findByReference(operation.id)) {
      if (upstreamId !== known?.upstreamId) await services.traffic.remove(upstreamId);
    }
    return takeBackSurplus(services, operation);
  },
};

/** Closes the accounts of a purchase that is not delivered; the unused traffic returns to the service. */
async function closeAll({ traffic }: Services, operation: Operation<AccountRequest>): Promise<boolean> {
  const accounts = await traffic.findByReference(operation.id);
  for (const { upstreamId } of accounts) await traffic.remove(upstreamId);
  return accounts.length > 0;
}

/** A purchase of traffic that delivers the account that was opened before, if it is there. */
const takingUp: typeof opening = {
  ...opening,

  async fulfil(services, operation) {
    const account = await readLost(async () => {
      const found = await findFilled(services, operation);
      if (!found) await closeAll(services, operation);
      return found;
    });
    return account ?? opening.fulfil(services, operation);
  },

  async lookUp(services, operation) {
    const isStored = operation.request.upstreamId !== undefined;
    const filled = isStored ? undefined : await findFilled(services, operation);
    return filled ?? opening.lookUp(services, operation);
  },
};

/**
 * The account that has the traffic already although its id was never stored. It gets the settings of the
 * order; more traffic than was bought is taken back by the sweep.
 */
async function findFilled(
  services: Services,
  operation: Operation<AccountRequest>,
): Promise<TrafficAccount | undefined> {
  const { traffic } = services;
  const { settings, gb } = operation.request;
  for (const account of await traffic.findByReference(operation.id)) {
    const { upstreamId } = account;
    if ((await traffic.traffic(upstreamId)).totalBytes < BigInt(gb) * BYTES_PER_GB) continue;
    await rememberRequest(services, operation, { ...operation.request, upstreamId });
    await traffic.configure(upstreamId, toAccountSettings(settings));
    return account;
  }
  return undefined;
}

/** The purchase of a Luxury order. */
export const openingAccount = { ...opening, takingUp };
