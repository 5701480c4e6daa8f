import { readWallets, type Wallet } from '../billing/accounts.ts';
import { readTraffic, type Traffic } from '../luxury/traffic.ts';
import { findOrders } from '../orders/find-orders.ts';
import type { Order, OrderName } from '../orders/order.ts';
import { isRenewableAt, statusAt } from '../orders/status.ts';
import type { Services } from '../purchases/services.ts';
import { type HubOptions, SubscriptionHub } from './subscription-hub.ts';

export type LiveServices = Pick<Services, 'database' | 'clock'>;
export type Hooks = Pick<HubOptions<unknown, unknown>, 'onSubscriptionsChanged' | 'onFailure'>;

/** Subscriptions to orders, as they are at the instant of reading. */
export function createOrderHub(
  { database, clock }: LiveServices,
  hooks: Hooks,
): SubscriptionHub<OrderName, Order> {
  return new SubscriptionHub({
    ...hooks,
    keyOf: keyOfOrder,
    async read(names) {
      const orders = await findOrders(database.sql, names, clock.now());
      return new Map(orders.map((order) => [keyOfOrder({ ...order, orderId: order.id }), order]));
    },
  });
}

/** Subscriptions to the traffic of Luxury orders, bought and used. */
export function createTrafficHub(
  { database }: LiveServices,
  hooks: Hooks,
): SubscriptionHub<OrderName, Traffic> {
  return new SubscriptionHub({
    ...hooks,
    keyOf: keyOfOrder,
    async read(names) {
      const traffic = await readTraffic(database.sql, names);
      return new Map([...traffic.values()].map((used) => [keyOfOrder(used), used]));
    },
  });
}

/** Subscriptions to the balances of resellers. */
export function createBalanceHub({ database }: LiveServices, hooks: Hooks): SubscriptionHub<number, Wallet> {
  return new SubscriptionHub({
    ...hooks,
    keyOf: String,
    async read(resellerIds) {
      const wallets = await readWallets(database.sql, resellerIds);
      return new Map([...wallets].map(([resellerId, wallet]) => [String(resellerId), wallet]));
    },
  });
}

/** Whether an order has changed by time alone since it was read. */
export function hasChangedByTime({ status, expiresAt, renewable }: Order, now: Date): boolean {
  return (
    statusAt({ filedStatus: status, expiresAt }, now) !== status ||
    isRenewableAt({ renewable, expiresAt, droppedAt: null }, now) !== renewable
  );
}

function keyOfOrder({ resellerId, orderId }: OrderName): string {
  return `${resellerId}:${orderId}`;
}
