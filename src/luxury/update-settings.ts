import { sql } from 'kysely';
import { findType } from '../catalog/catalog.ts';
import { InvalidOptionError, ProviderError } from '../catalog/errors.ts';
import { announce } from '../events/outbox.ts';
import type { Sql } from '../kit/database.ts';
import { AddressTakenError } from '../upstreams/traffic.ts';
import { toAccountSettings } from './account-settings.ts';
import { checkSettings, toAddress } from './check-settings.ts';
import { findLuxuryOrder } from './find-luxury-order.ts';
import { changeAtUpstream, finish, type Held } from './hold.ts';
import type { LuxuryServices } from './services.ts';
import { applyChange, type LuxurySettings, type SettingsChange, sameSettings } from './settings.ts';

/**
 * Changes the settings of a Luxury order, all of what is asked or nothing, and returns them. Free of charge.
 *
 * Throws OrderNotFoundError, NotLuxuryError, InvalidCountryError, InvalidOptionError, RequestInProgressError, or ProviderError
 * when the upstream did not take all of it: the settings are then as before, and the upstream is brought back to them.
 */
export async function updateSettings(
  services: LuxuryServices,
  { resellerId, priceList }: { resellerId: number; priceList: string },
  orderId: number,
  change: SettingsChange,
): Promise<LuxurySettings> {
  const { database, clock, geo } = services;
  const order = await findLuxuryOrder(database.sql, resellerId, orderId, clock.now());
  const type = await findType(database.sql, priceList, order.tier, order.type);
  return changeAtUpstream(services, { resellerId, orderId }, async (held) => {
    const next = await checkSettings(applyChange(held.settings, change), type, geo, {
      before: held.settings,
    });
    const changed = !sameSettings(next, held.settings);
    if (held.inDoubt || changed) await configure(services, held, next, change);
    await database.transaction(async (_em, tx) => {
      await finish(tx, held, clock.now());
      if (changed) await writeSettings(tx, held, next);
    });
    return next;
  });
}

async function configure(
  { traffic }: LuxuryServices,
  held: Held,
  next: LuxurySettings,
  { allowedIps = [] }: SettingsChange,
): Promise<void> {
  if (!traffic.isUp()) throw new ProviderError();
  const known = held.inDoubt ? undefined : toAccountSettings(held.settings);
  held.inDoubt = true;
  try {
    await traffic.configure(held.upstreamId, toAccountSettings(next), known);
  } catch (error) {
    if (!(error instanceof AddressTakenError)) throw error;
    const index = allowedIps.findIndex((text) => toAddress(text.trim()) === error.address);
    throw new InvalidOptionError([
      {
        path: index < 0 ? ['allowedIps'] : ['allowedIps', String(index)],
        message: `${error.address} is allowed for another order already`,
      },
    ]);
  }
}

async function writeSettings(
  tx: Sql,
  { resellerId, orderId, settings: before }: Held,
  next: LuxurySettings,
): Promise<void> {
  await sql`
    update luxury_settings set country = ${next.country}, state = ${next.state}, city = ${next.city}, zip = ${next.zip},
      asn = ${next.asn}, exclude_asn = ${next.excludeAsn}, anonymous = ${next.anonymous}, session = ${next.session},
      sticky_minutes = ${next.stickyMinutes}, protocol = ${next.protocol}, threads = ${next.threads},
      allowed_ips = ${next.allowedIps}, blocked_hosts = ${next.blockedHosts}, paused = ${next.paused}
    where (reseller_id, order_id) = (${resellerId}, ${orderId})`.execute(tx);
  if (next.protocol !== before.protocol) {
    await sql`update orders set protocol = ${next.protocol} where (reseller_id, id) = (${resellerId}, ${orderId})`.execute(
      tx,
    );
  }
  await announce(tx, [{ topic: 'order', resellerId, orderId }]);
}
