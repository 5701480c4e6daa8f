import type { Wallet } from '../billing/accounts.ts';
import { openEvents } from '../events/events.ts';
import type { Event } from '../events/outbox.ts';
import type { Log } from '../kit/log.ts';
import { findLuxuryOrder } from '../luxury/find-luxury-order.ts';
import type { Traffic } from '../luxury/traffic.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import type { Order, OrderName } from '../orders/order.ts';
import { EventQueue } from './event-queue.ts';
import {
  createBalanceHub,
  createOrderHub,
  createTrafficHub,
  hasChangedByTime,
  type LiveServices,
} from './hubs.ts';
import { OrderFeeds } from './order-feeds.ts';
import type { Subscriber } from './subscriber.ts';
import type { SubscriptionHub } from './subscription-hub.ts';
import { WatchHeartbeat } from './watch-heartbeat.ts';

/** How late subscribers may learn that an order's term is over. */
const CHANGES_BY_TIME_EVERY_MS = 1_000;

/** The subscriptions of this process: to orders, to the traffic of Luxury orders, and to balances. */
export class Live {
  readonly #services: LiveServices;
  readonly #orders: SubscriptionHub<OrderName, Order>;
  readonly #traffic: SubscriptionHub<OrderName, Traffic>;
  readonly #balances: SubscriptionHub<number, Wallet>;
  readonly #feeds: OrderFeeds;
  /** By resellers: of each that has subscribed since the start. */
  readonly #queues = new Map<number, EventQueue>();
  readonly #heartbeat: WatchHeartbeat;
  readonly #changesByTime: NodeJS.Timeout;
  #eventsReceived = 0;

  constructor(services: LiveServices, log: Log) {
    const onFailure = (error: unknown) =>
      log.warn({ err: error }, 'the states of subscriptions could not be read; trying again');
    const onSubscriptionsChanged = () => this.#heartbeat.watchedChanged();
    this.#services = services;
    this.#orders = createOrderHub(services, { onSubscriptionsChanged, onFailure });
    this.#traffic = createTrafficHub(services, { onSubscriptionsChanged, onFailure });
    this.#balances = createBalanceHub(services, { onFailure });
    this.#feeds = new OrderFeeds(services, { onSubscriptionsChanged, onFailure });
    this.#heartbeat = new WatchHeartbeat({
      sql: () => services.database.sql,
      watched: () => [
        ...[...this.#orders.names, ...this.#traffic.names].map(({ orderId }) => orderId),
        ...this.#feeds.running,
      ],
      log,
    });
    this.#changesByTime = setInterval(() => this.#checkChangesByTime(), CHANGES_BY_TIME_EVERY_MS).unref();
  }

  /** The number of subscribers, of all kinds. */
  get subscribers(): number {
    const hubs = [this.#orders, this.#traffic, this.#balances, this.#feeds];
    return hubs.reduce((sum, { subscribers }) => sum + subscribers, 0);
  }

  /** The number of events that wait for the others of their resellers. */
  get waitingEvents(): number {
    return this.#queues.values().reduce((sum, { waiting }) => sum + waiting, 0);
  }

  queueOf(resellerId: number): EventQueue {
    return this.#queues.getOrInsertComputed(resellerId, () => new EventQueue());
  }

  /** The number of events received since this process started. */
  get eventsReceived(): number {
    return this.#eventsReceived;
  }

  /**
   * One of the reseller's orders: as it is now, then after each change other than of its traffic. Throws
   * OrderNotFoundError.
   */
  async subscribeToOrder(name: OrderName): Promise<Subscriber<Order>> {
    const subscriber = await this.#orders.subscribe(name);
    if (!subscriber) throw new OrderNotFoundError(name.orderId);
    return subscriber;
  }

  /**
   * All orders of a reseller: the newest as they are now, then those that are new or have changed in anything
   * other than their traffic.
   */
  subscribeToOrders(resellerId: number): Promise<Subscriber<readonly Order[]>> {
    return this.#feeds.subscribe(resellerId);
  }

  /**
   * The traffic of one of the reseller's Luxury orders, bought and used. Throws OrderNotFoundError or
   * NotLuxuryError.
   */
  async subscribeToTraffic(name: OrderName): Promise<Subscriber<Traffic>> {
    const subscriber = await this.#traffic.subscribe(name);
    if (subscriber) return subscriber;
    const { database, clock } = this.#services;
    await findLuxuryOrder(database.sql, name.resellerId, name.orderId, clock.now());
    throw new Error(`the Luxury order ${name.orderId} has no traffic`);
  }

  /** A reseller's balance. */
  async subscribeToBalance(resellerId: number): Promise<Subscriber<Wallet>> {
    const subscriber = await this.#balances.subscribe(resellerId);
    if (!subscriber) throw new Error(`reseller ${resellerId} has no account`);
    return subscriber;
  }

  /** To be called with the events of all processes. */
  onEvents(events: readonly Event[]): void {
    this.#eventsReceived += events.length;
    for (const event of events) {
      if (event.topic === 'balance') this.#balances.changed(event.resellerId, { evenIfEqual: false });
      else this.#traffic.changed(event, { evenIfEqual: false });
      // The state of an order here does not contain its settings, so each event is passed on even if the
      // state is equal to the one before.
      if (event.topic !== 'order') continue;
      this.#orders.changed(event, { evenIfEqual: true });
      this.#feeds.changed(event);
    }
  }

  /** To be called when events may have been missed. */
  missedEvents(): void {
    this.#orders.allChanged({ evenIfEqual: true });
    this.#traffic.allChanged({ evenIfEqual: false });
    this.#balances.allChanged({ evenIfEqual: false });
    this.#feeds.missedEvents();
  }

  /** Ends all subscriptions. */
  async close(): Promise<void> {
    clearInterval(this.#changesByTime);
    const hubs = [this.#orders, this.#traffic, this.#balances, this.#feeds];
    await Promise.all(hubs.map((hub) => hub.close()));
    await this.#heartbeat.close();
  }

  /** Orders whose term has ended are read again, because nothing writes an event at that instant. */
  #checkChangesByTime(): void {
    const now = this.#services.clock.now();
    this.#orders.readAgainWhere((order) => hasChangedByTime(order, now));
    this.#feeds.checkChangesByTime();
  }
}

interface OpenLive {
  live: Live;
  close(): Promise<void>;
}

/** Listens to the events of all processes. Throws when the database cannot be reached. */
export async function openLive(options: {
  databaseUrl: string;
  services: LiveServices;
  log: Log;
}): Promise<OpenLive> {
  const { databaseUrl, services, log } = options;
  const live = new Live(services, log);
  try {
    const events = await openEvents({
      databaseUrl,
      log,
      onEvents: (some) => live.onEvents(some),
      onGap: () => live.missedEvents(),
    });
    return {
      live,
      async close() {
        await events.close();
        await live.close();
      },
    };
  } catch (error) {
    await live.close();
    throw error;
  }
}
