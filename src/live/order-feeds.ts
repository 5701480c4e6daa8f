import type { OrderName } from '../luxury/traffic.ts';
import type { Order } from '../orders/order.ts';
import { readFollowedOrders } from '../orders/read-followed-orders.ts';
import type { Hooks, LiveServices } from './boards.ts';
import { changedOrders, ORDERS_OF_EVENT, pagesOf } from './changed-orders.ts';
import { Follower } from './follower.ts';
import { Rounds } from './rounds.ts';

type Orders = readonly Order[];

/** All orders of one reseller, as far as somebody follows them. */
interface Feed {
  resellerId: number;
  followers: Set<Follower<Orders>>;
  joining: PromiseWithResolvers<Follower<Orders>>[];
  /** What has changed since the last reading. */
  changed: Set<number>;
  /** Whether changes may have been missed, so that those who follow are told as those who join. */
  missed: boolean;
  readAt: Date;
  /** When time makes something else of an order next. */
  agesAt: Date | undefined;
  /** Luxury orders that may run out, of those that were told. */
  running: Set<number>;
}

/**
 * The orders of resellers that are followed as a whole: first the newest, then those that have changed. However many have changed,
 * of however many resellers, they are read in one statement, one reading after the other.
 */
export class OrderFeeds {
  readonly #services: LiveServices;
  readonly #hooks: Hooks;
  readonly #feeds = new Map<number, Feed>();
  readonly #rounds = new Rounds({ isDue: () => this.#due().length > 0, readOnce: () => this.#readOnce() });

  constructor(services: LiveServices, hooks: Hooks) {
    this.#services = services;
    this.#hooks = hooks;
  }

  get followers(): number {
    return this.#feeds.values().reduce((sum, { followers }) => sum + followers.size, 0);
  }

  /** Luxury orders that may run out: of each reseller as many as an event has, so that nobody has all of the upstream read. */
  get running(): number[] {
    return [...this.#feeds.values()].flatMap(({ running }) => [...running]);
  }

  /** A reseller's orders, the newest first of all. Throws what reading throws. */
  async follow(resellerId: number): Promise<Follower<Orders>> {
    this.#rounds.closing.throwIfAborted();
    const feed = this.#feeds.get(resellerId) ?? this.#newFeed(resellerId);
    this.#feeds.set(resellerId, feed);
    const joining = Promise.withResolvers<Follower<Orders>>();
    feed.joining.push(joining);
    this.#rounds.soon();
    return joining.promise;
  }

  changed({ resellerId, orderId }: OrderName): void {
    this.#feeds.get(resellerId)?.changed.add(orderId);
    this.#rounds.soon();
  }

  /** To be called when changes may have been missed. */
  missedChanges(): void {
    for (const feed of this.#feeds.values()) feed.missed = true;
    this.#rounds.soon();
  }

  /** To be called now and then: no change announces that a term is over. */
  checkAges(): void {
    this.#rounds.soon();
  }

  async close(): Promise<void> {
    const closed = this.#rounds.close();
    for (const { joining, followers } of this.#feeds.values()) {
      for (const { reject } of joining) reject(this.#rounds.closing.reason);
      for (const follower of [...followers]) follower.return();
    }
    await closed;
  }

  #newFeed(resellerId: number): Feed {
    const followers = new Set<Follower<Orders>>();
    const readAt = this.#services.clock.now();
    const none = { joining: [], changed: new Set<number>(), running: new Set<number>() };
    return { resellerId, followers, ...none, missed: false, readAt, agesAt: undefined };
  }

  #due(): Feed[] {
    const now = this.#services.clock.now();
    return [...this.#feeds.values()].filter(
      ({ joining, changed, missed, agesAt }) =>
        joining.length > 0 || changed.size > 0 || missed || (agesAt !== undefined && agesAt <= now),
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
      agedSince: readAt,
    }));
    try {
      const readings = await readFollowedOrders(database.sql, wanted, ORDERS_OF_EVENT, now);
      for (const { feed, missed, joining } of round) {
        const { newest = [], changed = [], agesAt } = readings.get(feed.resellerId) ?? {};
        Object.assign(feed, { readAt: now, agesAt });
        if (missed) this.#tell(feed, newest);
        for (const page of pagesOf(changed)) this.#tell(feed, page);
        if (joining.length > 0) noteRunning(feed, newest);
        for (const { resolve } of joining) resolve(this.#join(feed, newest));
        this.#forgetIfAlone(feed);
      }
      this.#hooks.onFollowed?.();
      return true;
    } catch (error) {
      this.#hooks.onFailure(error);
      for (const { feed, missed, changed, joining } of round) {
        for (const { reject } of joining) reject(error);
        feed.missed ||= missed;
        for (const orderId of changed) feed.changed.add(orderId);
        this.#forgetIfAlone(feed);
      }
      return false;
    }
  }

  #tell(feed: Feed, orders: Orders): void {
    noteRunning(feed, orders);
    for (const follower of feed.followers) follower.tell(orders);
  }

  #join(feed: Feed, newest: Orders): Follower<Orders> {
    const follower = new Follower(newest, changedOrders(), (ended) => {
      feed.followers.delete(ended);
      this.#forgetIfAlone(feed);
    });
    if (this.#rounds.closing.aborted) follower.return();
    else feed.followers.add(follower);
    return follower;
  }

  #forgetIfAlone(feed: Feed): void {
    if (feed.followers.size > 0 || feed.joining.length > 0) return;
    if (this.#feeds.delete(feed.resellerId)) this.#hooks.onFollowed?.();
  }
}

/** Of more than an event may have, those that were told first are left out. */
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
