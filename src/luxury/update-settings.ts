import { sql } from 'kysely';
import type { CatalogView } from '../catalog/catalog.ts';
import { InvalidOptionError, ProviderError } from '../catalog/errors.ts';
import { type NewEvent, tell } from '../events/tell.ts';
import type { Sql } from '../kit/database.ts';
import { inSpan } from '../kit/spans.ts';
import { toSnakeCase } from '../kit/text.ts';
import type { OrderName } from '../orders/order.ts';
import { STANDARD } from '../resellers/resellers.ts';
import { AddressRefusedError } from '../upstreams/traffic.ts';
import { changeAtUpstream, finish, type LeasedOrder, leaveInDoubt } from './change-at-upstream.ts';
import { checkSettings } from './check-settings.ts';
import { findLuxuryOrder, type LuxuryServices, writeSettings } from './luxury-order.ts';
import { toAddress } from './setting-checks.ts';
import {
  applyChange,
  changedSettings,
  type LuxurySettings,
  type SettingName,
  type SettingsChange,
  settingOf,
  toAccountSettings,
} from './settings.ts';

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
  const { rows } = await sql<OrderName>`
    select reseller_id as "resellerId", order_id as "orderId" from luxury_settings
    where ${ip} = any (allowed_ips)`.execute(services.database.sql);
  const [order] = rows;
  if (!order) return undefined;
  const owner = { resellerId: order.resellerId, priceList: STANDARD };
  const { allowedIps } = await update(services, owner, order.orderId, (before) => ({
    allowedIps: before.allowedIps.filter((one) => one !== ip),
  }));
  return { ip, ...order, allowedIps };
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
    const names = Object.keys(changed) as SettingName[];
    // The upstream has no part in such a change: it may be down, and what is in doubt stays so.
    const isOurs = names.length > 0 && names.every((name) => settingOf(name).isOurs);
    if (!isOurs && (leased.inDoubt || names.length > 0)) await configure(services, leased, next, change);
    await database.inUnitOfWork(async (em, tx) => {
      await (isOurs && leased.inDoubt ? leaveInDoubt : finish)(tx, leased, clock.now());
      if (names.length === 0) return;
      writeSettings(em, leased, changed);
      await em.flush();
      const at = clock.now();
      await tell(
        tx,
        typesOf(changed).map((event) => ({ ...event, resellerId, orderId, at })),
      );
    });
    return next;
  });
}

function typesOf({ paused, ...others }: Partial<LuxurySettings>): Pick<NewEvent, 'type' | 'facts'>[] {
  const changed = Object.keys(others).map(toSnakeCase);
  return [
    ...(changed.length > 0 ? [{ type: 'order.settings_changed', facts: { changed } } as const] : []),
    ...(paused === undefined ? [] : [{ type: paused ? 'order.paused' : 'order.resumed' } as const]),
  ];
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

/**
 * Addresses that may be refused to a reseller on one UTC day. The upstream lets an address belong to one
 * account of all our customers, so a refusal says that somebody may have it: a person mistypes a few, and a
 * program that tries the addresses of others learns of no more than these. Changes that are under way when
 * the last one is refused are finished.
 */
const MAX_REFUSALS_PER_DAY = 20;

/** Throws InvalidOptionError when as many addresses were refused to the reseller today as may be. */
async function assertMayAddAddresses(db: Sql, resellerId: number, now: Date): Promise<void> {
  const spent = await resellersOutOfRefusals(db, now)
    .where('reseller_id', '=', resellerId)
    .executeTakeFirst();
  if (!spent) return;
  const message = `takes no new addresses until 00:00 UTC, because ${MAX_REFUSALS_PER_DAY} were refused today; those that it has can be kept and taken off`;
  throw new InvalidOptionError([{ path: ['allowedIps'], message }]);
}

/** The resellers that may add no address for the rest of the day. */
export function resellersOutOfRefusals(db: Sql, now: Date) {
  return db
    .selectFrom('address_refusals')
    .select('reseller_id')
    .where('day', '=', dayOf(now))
    .where('refusals', '>=', MAX_REFUSALS_PER_DAY);
}

async function countRefusal(db: Sql, resellerId: number, now: Date): Promise<void> {
  await sql`
    insert into address_refusals (reseller_id, day, refusals) values (${resellerId}, ${dayOf(now)}, 1)
    on conflict (reseller_id) do update set day = excluded.day,
      refusals = case address_refusals.day when excluded.day then address_refusals.refusals + 1 else 1 end
  `.execute(db);
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);
