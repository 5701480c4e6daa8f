import { ProviderError } from '../catalog/errors.ts';
import { announce } from '../events/outbox.ts';
import { readProxies } from '../orders/proxies.ts';
import { rewriteCredentials } from '../orders/rewrite-credentials.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { Credentials } from '../upstreams/traffic.ts';
import { changeAtUpstream } from './change-at-upstream.ts';
import { findLuxuryOrder } from './find-luxury-order.ts';
import type { LuxuryServices } from './services.ts';
import { finish, type LeasedOrder, leaveInDoubt } from './settings-lease.ts';

/**
 * Gives a Luxury order a new password; the old one stops working at once. Returns the valid login and
 * password.
 *
 * Throws OrderNotFoundError, NotLuxuryError, RequestInProgressError or ProviderError. After a ProviderError
 * the old password may have stopped working nevertheless; the repair then stores the new one.
 */
export async function resetPassword(
  services: LuxuryServices,
  resellerId: number,
  orderId: number,
): Promise<Credentials> {
  const { database, vault, clock, traffic } = services;
  await findLuxuryOrder(database.sql, resellerId, orderId, clock.now());
  return changeAtUpstream(services, { resellerId, orderId }, async (leased) => {
    if (!traffic.isUp()) throw new ProviderError();
    const wasInDoubt = leased.inDoubt;
    leased.inDoubt = true;
    const credentials = await newCredentials(services, leased);
    await database.inUnitOfWork(async (em, tx) => {
      // A leaked password has to be replaced even while the settings are in doubt. The order then stays in
      // doubt, and the repair follows.
      if (wasInDoubt) await leaveInDoubt(tx, leased, clock.now());
      else await finish(tx, leased, clock.now());
      rewriteCredentials(em, vault, leased, credentials);
      await announce(tx, [{ topic: 'order', resellerId, orderId }]);
    });
    return credentials;
  });
}

/**
 * When the answer of the reset is lost, reads the account: if its password differs from the stored one, it is
 * the new one.
 */
async function newCredentials(
  { database, vault, traffic }: LuxuryServices,
  { resellerId, orderId, upstreamId }: LeasedOrder,
): Promise<Credentials> {
  try {
    return await traffic.resetPassword(upstreamId);
  } catch (error) {
    if (!(error instanceof UpstreamError && error.outcome === 'unknown')) throw error;
    const { login, password } = await traffic.find(upstreamId);
    const proxies = await readProxies(database.sql, vault, resellerId, [orderId]);
    if (proxies.get(orderId)?.[0]?.password === password) throw error;
    return { login, password };
  }
}
