import type { Logger } from 'pino';
import type { Wallet } from '../billing/balance.ts';
import { openChanges } from '../events/changes.ts';
import type { Change } from '../events/outbox.ts';
import { findLuxuryOrder } from '../luxury/find-luxury-order.ts';
import type { OrderName, Traffic } from '../luxury/traffic.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import type { Order } from '../orders/order.ts';
import { Beacon } from './beacon.ts';
import type { Board } from './board.ts';
import {
  createBalanceBoard,
  createOrderBoard,
  createTrafficBoard,
  hasAged,
  type LiveServices,
} from './boards.ts';
import type { Follower } from './follower.ts';
import { OrderFeeds } from './order-feeds.ts';

/** How late it may be told that an order's term is over. */
const AGES_CHECKED_EVERY_MS = 1_000;

/** What is followed live in this process: orders, what Luxury orders have used, and balances. */
export class Live {
  readonly #services: LiveServices;
  readonly #orders: Board<OrderName, Order>;
  readonly #traffic: Board<OrderName, Traffic>;
  readonly #balances: Board<number, Wallet>;
  readonly #feeds: OrderFeeds;
  readonly #beacon: Beacon;
  readonly #ages: NodeJS.Timeout;
  #heard = 0;

  constructor(services: LiveServices, log: Logger) {
    const onFailure = (error: unknown) =>
      log.warn({ err: error }, 'what is followed could not be read; trying again');
    const onFollowed = () => this.#beacon.watchedChanged();
    this.#services = services;
    this.#orders = createOrderBoard(services, { onFollowed, onFailure });
    this.#traffic = createTrafficBoard(services, { onFollowed, onFailure });
    this.#balances = createBalanceBoard(services, { onFailure });
    this.#feeds = new OrderFeeds(services, { onFollowed, onFailure });
    this.#beacon = new Beacon({
      sql: () => services.database.sql,
      watched: () => [
        ...[...this.#orders.followed, ...this.#traffic.followed].map(({ orderId }) => orderId),
        ...this.#feeds.running,
      ],
      log,
    });
    this.#ages = setInterval(() => this.#checkAges(), AGES_CHECKED_EVERY_MS).unref();
  }

  /** How many follow something, of whatever kind. */
  get followers(): number {
    const followed = [this.#orders, this.#traffic, this.#balances, this.#feeds];
    return followed.reduce((sum, { followers }) => sum + followers, 0);
  }

  /** How many changes it was told of since it began. */
  get heard(): number {
    return this.#heard;
  }

  /** A reseller's own order: as it is now, and then whenever anything of it has changed but its use. Throws OrderNotFoundError. */
  async followOrder(name: OrderName): Promise<Follower<Order>> {
    const follower = await this.#orders.follow(name);
    if (!follower) throw new OrderNotFoundError(name.orderId);
    return follower;
  }

  /**
   * All orders of a reseller: the newest as they are now, and then those of which anything has changed but their use, those that are
   * new included.
   */
  followOrders(resellerId: number): Promise<Follower<readonly Order[]>> {
    return this.#feeds.follow(resellerId);
  }

  /** What a reseller's own Luxury order has bought and used. Throws OrderNotFoundError or NotLuxuryError. */
  async followTraffic(name: OrderName): Promise<Follower<Traffic>> {
    const follower = await this.#traffic.follow(name);
    if (follower) return follower;
    const { database, clock } = this.#services;
    await findLuxuryOrder(database.sql, name.resellerId, name.orderId, clock.now());
    throw new Error(`the Luxury order ${name.orderId} has no traffic`);
  }

  /** A reseller's balance. */
  async followBalance(resellerId: number): Promise<Follower<Wallet>> {
    const follower = await this.#balances.follow(resellerId);
    if (!follower) throw new Error(`reseller ${resellerId} has no account`);
    return follower;
  }

  /** To be called with what has changed, wherever. */
  changed(changes: readonly Change[]): void {
    this.#heard += changes.length;
    for (const change of changes) {
      if (change.topic === 'balance') this.#balances.changed(change.resellerId, { evenIfEqual: false });
      else this.#traffic.changed(change, { evenIfEqual: false });
      // An order has settings, too, which are no part of its state.
      if (change.topic !== 'order') continue;
      this.#orders.changed(change, { evenIfEqual: true });
      this.#feeds.changed(change);
    }
  }

  /** To be called when changes may have been missed. */
  missedChanges(): void {
    this.#orders.allChanged({ evenIfEqual: true });
    this.#traffic.allChanged({ evenIfEqual: false });
    this.#balances.allChanged({ evenIfEqual: false });
    this.#feeds.missedChanges();
  }

  /** Ends whatever is followed. */
  async close(): Promise<void> {
    clearInterval(this.#ages);
    const boards = [this.#orders, this.#traffic, this.#balances, this.#feeds];
    await Promise.all(boards.map((board) => board.close()));
    await this.#beacon.close();
  }

  /** No change announces that a term is over: time does it. */
  #checkAges(): void {
    const now = this.#services.clock.now();
    this.#orders.readAgainWhere((order) => hasAged(order, now));
    this.#feeds.checkAges();
  }
}

export interface OpenLive {
  live: Live;
  close(): Promise<void>;
}

/** Follows what changes in any process. Throws when the database cannot be reached. */
export async function openLive(options: {
  databaseUrl: string;
  services: LiveServices;
  log: Logger;
}): Promise<OpenLive> {
  const { databaseUrl, services, log } = options;
  const live = new Live(services, log);
  try {
    const changes = await openChanges({
      databaseUrl,
      log,
      onChanges: (some) => live.changed(some),
      onGap: () => live.missedChanges(),
    });
    return {
      live,
      async close() {
        await changes.close();
        await live.close();
      },
    };
  } catch (error) {
    await live.close();
    throw error;
  }
}
