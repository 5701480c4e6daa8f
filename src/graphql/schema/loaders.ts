import DataLoader from 'dataloader';
import { readWallets, type Wallet } from '../../billing/accounts.ts';
import { readSpent } from '../../billing/movements.ts';
import type { Tier } from '../../catalog/catalog.ts';
import type { FrontendToken } from '../../frontend-tokens/frontend-tokens.ts';
import { findFrontendTokens, listFrontendTokens } from '../../frontend-tokens/frontend-tokens.ts';
import { noteAbout } from '../../kit/log.ts';
import type { Micros } from '../../kit/money.ts';
import { attachedProxies, CURRENT_PROXIES, readCurrentProxies } from '../../luxury/proxy.ts';
import { readSettings } from '../../luxury/read-settings.ts';
import { refreshTraffic } from '../../luxury/refresh-traffic.ts';
import type { LuxurySettings } from '../../luxury/settings.ts';
import { readTraffic, type Traffic } from '../../luxury/traffic.ts';
import { readSamples, type UsageRange, type UsageSample } from '../../luxury/usage-samples.ts';
import { findOwnOrders, orderFinder } from '../../orders/find-orders.ts';
import type { Order, OrderProxy } from '../../orders/order.ts';
import { listPasskeys, type Passkey } from '../../passkeys/passkeys.ts';
import { type AccountMovement, findMovements } from '../../purchases/account-statement.ts';
import type { Services } from '../../purchases/services.ts';
import { type Caller, mayReadOrder } from '../../resellers/admission.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import { listKeys, type ShownKey } from '../../resellers/keys.ts';
import type { ConsoleSession } from '../../sessions/sessions.ts';
import { listSessions } from '../../sessions/sessions.ts';

/** Loaders of the caller's data. All that a request needs from one loader is read in one statement. */
export interface Loaders {
  /** At the caller's prices. */
  catalog(): Promise<readonly Tier[]>;
  wallets: DataLoader<number, Wallet | undefined>;
  /** Of a reseller, oldest first. */
  keys: DataLoader<number, ShownKey[]>;
  /** By their ids; undefined for one that is not alive, or is not the caller's. */
  frontendTokens: DataLoader<number, FrontendToken | undefined>;
  /** Of a reseller, those that are alive, the newest first. */
  aliveTokens: DataLoader<number, FrontendToken[]>;
  /** Of a reseller, the last used first. */
  sessions: DataLoader<number, ConsoleSession[]>;
  /** Of a reseller, oldest first. */
  passkeys: DataLoader<number, Passkey[]>;
  /** What the caller had spent before each instant, in milliseconds since 1970. */
  spentBefore: DataLoader<number, Micros>;
  /** The caller's movements by their positions. */
  movements: DataLoader<number, AccountMovement | undefined>;
  /** As of the instant of the request; undefined for an order that is not the caller's. */
  orders: DataLoader<number, Order | undefined>;
  /** The same with their proxies. */
  ordersWithProxies: DataLoader<number, (Order & { proxies: OrderProxy[] }) | undefined>;
  proxies: DataLoader<number, OrderProxy[]>;
  /** As it was last read. This and the following are undefined for an order that is not a Luxury order. */
  knownTraffic: DataLoader<number, Traffic | undefined>;
  /** Read from the upstream when a request asks for one order, from the database when it asks for several. */
  traffic: DataLoader<number, Traffic | undefined>;
  settings: DataLoader<number, LuxurySettings | undefined>;
  /** What Luxury orders have used; fields that ask for the same range share a loader. */
  usage(range: UsageRange): DataLoader<number, UsageSample[]>;
}

const findWithProxies = orderFinder(CURRENT_PROXIES);

export function createLoaders(services: Services, caller: Caller | undefined, now: Date): Loaders {
  const { database, vault, catalog, traffic } = services;
  const known = () => {
    if (!caller) throw new UnauthorizedError();
    return caller;
  };
  const resellerId = () => known().resellerId;
  const readable = (orderIds: readonly number[]) => orderIds.filter((id) => mayReadOrder(known(), id));
  const own = (orderIds: readonly number[]) => {
    if (orderIds.length === 1) noteAbout({ orderId: orderIds[0] });
    return { resellerId: resellerId(), orderIds: readable(orderIds) };
  };
  const named = (orderIds: readonly number[]) =>
    readable(orderIds).map((orderId) => ({ resellerId: resellerId(), orderId }));
  const knownTraffic = new DataLoader<number, Traffic | undefined>(async (orderIds) => {
    const found = await readTraffic(database.sql, named(orderIds));
    return orderIds.map((id) => found.get(id));
  });
  const usage = new Map<string, DataLoader<number, UsageSample[]>>();
  return {
    catalog: () => catalog.read(known()),
    wallets: new DataLoader(async (resellerIds) => {
      const found = await readWallets(database.sql, resellerIds);
      return resellerIds.map((id) => found.get(id));
    }),
    keys: new DataLoader(async (resellerIds) => {
      const found = await listKeys(database.sql, resellerIds);
      return resellerIds.map((id) => found.get(id) ?? []);
    }),
    frontendTokens: new DataLoader(async (ids) => {
      const found = await findFrontendTokens(database.sql, { resellerId: resellerId(), ids }, now);
      return inOrderOf(ids, found);
    }),
    aliveTokens: new DataLoader((resellerIds) =>
      Promise.all(resellerIds.map((id) => listFrontendTokens(database.sql, id, now))),
    ),
    sessions: new DataLoader(async (resellerIds) => {
      const found = await listSessions(database.sql, resellerIds, now);
      return resellerIds.map((id) => found.get(id) ?? []);
    }),
    passkeys: new DataLoader(async (resellerIds) => {
      const found = await listPasskeys(database.sql, resellerIds);
      return resellerIds.map((id) => found.get(id) ?? []);
    }),
    spentBefore: new DataLoader((instants) =>
      readSpent(
        database.sql,
        resellerId(),
        instants.map((instant) => new Date(instant)),
      ),
    ),
    movements: new DataLoader(async (positions) => {
      const found = await findMovements(database.sql, resellerId(), positions);
      return positions.map((wanted) => found.find(({ position }) => position === wanted));
    }),
    orders: new DataLoader(async (orderIds) => {
      return inOrderOf(orderIds, await findOwnOrders(database.sql, own(orderIds), now));
    }),
    ordersWithProxies: new DataLoader(async (orderIds) => {
      const found = await findWithProxies(database.sql, own(orderIds), now);
      const orders = found.map((order) => ({
        ...order,
        proxies: attachedProxies(vault, traffic.gateway, order),
      }));
      return inOrderOf(orderIds, orders);
    }),
    proxies: new DataLoader(async (orderIds) => {
      const found = await readCurrentProxies(
        database.sql,
        vault,
        traffic.gateway,
        resellerId(),
        readable(orderIds),
      );
      return orderIds.map((id) => found.get(id) ?? []);
    }),
    knownTraffic,
    traffic: new DataLoader(async (orderIds) => {
      // A list must not cost one call of the upstream for each order.
      const [only] = orderIds;
      if (only === undefined || orderIds.length > 1) return knownTraffic.loadMany(orderIds);
      return [mayReadOrder(known(), only) ? await refreshTraffic(services, resellerId(), only) : undefined];
    }),
    settings: new DataLoader(async (orderIds) => {
      const found = await readSettings(database.sql, named(orderIds));
      return orderIds.map((id) => found.get(id));
    }),
    usage(range) {
      const key = JSON.stringify(range);
      const loader =
        usage.get(key) ??
        new DataLoader(async (orderIds) => {
          const found = await readSamples(database.sql, named(orderIds), range);
          return orderIds.map((id) => found.get(id) ?? []);
        });
      usage.set(key, loader);
      return loader;
    },
  };
}

function inOrderOf<Found extends { id: number }>(
  ids: readonly number[],
  some: readonly Found[],
): (Found | undefined)[] {
  const found = new Map(some.map((one) => [one.id, one]));
  return ids.map((id) => found.get(id));
}
