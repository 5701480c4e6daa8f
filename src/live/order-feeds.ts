import type { Order, OrderName } from '../orders/order.ts';
import { readSubscribedOrders } from '../orders/subscribed-orders.ts';
import { type Hooks, type LiveServices, type PendingStates, ReadingLoop, Subscriber } from './hubs.ts';

/** The most orders in one event: as many as in a page of the order list, of which as much is selected. */
export const ORDERS_OF_EVENT = 50;

type Orders = readonly Order[];

/** All orders of one reseller, while there are subscribers to them. */
interface Feed {
  resellerId: number;
  subscribers: Set<Subscriber<Orders>>;
  /** Subscribers that wait for the first reading. */
  joining: PromiseWithResolvers<Subscriber<Orders>>[];
  /** The orders that have changed since the last reading, by id. */
  changed: Set<number>;
  /** Whether events may have been missed. Subscribers then get the newest orders, as when they joined. */
  missed: boolean;
  readAt: Date;
  /** When the next order changes by time alone, as its term ends; undefined when none does. */
  nextChangeAt: Date | undefined;
  /** Active Luxury orders among those that were sent to subscribers: their traffic may run out. */
  running: Set<number>;
}

/**
 * Subscriptions to all orders of a reseller: first the newest orders, then those that have changed. One
 * statement reads the changed orders of all resellers; the next one begins when it has ended.
 */
export class OrderFeeds {
  readonly #services: LiveServices;
  readonly #hooks: Hooks;
  readonly #feeds = new Map<number, Feed>();
  readonly #loop = new ReadingLoop({ isDue: () => this.#due().length > 0, readOnce: () => this.#readOnce() });

  constructor(services: LiveServices, hooks: Hooks) {
    this.#services = services;
    this.#hooks = hooks;
  }

  get subscribers(): number {
    return this.#feeds.values().reduce((sum, { subscribers }) => sum + subscribers.size, 0);
  }

  /**
   * Active Luxury orders, whose traffic may run out. Of each reseller there are at most as many as one event
   * has, so that no subscriber makes the service read all orders from the upstream.
   */
  get running(): number[] {
    return [...this.#feeds.values()].flatMap(({ running }) => [...running]);
  }

  /** The first event has the newest orders. Throws what reading throws. */
  async subscribe(resellerId: number): Promise<Subscriber<Orders>> {
    this.#loop.closing.throwIfAborted();
    const feed = this.#feeds.getOrInsertComputed(resellerId, () => this.#newFeed(resellerId));
    const joining = Promise.withResolvers<Subscriber<Orders>>();
    feed.joining.push(joining);
    this.#loop.soon();
    return joining.promise;
  }

  changed({ resellerId, orderId }: OrderName): void {
    this.#feeds.get(resellerId)?.changed.add(orderId);
    this.#loop.soon();
  }

  /** To be called when events may have been missed. */
  missedEvents(): void {
    for (const feed of this.#feeds.values()) feed.missed = true;
    this.#loop.soon();
  }

  /** To be called at intervals, because nothing writes an event when a term ends. */
  checkChangesByTime(): void {
    this.#loop.soon();
  }

  close(): Promise<void> {
    return this.#loop.close(this.#feeds.values());
  }

  #newFeed(resellerId: number): Feed {
    const subscribers = new Set<Subscriber<Orders>>();
    const readAt = this.#services.clock.now();
    const none = { joining: [], changed: new Set<number>(), running: new Set<number>() };
    return { resellerId, subscribers, ...none, missed: false, readAt, nextChangeAt: undefined };
  }

  #due(): Feed[] {
    const now = this.#services.clock.now();
    return [...this.#feeds.values()].filter(
      ({ joining, changed, missed, nextChangeAt }) =>
        joining.length > 0 ||
        changed.size > 0 ||
        missed ||
        (nextChangeAt !== undefined && nextChangeAt <= now),
    );
  }

  async #readOnce(): Promise<boolean> {
    const { database, clock } = this.#services;
    const now = clock.now();
    const round = this.#due().map((feed) => {
      const { missed, changed } = feed;
      Object.assign(feed, { missed: false, changed: new Set() });
      return { feed, missed, changed, joining: feed.joining.splice(0) };
    });
    const wanted = round.map(({ feed: { resellerId, readAt }, missed, changed, joining }) => ({
      resellerId,
      newest: missed || joining.length > 0,
      changed: [...changed],
      changedByTimeSince: readAt,
    }));
    try {
      const readings = await readSubscribedOrders(database.sql, wanted, ORDERS_OF_EVENT, now);
      for (const { feed, missed, joining } of round) {
        const { newest = [], changed = [], nextChangeAt } = readings.get(feed.resellerId) ?? {};
        Object.assign(feed, { readAt: now, nextChangeAt });
        if (missed) this.#push(feed, newest);
        for (const page of pagesOf(changed)) this.#push(feed, page);
        if (joining.length > 0) noteRunning(feed, newest);
        for (const { resolve } of joining) resolve(this.#join(feed, newest));
        this.#dropIfUnused(feed);
      }
      this.#hooks.onSubscriptionsChanged?.();
      return true;
    } catch (error) {
      this.#hooks.onFailure(error);
      for (const { feed, missed, changed, joining } of round) {
        for (const { reject } of joining) reject(error);
        feed.missed ||= missed;
        for (const orderId of changed) feed.changed.add(orderId);
        this.#dropIfUnused(feed);
      }
      return false;
    }
  }

  #push(feed: Feed, orders: Orders): void {
    noteRunning(feed, orders);
    for (const subscriber of feed.subscribers) subscriber.push(orders);
  }

  #join(feed: Feed, newest: Orders): Subscriber<Orders> {
    const subscriber = new Subscriber(newest, changedOrders(), (ended) => {
      feed.subscribers.delete(ended);
      this.#dropIfUnused(feed);
    });
    if (this.#loop.closing.aborted) subscriber.return();
    else feed.subscribers.add(subscriber);
    return subscriber;
  }

  #dropIfUnused(feed: Feed): void {
    if (feed.subscribers.size > 0 || feed.joining.length > 0) return;
    if (this.#feeds.delete(feed.resellerId)) this.#hooks.onSubscriptionsChanged?.();
  }
}

/** Notes active Luxury orders; beyond the size of one event, those that were sent first are dropped. */
function noteRunning({ running }: Feed, orders: Orders): void {
  for (const { id, billing, status } of orders) {
    running.delete(id);
    if (billing === 'per_gb' && status === 'active') running.add(id);
  }
  for (const id of running) {
    if (running.size <= ORDERS_OF_EVENT) break;
    running.delete(id);
  }
}

/** Splits orders into events; all subscribers get the same object of an event. */
export function pagesOf(orders: readonly Order[]): (readonly Order[])[] {
  const pages: (readonly Order[])[] = [];
  for (let from = 0; from < orders.length; from += ORDERS_OF_EVENT)
    pages.push(orders.slice(from, from + ORDERS_OF_EVENT));
  return pages;
}

/**
 * The orders that have changed since the last event that the subscriber fetched, each in its latest state.
 * None is left out, and a slow subscriber costs at most as much memory as the reseller has orders.
 */
export function changedOrders(): PendingStates<readonly Order[]> {
  /** The pending event, while there is only one; otherwise `merged` has the orders of all. */
  let single: readonly Order[] | undefined;
  const merged = new Map<number, Order>();
  return {
    put(orders) {
      if (orders.length === 0 && (single !== undefined || merged.size > 0)) return;
      if (single === undefined && merged.size === 0) {
        single = orders;
        return;
      }
      for (const order of [...(single ?? []), ...orders]) merged.set(order.id, order);
      single = undefined;
    },
    take() {
      if (single !== undefined || merged.size === 0) {
        const orders = single;
        single = undefined;
        return orders;
      }
      const orders = merged.values().take(ORDERS_OF_EVENT).toArray();
      for (const { id } of orders) merged.delete(id);
      return orders;
    },
  };
}
