import { readWallets, type Wallet } from '../billing/balance.ts';
import { type OrderName, readTraffic, type Traffic } from '../luxury/traffic.ts';
import { findOrders } from '../orders/find-orders.ts';
import type { Order } from '../orders/order.ts';
import { isRenewableAt, statusAt } from '../orders/status.ts';
import type { Services } from '../purchases/services.ts';
import { Board, type BoardOptions } from './board.ts';

export type LiveServices = Pick<Services, 'database' | 'clock'>;
export type Hooks = Pick<BoardOptions<unknown, unknown>, 'onFollowed' | 'onFailure'>;

/** Orders, as they are at the instant of reading. */
export function createOrderBoard({ database, clock }: LiveServices, hooks: Hooks): Board<OrderName, Order> {
  return new Board({
    ...hooks,
    keyOf: keyOfOrder,
    async read(names) {
      const orders = await findOrders(database.sql, names, clock.now());
      return new Map(orders.map((order) => [keyOfOrder({ ...order, orderId: order.id }), order]));
    },
  });
}

/** What Luxury orders have bought and used. */
export function createTrafficBoard({ database }: LiveServices, hooks: Hooks): Board<OrderName, Traffic> {
  return new Board({
    ...hooks,
    keyOf: keyOfOrder,
    async read(names) {
      const traffic = await readTraffic(database.sql, names);
      return new Map([...traffic.values()].map((used) => [keyOfOrder(used), used]));
    },
  });
}

/** Resellers with their balances. */
export function createBalanceBoard({ database }: LiveServices, hooks: Hooks): Board<number, Wallet> {
  return new Board({
    ...hooks,
    keyOf: String,
    async read(resellerIds) {
      const wallets = await readWallets(database.sql, resellerIds);
      return new Map([...wallets].map(([resellerId, wallet]) => [String(resellerId), wallet]));
    },
  });
}

/** Whether time alone has made something else of an order than it was when it was read. */
export function hasAged({ status, expiresAt, renewable }: Order, now: Date): boolean {
  return (
    statusAt({ filedStatus: status, expiresAt }, now) !== status ||
    isRenewableAt({ renewable, expiresAt, droppedAt: null }, now) !== renewable
  );
}

function keyOfOrder({ resellerId, orderId }: OrderName): string {
  return `${resellerId}:${orderId}`;
}
