import { sql } from 'kysely';
import type { CatalogView } from '../catalog/catalog-cache.ts';
import { InvalidOptionError, ProviderError } from '../catalog/errors.ts';
import { announce } from '../events/outbox.ts';
import { inSpan } from '../kit/spans.ts';
import type { OrderName } from '../orders/order.ts';
import { STANDARD } from '../resellers/resellers.ts';
import { AddressRefusedError } from '../upstreams/traffic.ts';
import { toAccountSettings } from './account-settings.ts';
import { assertMayAddAddresses, countRefusal } from './address-refusals.ts';
import { changeAtUpstream } from './change-at-upstream.ts';
import { checkSettings } from './check-settings.ts';
import { findLuxuryOrder } from './find-luxury-order.ts';
import type { LuxuryServices } from './services.ts';
import { toAddress } from './setting-checks.ts';
import { applyChange, changedSettings, type LuxurySettings, type SettingsChange } from './settings.ts';
import { finish, type LeasedOrder } from './settings-lease.ts';
import { writeSettings } from './write-settings.ts';

/**
 * Changes the settings of a Luxury order, all that is asked for or nothing, and returns them. Free of charge.
 *
 * Throws OrderNotFoundError, NotLuxuryError, InvalidCountryError, InvalidOptionError, RequestInProgressError,
 * or ProviderError when the upstream did not accept everything: the settings then stay as before, and the
 * repair brings the upstream back to them.
 */
export function updateSettings(
  services: LuxuryServices,
  owner: CatalogView & { resellerId: number },
  orderId: number,
  change: SettingsChange,
): Promise<LuxurySettings> {
  const attributes = { 'gateway.reseller.id': owner.resellerId, 'gateway.order.id': orderId };
  return inSpan({ name: 'updateSettings', attributes }, () => update(services, owner, orderId, () => change));
}

/**
 * Takes an allowed address off the order that has it, whosever that is, so that another order can allow it.
 * Undefined when none has it. Throws as `updateSettings` does.
 */
export async function freeAddress(
  services: LuxuryServices,
  text: string,
): Promise<(OrderName & { ip: string; allowedIps: string[] }) | undefined> {
  const ip = toAddress(text) ?? text;
  const row = await services.database.sql
    .selectFrom('luxury_settings')
    .select(['reseller_id', 'order_id'])
    .where((eb) => eb(eb.val(ip), '=', sql<string>`any (${eb.ref('allowed_ips')})`))
    .executeTakeFirst();
  if (!row) return undefined;
  const [owner, orderId] = [{ resellerId: row.reseller_id, priceList: STANDARD }, row.order_id];
  const { allowedIps } = await update(services, owner, orderId, (before) => ({
    allowedIps: before.allowedIps.filter((one) => one !== ip),
  }));
  return { ip, resellerId: owner.resellerId, orderId, allowedIps };
}

async function update(
  services: LuxuryServices,
  { resellerId, ...view }: CatalogView & { resellerId: number },
  orderId: number,
  changeOf: (before: LuxurySettings) => SettingsChange,
): Promise<LuxurySettings> {
  const { database, clock, catalog, geo } = services;
  const order = await findLuxuryOrder(database.sql, resellerId, orderId, clock.now());
  const type = await catalog.findType(view, order.tier, order.type);
  return changeAtUpstream(services, { resellerId, orderId }, async (leased) => {
    const change = changeOf(leased.settings);
    const next = await checkSettings(applyChange(leased.settings, change), type, geo, {
      before: leased.settings,
    });
    const changed = changedSettings(leased.settings, next);
    const isChanged = Object.keys(changed).length > 0;
    if (leased.inDoubt || isChanged) await configure(services, leased, next, change);
    await database.inUnitOfWork(async (em, tx) => {
      await finish(tx, leased, clock.now());
      if (!isChanged) return;
      writeSettings(em, leased, changed);
      await announce(tx, [{ topic: 'order', resellerId, orderId }]);
    });
    return next;
  });
}

async function configure(
  { traffic, database, clock }: LuxuryServices,
  leased: LeasedOrder,
  next: LuxurySettings,
  { allowedIps = [] }: SettingsChange,
): Promise<void> {
  if (!traffic.isUp()) throw new ProviderError();
  const { resellerId, settings } = leased;
  if (next.allowedIps.some((address) => !settings.allowedIps.includes(address)))
    await assertMayAddAddresses(database.sql, resellerId, clock.now());
  const known = leased.inDoubt ? undefined : toAccountSettings(leased.settings);
  leased.inDoubt = true;
  try {
    await traffic.configure(leased.upstreamId, toAccountSettings(next), known);
  } catch (error) {
    if (!(error instanceof AddressRefusedError)) throw error;
    await countRefusal(database.sql, resellerId, clock.now());
    const index = allowedIps.findIndex((text) => toAddress(text.trim()) === error.address);
    throw new InvalidOptionError([
      {
        path: index < 0 ? ['allowedIps'] : ['allowedIps', String(index)],
        // One sentence whoever has the address, and if nobody has: it may be another customer's.
        message: `${error.address} cannot be allowed for this order: another of your orders has it, or the provider does not take it; use another address, or ask support`,
      },
    ]);
  }
}
