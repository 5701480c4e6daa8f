import { announce } from '../events/outbox.ts';
import { readProxies } from '../orders/proxies.ts';
import { rewriteCredentials } from '../orders/proxies.ts';
import { AddressRefusedError, type Credentials } from '../upstreams/traffic.ts';
import { toAccountSettings } from './account-settings.ts';
import { repairNext } from './change-at-upstream.ts';
import type { LuxuryServices } from './services.ts';
import type { LuxurySettings } from './settings.ts';
import { finish, type LeasedOrder } from './settings-lease.ts';
import { writeSettings } from './write-settings.ts';

/**
 * Brings the upstream back to the settings of one order in doubt, and finds out which password is valid
 * there. Returns whether there was such an order. Any number of processes may do this at the same time.
 */
export function repairOne(services: LuxuryServices): Promise<boolean> {
  return repairNext(services, async (leased) => {
    const { database, vault, clock, traffic } = services;
    const { upstreamId, settings, resellerId, orderId } = leased;
    const credentials = await traffic.find(upstreamId);
    const kept = await restore(services, upstreamId, settings);
    const known = await isWritten(services, leased, credentials);
    await database.inUnitOfWork(async (em, tx) => {
      await finish(tx, leased, clock.now());
      if (known && kept === settings) return;
      if (kept !== settings) writeSettings(em, leased, { allowedIps: kept.allowedIps });
      if (!known) rewriteCredentials(em, vault, leased, credentials);
      await announce(tx, [{ topic: 'order', resellerId, orderId }]);
    });
  });
}

/**
 * An allowed address that another account uses by now cannot be restored: it is left out, so that everything
 * else can be.
 */
async function restore(
  services: LuxuryServices,
  upstreamId: string,
  settings: LuxurySettings,
): Promise<LuxurySettings> {
  try {
    await services.traffic.configure(upstreamId, toAccountSettings(settings));
    return settings;
  } catch (error) {
    if (!(error instanceof AddressRefusedError && error.isTaken)) throw error;
    const allowedIps = settings.allowedIps.filter((address) => address !== error.address);
    if (allowedIps.length === settings.allowedIps.length) throw error;
    return restore(services, upstreamId, { ...settings, allowedIps });
  }
}

async function isWritten(
  { database, vault }: LuxuryServices,
  { resellerId, orderId }: LeasedOrder,
  { login, password }: Credentials,
): Promise<boolean> {
  const written = (await readProxies(database.sql, vault, resellerId, [orderId])).get(orderId)?.[0];
  return written?.login === login && written.password === password;
}
