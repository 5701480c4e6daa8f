import DataLoader from 'dataloader';
import { readWallets, type Wallet } from '../../billing/balance.ts';
import { readSpent } from '../../billing/movements.ts';
import type { Tier } from '../../catalog/catalog.ts';
import type { Micros } from '../../kit/money.ts';
import { attachedProxies, CURRENT_PROXIES, readCurrentProxies } from '../../luxury/proxy.ts';
import { readSettings } from '../../luxury/read-settings.ts';
import { refreshTraffic } from '../../luxury/refresh-traffic.ts';
import type { LuxurySettings } from '../../luxury/settings.ts';
import { readTraffic, type Traffic } from '../../luxury/traffic.ts';
import { findOwnOrders, orderFinder } from '../../orders/find-orders.ts';
import type { Order, OrderProxy } from '../../orders/order.ts';
import { type AccountMovement, findMovements } from '../../purchases/account-statement.ts';
import type { Services } from '../../purchases/services.ts';
import type { Caller } from '../../resellers/authenticate.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';

/** Loaders of the caller's data. All that a request needs from one loader is read in one statement. */
export interface Loaders {
  /** At the caller's prices. */
  catalog(): Promise<readonly Tier[]>;
  wallets: DataLoader<number, Wallet | undefined>;
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
}

const findWithProxies = orderFinder(CURRENT_PROXIES);

export function createLoaders(services: Services, caller: Caller | undefined, now: Date): Loaders {
  const { database, vault, catalog, traffic } = services;
  const known = () => {
    if (!caller) throw new UnauthorizedError();
    return caller;
  };
  const resellerId = () => known().resellerId;
  const own = (orderIds: readonly number[]) => ({ resellerId: resellerId(), orderIds: [...orderIds] });
  const named = (orderIds: readonly number[]) =>
    orderIds.map((orderId) => ({ resellerId: resellerId(), orderId }));
  const knownTraffic = new DataLoader<number, Traffic | undefined>(async (orderIds) => {
    const found = await readTraffic(database.sql, named(orderIds));
    return orderIds.map((id) => found.get(id));
  });
  return {
    catalog: () => catalog.read(known()),
    wallets: new DataLoader(async (resellerIds) => {
      const found = await readWallets(database.sql, resellerIds);
      return resellerIds.map((id) => found.get(id));
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
      const found = await readCurrentProxies(database.sql, vault, traffic.gateway, resellerId(), orderIds);
      return orderIds.map((id) => found.get(id) ?? []);
    }),
    knownTraffic,
    traffic: new DataLoader(async (orderIds) => {
      // A list must not cost one call of the upstream for each order.
      const [only] = orderIds;
      if (only === undefined || orderIds.length > 1) return knownTraffic.loadMany(orderIds);
      return [await refreshTraffic(services, resellerId(), only)];
    }),
    settings: new DataLoader(async (orderIds) => {
      const found = await readSettings(database.sql, named(orderIds));
      return orderIds.map((id) => found.get(id));
    }),
  };
}

function inOrderOf<Found extends { id: number }>(
  ids: readonly number[],
  orders: readonly Found[],
): (Found | undefined)[] {
  const found = new Map(orders.map((order) => [order.id, order]));
  return ids.map((id) => found.get(id));
}
