import { createHash } from 'node:crypto';
import { ProviderError } from '../catalog/errors.ts';
import { tell } from '../events/tell.ts';
import { rewriteCredentials } from '../orders/proxies.ts';
import { hasOutcome } from '../upstreams/failure.ts';
import type { Credentials } from '../upstreams/traffic.ts';
import { changeAtUpstream, finish, type LeasedOrder, leaveInDoubt } from './change-at-upstream.ts';
import { findLuxuryOrder, type LuxuryServices, storedCredentials } from './luxury-order.ts';

/**
 * Gives a Luxury order a new password; the old one stops working at once. Returns the valid login and
 * password.
 *
 * With `replacing`, only the password of that mark is replaced: when the order has another one by now, that
 * is returned. So a repetition does not replace what the first time has set.
 *
 * Throws OrderNotFoundError, NotLuxuryError, RequestInProgressError or ProviderError. After a ProviderError
 * the old password may have stopped working nevertheless; the repair then stores the new one.
 */
export async function resetPassword(
  services: LuxuryServices,
  resellerId: number,
  orderId: number,
  { replacing }: { replacing?: string } = {},
): Promise<Credentials> {
  const { database, vault, clock, traffic } = services;
  await findLuxuryOrder(database.sql, resellerId, orderId, clock.now());
  return changeAtUpstream(services, { resellerId, orderId }, async (leased) => {
    // A leaked password has to be replaced even while the settings are in doubt. The order then stays in
    // doubt, and the repair follows.
    const end = leased.inDoubt ? leaveInDoubt : finish;
    if (replacing !== undefined) {
      const present = await storedCredentials(services, leased);
      if (present && passwordMark(present) !== replacing) {
        await database.inTransaction((tx) => end(tx, leased, clock.now()));
        return present;
      }
    }
    if (!traffic.isUp()) throw new ProviderError();
    leased.inDoubt = true;
    const credentials = await newCredentials(services, leased);
    await database.inUnitOfWork(async (em, tx) => {
      await end(tx, leased, clock.now());
      rewriteCredentials(em, vault, leased, credentials);
      await em.flush();
      await tell(tx, [{ type: 'order.password_changed', resellerId, orderId, at: clock.now() }]);
    });
    return credentials;
  });
}

/** When the answer is lost, reads the account: a password other than the stored one is the new one. */
async function newCredentials(services: LuxuryServices, leased: LeasedOrder): Promise<Credentials> {
  const { traffic } = services;
  try {
    return await traffic.resetPassword(leased.upstreamId);
  } catch (error) {
    if (!hasOutcome(error, 'unknown')) throw error;
    const { login, password } = await traffic.find(leased.upstreamId);
    const present = await storedCredentials(services, leased);
    if (present?.password === password) throw error;
    return { login, password };
  }
}

/** Characters of base64url: passwords are random, so a few tell those of one order apart. */
const LENGTH = 10;

/** Tells passwords of an order apart, and says nothing of them: it may stand where they may not. */
export function passwordMark({ login, password }: Credentials): string {
  return createHash('sha256')
    .update(JSON.stringify([login, password]))
    .digest('base64url')
    .slice(0, LENGTH);
}
