import { announce } from '../events/outbox.ts';
import { readProxies } from '../orders/proxies.ts';
import { toAccountSettings } from './account-settings.ts';
import { finish, type Held, repairNext } from './hold.ts';
import { luxuryProxy, rewriteProxy } from './proxy.ts';
import type { LuxuryServices } from './services.ts';

/**
 * Brings the upstream back to the settings of one order whose last change there failed half-way or was cut off, and learns which
 * password holds. Returns whether there was one. Any number of processes may do this at the same time.
 */
export function repairOne(services: LuxuryServices): Promise<boolean> {
  return repairNext(services, async (held) => {
    const { database, vault, traffic } = services;
    const { upstreamId, settings, resellerId, orderId } = held;
    const { login, password } = await traffic.find(upstreamId);
    await traffic.configure(upstreamId, toAccountSettings(settings));
    const proxy = luxuryProxy(traffic.gateway, settings.protocol, { login, password });
    const changed = !(await isWritten(services, held, proxy));
    await database.transaction(async (_em, tx) => {
      await finish(tx, held);
      if (!changed) return;
      await rewriteProxy(tx, vault, held, proxy);
      await announce(tx, [{ topic: 'order', resellerId, orderId }]);
    });
  });
}

async function isWritten(
  { database, vault }: LuxuryServices,
  { resellerId, orderId }: Held,
  proxy: { login: string; password: string },
): Promise<boolean> {
  const written = (await readProxies(database.sql, vault, resellerId, [orderId])).get(orderId)?.[0];
  return written?.login === proxy.login && written.password === proxy.password;
}
