import { randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { readWallets, type Wallet } from '../billing/accounts.ts';
import type { Change } from '../events/bell.ts';
import type { EventType } from '../events/event-types.ts';
import { type AddedEvent, type EventListener, type Events, openEvents } from '../events/events.ts';
import { type EventQuery, findNewest, type LogPlace, readEvents } from '../events/log.ts';
import type { Sql } from '../kit/database.ts';
import type { Log } from '../kit/log.ts';
import { aboutNobody } from '../kit/request.ts';
import { findLuxuryOrder } from '../luxury/luxury-order.ts';
import { readTraffic, type Traffic } from '../luxury/traffic.ts';
import { deleteWatch, writeWatch } from '../luxury/usage-reader.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import { findOrders, type Order, type OrderName } from '../orders/order.ts';
import { EventFeed, type ReadEvents, showEvents } from './event-log.ts';
import { hasChangedByTime, keyOf, type LiveServices, type Subscriber, SubscriptionHub } from './hubs.ts';
import { OrderFeeds } from './order-feeds.ts';

/** Events of a log that one reading takes. */
const EVENTS_READ = 50;
/** How late subscribers may learn that an order's term is over. */
const CHANGES_BY_TIME_EVERY_MS = 1_000;

/** Of an order, and yet its state is as before. */
const NO_CHANGES: readonly EventType[] = ['order.ending', 'order.traffic_used', 'order.renewal_refused'];

function changesBy({ resellerId, orderId, type, amount }: AddedEvent): Change[] {
  const changes: Change[] = [];
  if (orderId !== null && type.startsWith('order.') && !NO_CHANGES.includes(type))
    changes.push({ topic: 'order', resellerId, orderId });
  if (amount !== 0n || type === 'purchase.failed') changes.push({ topic: 'balance', resellerId });
  return changes;
}

/** The subscriptions of this process: to orders, to the traffic of Luxury orders, and to balances. */
export class Live implements EventListener {
  readonly #services: LiveServices;
  readonly #orders: SubscriptionHub<OrderName, Order>;
  readonly #traffic: SubscriptionHub<OrderName, Traffic>;
  readonly #balances: SubscriptionHub<number, Wallet>;
  readonly #feeds: OrderFeeds;
  readonly #logs = new Set<EventFeed>();
  /** Readings of logs under way, which feeds at one place share. */
  readonly #readings = new Map<string, Promise<ReadEvents>>();
  /** Queues by resellers, of all that have subscribed since the start. */
  readonly #queues = new Map<number, EventQueue>();
  readonly #heartbeat: WatchHeartbeat;
  readonly #changesByTime: NodeJS.Timeout;
  /** The number of events received since this process started. */
  eventsReceived = 0;

  constructor(services: LiveServices, log: Log) {
    const onFailure = (error: unknown) =>
      log.warn({ err: error }, 'the states of subscriptions could not be read; trying again');
    const onSubscriptionsChanged = () => this.#heartbeat.watchedChanged();
    this.#services = services;
    const { database, clock } = services;
    this.#orders = new SubscriptionHub({
      onSubscriptionsChanged,
      onFailure,
      // The state of an order here does not contain its settings.
      passesEqual: true,
      async read(names) {
        const orders = await findOrders(database.sql, names, clock.now());
        return new Map(orders.map((order) => [keyOf({ ...order, orderId: order.id }), order]));
      },
    });
    this.#traffic = new SubscriptionHub({
      onSubscriptionsChanged,
      onFailure,
      async read(names) {
        const traffic = await readTraffic(database.sql, names);
        return new Map([...traffic.values()].map((used) => [keyOf(used), used]));
      },
    });
    this.#balances = new SubscriptionHub({
      onFailure,
      async read(resellerIds) {
        const wallets = await readWallets(database.sql, resellerIds);
        return new Map([...wallets].map(([resellerId, wallet]) => [keyOf(resellerId), wallet]));
      },
    });
    this.#feeds = new OrderFeeds(services, { onSubscriptionsChanged, onFailure });
    this.#heartbeat = new WatchHeartbeat({
      sql: () => database.sql,
      watched: () => [
        ...[...this.#orders.names, ...this.#traffic.names].map(({ orderId }) => orderId),
        ...this.#feeds.running,
      ],
      log,
    });
    this.#changesByTime = setInterval(() => this.#checkChangesByTime(), CHANGES_BY_TIME_EVERY_MS).unref();
  }

  get subscribers(): number {
    const hubs = [this.#orders, this.#traffic, this.#balances, this.#feeds];
    return hubs.reduce((sum, { subscribers }) => sum + subscribers, this.#logs.size);
  }

  /** The number of events that wait for the others of their resellers. */
  get waitingEvents(): number {
    return this.#queues.values().reduce((sum, { waiting }) => sum + waiting, 0);
  }

  queueOf(resellerId: number): EventQueue {
    return this.#queues.getOrInsertComputed(resellerId, () => new EventQueue());
  }

  /** An order: now, then after each change other than of its traffic. Throws OrderNotFoundError. */
  async subscribeToOrder(name: OrderName): Promise<Subscriber<Order>> {
    const subscriber = await this.#orders.subscribe(name);
    if (!subscriber) throw new OrderNotFoundError(name.orderId);
    return subscriber;
  }

  /** All orders of a reseller: the newest now, then new ones and changes other than of traffic. */
  subscribeToOrders(resellerId: number): Promise<Subscriber<readonly Order[]>> {
    return this.#feeds.subscribe(resellerId);
  }

  /** What a Luxury order has bought and used. Throws OrderNotFoundError or NotLuxuryError. */
  async subscribeToTraffic(name: OrderName): Promise<Subscriber<Traffic>> {
    const subscriber = await this.#traffic.subscribe(name);
    if (subscriber) return subscriber;
    const { database, clock } = this.#services;
    await findLuxuryOrder(database.sql, name.resellerId, name.orderId, clock.now());
    throw new Error(`the Luxury order ${name.orderId} has no traffic`);
  }

  async subscribeToBalance(resellerId: number): Promise<Subscriber<Wallet>> {
    const subscriber = await this.#balances.subscribe(resellerId);
    if (!subscriber) throw new Error(`reseller ${resellerId} has no account`);
    return subscriber;
  }

  /** What is written to a reseller's log behind a place, the end when left out. Throws CursorExpiredError. */
  async subscribeToEvents(
    { resellerId, types }: Pick<EventQuery, 'resellerId' | 'types'>,
    place?: LogPlace,
  ): Promise<EventFeed> {
    const { sql } = this.#services.database;
    const read = (after: LogPlace) =>
      this.#readings.getOrInsertComputed(JSON.stringify([resellerId, types, after]), async (key) => {
        try {
          const query = { resellerId, types, after, limit: EVENTS_READ };
          const { events, next = after, hasMore } = await aboutNobody(() => readEvents(sql, query));
          return { events: await showEvents(sql, events), next, hasMore };
        } finally {
          this.#readings.delete(key);
        }
      });
    const start = place ?? (await findNewest(sql, resellerId));
    const feed = new EventFeed(resellerId, start, read, (ended) => this.#logs.delete(ended));
    this.#logs.add(feed);
    await feed.readOn().catch((error) => feed.return().then(() => Promise.reject(error)));
    return feed;
  }

  onEvents(events: readonly AddedEvent[]): void {
    const changed = new Set(events.map(({ resellerId }) => resellerId));
    for (const feed of this.#logs) if (changed.has(feed.resellerId)) feed.changed();
    this.onChanges(events.flatMap(changesBy));
  }

  onChanges(changes: readonly Change[]): void {
    this.eventsReceived += changes.length;
    for (const change of changes) {
      if (change.topic === 'balance') this.#balances.changed(change.resellerId);
      if (change.topic !== 'order' && change.topic !== 'traffic') continue;
      this.#traffic.changed(change);
      if (change.topic !== 'order') continue;
      this.#orders.changed(change);
      this.#feeds.changed(change);
    }
  }

  onGap(): void {
    for (const hub of [this.#orders, this.#traffic, this.#balances]) hub.allChanged();
    this.#feeds.missedEvents();
    for (const feed of this.#logs) feed.changed();
  }

  async close(): Promise<void> {
    clearInterval(this.#changesByTime);
    for (const feed of this.#logs) feed.return();
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

/** Has subscribers, and who else listens, hear of all processes. Throws without a database. */
export async function openLive(options: {
  databaseUrl: string;
  services: LiveServices;
  log: Log;
  isOfCell?: boolean;
}): Promise<{ live: Live; events: Events; close(): Promise<void> }> {
  const { databaseUrl, services, log, isOfCell } = options;
  const live = new Live(services, log);
  try {
    const events = await openEvents({ databaseUrl, bell: services.bell, log, isOfCell });
    events.listen(live);
    return {
      live,
      events,
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

/** How often a process writes which orders it watches. A watch outlasts two heartbeats that fail. */
const HEARTBEAT_EVERY_MS = 5_000;
const WATCH_SECONDS = 16;
/** A new watch is written after this, together with the others that were added meanwhile. */
const REPORT_AFTER_MS = 50;

/**
 * Writes to the database which orders are watched by subscribers of this process. The process that reads
 * usage from the upstream reads watched orders in every round.
 */
class WatchHeartbeat {
  readonly #processId = randomUUID();
  readonly #sql: () => Sql;
  readonly #watched: () => Iterable<number>;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #soon: NodeJS.Timeout | undefined;
  #reported: ReadonlySet<number> = new Set();
  #reporting: Promise<void> = Promise.resolve();

  /** `watched` returns the ids of the orders. */
  constructor(options: { sql(): Sql; watched(): Iterable<number>; log: Log }) {
    this.#sql = options.sql;
    this.#watched = options.watched;
    this.#log = options.log;
    this.#timer = setInterval(() => this.#report(), HEARTBEAT_EVERY_MS).unref();
  }

  /** To be called when other orders are watched than before. */
  watchedChanged(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      if (!new Set(this.#watched()).isSubsetOf(this.#reported)) aboutNobody(() => this.#report());
    }, REPORT_AFTER_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#soon);
    await this.#reporting;
    if (this.#reported.size > 0) await this.#write(new Set());
  }

  #report(): void {
    this.#reporting = this.#reporting.then(() => {
      const watched = new Set(this.#watched());
      if (watched.size === 0 && this.#reported.size === 0) return undefined;
      return this.#write(watched);
    });
  }

  async #write(watched: ReadonlySet<number>): Promise<void> {
    try {
      if (watched.size === 0) await deleteWatch(this.#sql(), this.#processId);
      else await writeWatch(this.#sql(), this.#processId, [...watched], WATCH_SECONDS);
      this.#reported = watched;
    } catch (error) {
      this.#log.warn({ err: error }, 'the watched orders could not be written to the database; trying again');
    }
  }
}

/**
 * How many bytes of results are made and sent for a reseller in a millisecond, on average. When each is sent
 * once, that is 4 MB a second, and takes some 4 % of a processor. A dashboard gets a few kB at each event.
 */
const BYTES_PER_MS = 8_000;
/** For how long, in milliseconds, they may be ahead of that: 16 MB at once. */
const AHEAD_MS = 4_000;
/** The longest wait, in milliseconds, however much was sent: others of the reseller's wait, too. */
const LATEST_MS = 10_000;
/** What each counts beside its bytes: so at most 2,000 a second are made and sent. */
const RESULT_BYTES = 2_000;
/** After so long, in milliseconds, the next execution begins: one may wait for an upstream that hangs. */
const NEXT_AFTER_MS = 100;
/** How long executions follow one another at once, in milliseconds, before something else is done. */
const SLICE_MS = 2;

/**
 * Where the events of one reseller wait to be executed: one after the other, and no faster than its share.
 * In between, requests and the events of others are served. Each subscriber keeps the newest state
 * meanwhile, so nothing is lost by waiting. What is executed throws nothing.
 */
export class EventQueue {
  #last: Promise<void> = Promise.resolve();
  /** When the share will be free again, by `performance.now()`. */
  #usedUntil = 0;
  #sliceEndsAt = 0;
  #begin = () => {};
  readonly #limit = setTimeout(() => this.#begin(), NEXT_AFTER_MS).unref();
  waiting = 0;

  async execute<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const next = Promise.withResolvers<void>();
    this.#last = next.promise;
    this.waiting += 1;
    await before;
    if (performance.now() > this.#sliceEndsAt) {
      await setImmediate();
      this.#sliceEndsAt = performance.now() + SLICE_MS;
    }
    const aheadMs = this.#usedUntil - performance.now() - AHEAD_MS;
    if (aheadMs > 0) await delay(aheadMs, undefined, { ref: false });
    this.waiting -= 1;
    this.#begin = next.resolve;
    this.#limit.refresh();
    return work().finally(next.resolve);
  }

  /** Counts a result that was made or is sent; what is executed next waits for it. */
  use(bytes: number): void {
    const now = performance.now();
    const usedUntil = Math.max(this.#usedUntil, now) + (RESULT_BYTES + bytes) / BYTES_PER_MS;
    this.#usedUntil = Math.min(usedUntil, now + AHEAD_MS + LATEST_MS);
  }
}
