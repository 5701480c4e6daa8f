import type { CatalogCache } from '../catalog/catalog.ts';
import type { Geo } from '../catalog/geo.ts';
import type { Bell } from '../events/bell.ts';
import type { Clock, Delay } from '../kit/clock.ts';
import type { Database, EntityManager, Sql } from '../kit/database.ts';
import type { Places } from '../kit/request.ts';
import { statement } from '../kit/statement.ts';
import { type SnakeCase, toSnakeCase } from '../kit/text.ts';
import type { Vault } from '../kit/vault.ts';
import { NotLuxuryError } from '../orders/errors.ts';
import {
  findOrder,
  type Order,
  type OrderName,
  type OrderNames,
  orderNames,
  setProtocol,
  toOrderNames,
} from '../orders/order.ts';
import { readProxies } from '../orders/proxies.ts';
import type { Credentials, TrafficUpstream } from '../upstreams/traffic.ts';
import { LuxurySettingsEntity, LuxuryTrafficEntity } from './entities.ts';
import { type LuxurySettings, SETTING_NAMES, type SettingName } from './settings.ts';

export interface LuxuryServices {
  database: Database;
  bell: Bell;
  vault: Vault;
  clock: Clock;
  delay: Delay;
  traffic: TrafficUpstream;
  catalog: CatalogCache;
  geo: Geo;
  reads: Places;
}

/** A Luxury order of this reseller. Throws OrderNotFoundError or NotLuxuryError. */
export async function findLuxuryOrder(
  sqlClient: Sql,
  resellerId: number,
  id: number,
  now: Date,
): Promise<Order> {
  const order = await findOrder(sqlClient, resellerId, id, now);
  if (order.billing !== 'per_gb') throw new NotLuxuryError(id);
  return order;
}

/** Adds settings and traffic of a new Luxury order to the unit of work that has the order. */
export function createLuxuryOrder(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  settings: LuxurySettings,
  account: { upstreamId: string; totalBytes: bigint; measuredAt: Date },
): void {
  const name = { resellerId, orderId };
  em.create(LuxurySettingsEntity, { ...name, ...settings }, { persist: true });
  em.create(LuxuryTrafficEntity, { ...name, ...account, usedBytes: 0n }, { persist: true });
}

type SettingColumns = { [Name in SettingName]: `s.${SnakeCase<Name>} as ${Name}` }[SettingName];

/** The columns of the settings, named like the settings; `s` is the table's alias. */
export const SETTING_COLUMNS = SETTING_NAMES.map(
  (name) => `s.${toSnakeCase(name)} as ${name}` as SettingColumns,
);

const selectSettings = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('luxury_settings as s')
    .select(['s.order_id', ...SETTING_COLUMNS])
    .where(({ eb, refTuple }) => eb(refTuple('s.reseller_id', 's.order_id'), 'in', orderNames(names))),
);

/** Of any number of orders, by order id, in one statement; without those that are no Luxury orders. */
export async function readSettings(
  db: Sql,
  orders: readonly OrderName[],
): Promise<Map<number, LuxurySettings>> {
  const rows = await selectSettings(db, toOrderNames(orders));
  return new Map(rows.map(({ order_id, ...settings }) => [order_id, settings]));
}

/**
 * Writes to the unit of work the settings that a change has set at the upstream. `finish` has to come before
 * it in the transaction: it locks the row and checks the lease, so that no other change can write it.
 */
export function writeSettings(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  changed: Partial<LuxurySettings>,
): void {
  em.assign(em.getReference(LuxurySettingsEntity, [resellerId, orderId]), changed);
  if (changed.protocol !== undefined) setProtocol(em, { resellerId, orderId }, changed.protocol);
}

export async function storedCredentials(
  { database, vault }: LuxuryServices,
  { resellerId, orderId }: OrderName,
): Promise<Credentials | undefined> {
  const [proxy] = (await readProxies(database.sql, vault, resellerId, [orderId])).get(orderId) ?? [];
  return proxy && { login: proxy.login, password: proxy.password };
}
