import { setImmediate, setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { readWallets, type Wallet } from '../billing/accounts.ts';
import { aboutNobody } from '../kit/log.ts';
import { readTraffic, type Traffic } from '../luxury/traffic.ts';
import { type Order, type OrderName, findOrders } from '../orders/order.ts';
import { isRenewableAt, statusAt } from '../orders/status.ts';
import type { Services } from '../purchases/services.ts';
import { readSubscribedOrders } from '../orders/subscribed-orders.ts';

interface HubOptions<Name, State> {
  keyOf(name: Name): string;
  /** Reads the named subjects in one statement. Returns them by key, without those that do not exist. */
  read(names: readonly Name[]): Promise<ReadonlyMap<string, State>>;
  /** Called when a subject gets its first subscriber or loses its last. */
  onSubscriptionsChanged?(): void;
  onFailure(error: unknown): void;
}

/** What can be subscribed to: one order, one balance. */
interface Subject<Name, State> {
  name: Name;
  /** The state that was last read; undefined before the first reading. */
  state: State | undefined;
  subscribers: Set<Subscriber<State>>;
  /** Subscribers that wait for the first reading. */
  joining: PromiseWithResolvers<Subscriber<State> | undefined>[];
}

/**
 * The subscriptions of this process to subjects of one kind, such as orders. One statement reads all subjects
 * that have changed; the next one begins when it has ended. All subscribers of a subject get the same object.
 */
export class SubscriptionHub<Name, State> {
  readonly #options: HubOptions<Name, State>;
  readonly #subjects = new Map<string, Subject<Name, State>>();
  /**
   * The subjects of the next reading, by key. `evenIfEqual`: subscribers get the state even if it is equal to
   * the one before.
   */
  readonly #due = new Map<string, { evenIfEqual: boolean }>();
  readonly #loop = new ReadingLoop({ isDue: () => this.#due.size > 0, readOnce: () => this.#readOnce() });

  constructor(options: HubOptions<Name, State>) {
    this.#options = options;
  }

  /** The names of the subjects that have subscribers. */
  get names(): Name[] {
    return this.#subscribed().map(({ name }) => name);
  }

  /** The number of subscribers, of all subjects. */
  get subscribers(): number {
    return this.#subscribed().reduce((sum, { subscribers }) => sum + subscribers.size, 0);
  }

  /**
   * Subscribes to a subject; the first state is the present one. The subject is registered before it is read,
   * so that no change in between is lost. Returns undefined when nothing has that name. Throws what reading
   * throws.
   */
  async subscribe(name: Name): Promise<Subscriber<State> | undefined> {
    this.#loop.closing.throwIfAborted();
    const key = this.#options.keyOf(name);
    const subject = this.#subjects.getOrInsertComputed(key, () => ({
      name,
      state: undefined,
      subscribers: new Set(),
      joining: [],
    }));
    const joining = Promise.withResolvers<Subscriber<State> | undefined>();
    subject.joining.push(joining);
    this.#readSoon(key, false);
    return joining.promise;
  }

  /**
   * Reads a subject again, because it may have changed. With `evenIfEqual` its subscribers get the state even
   * if it is equal to the one before, because the change may be in something that the state does not contain.
   */
  changed(name: Name, { evenIfEqual }: { evenIfEqual: boolean }): void {
    const key = this.#options.keyOf(name);
    if (this.#subjects.has(key)) this.#readSoon(key, evenIfEqual);
  }

  /** Reads all subjects again. */
  allChanged(options: { evenIfEqual: boolean }): void {
    for (const { name } of this.#subjects.values()) this.changed(name, options);
  }

  /** Reads again every subject for whose state `isDue` returns true. */
  readAgainWhere(isDue: (state: State) => boolean): void {
    for (const { name, state } of this.#subjects.values()) {
      if (state !== undefined && isDue(state)) this.changed(name, { evenIfEqual: false });
    }
  }

  /** Ends all subscriptions. */
  async close(): Promise<void> {
    const closed = this.#loop.close();
    for (const { joining, subscribers } of this.#subjects.values()) {
      for (const { reject } of joining) reject(this.#loop.closing.reason);
      for (const subscriber of [...subscribers]) subscriber.return();
    }
    await closed;
  }

  #subscribed(): Subject<Name, State>[] {
    return [...this.#subjects.values()].filter(({ subscribers }) => subscribers.size > 0);
  }

  #readSoon(key: string, evenIfEqual: boolean): void {
    this.#due.set(key, { evenIfEqual: evenIfEqual || (this.#due.get(key)?.evenIfEqual ?? false) });
    this.#loop.soon();
  }

  /** Returns whether the reading succeeded. After a failure the same subjects are still due. */
  async #readOnce(): Promise<boolean> {
    const due = new Map(this.#due);
    this.#due.clear();
    const batch = [...due].flatMap(([key, { evenIfEqual }]) => {
      const subject = this.#subjects.get(key);
      return subject ? [{ key, subject, evenIfEqual, joining: subject.joining.splice(0) }] : [];
    });
    if (batch.length === 0) return true;
    try {
      const states = await this.#options.read(batch.map(({ subject }) => subject.name));
      for (const { key, subject, evenIfEqual, joining } of batch) {
        const state = states.get(key);
        if (state !== undefined) push(subject, state, evenIfEqual);
        for (const { resolve } of joining) resolve(state && this.#join(key, subject, state));
        this.#dropIfUnused(key, subject);
      }
      return true;
    } catch (error) {
      this.#options.onFailure(error);
      for (const { key, subject, evenIfEqual, joining } of batch) {
        for (const { reject } of joining) reject(error);
        this.#dropIfUnused(key, subject);
        if (subject.subscribers.size > 0) this.#readSoon(key, evenIfEqual);
      }
      return false;
    }
  }

  #join(key: string, subject: Subject<Name, State>, state: State): Subscriber<State> {
    const subscriber = new Subscriber(state, latest<State>(), (ended) => {
      subject.subscribers.delete(ended);
      this.#dropIfUnused(key, subject);
    });
    if (this.#loop.closing.aborted) {
      subscriber.return();
      return subscriber;
    }
    subject.subscribers.add(subscriber);
    if (subject.subscribers.size === 1) this.#options.onSubscriptionsChanged?.();
    return subscriber;
  }

  #dropIfUnused(key: string, { subscribers, joining }: Subject<Name, State>): void {
    if (subscribers.size > 0 || joining.length > 0) return;
    if (this.#subjects.delete(key)) this.#options.onSubscriptionsChanged?.();
  }
}

function push<State>(subject: Subject<unknown, State>, state: State, evenIfEqual: boolean): void {
  const changed = evenIfEqual || !isDeepStrictEqual(subject.state, state);
  subject.state = state;
  if (changed) for (const subscriber of subject.subscribers) subscriber.push(state);
}

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

/** The pause after a failed reading: a database that is away usually stays away for seconds. */
const RETRY_AFTER_MS = 1_000;

interface ReadingLoopOptions {
  isDue(): boolean;
  /** Reads all that is due. Returns whether it succeeded; if not, the same is still due. Throws nothing. */
  readOnce(): Promise<boolean>;
}

/** Runs one reading after the other while anything is due. */
export class ReadingLoop {
  readonly #options: ReadingLoopOptions;
  readonly #closing = new AbortController();
  #reading: Promise<void> | undefined;

  constructor(options: ReadingLoopOptions) {
    this.#options = options;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** To be called when something may have become due. */
  soon(): void {
    if (this.#options.isDue()) this.#reading ??= aboutNobody(() => this.#readDue());
  }

  /** Begins no other reading, and waits for the one that runs. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The service stops.'));
    await this.#reading;
  }

  async #readDue(): Promise<void> {
    while (this.#options.isDue() && !this.#closing.signal.aborted) {
      // Waits one turn of the event loop, so that what becomes due in it is read in one statement.
      await setImmediate();
      if (await this.#options.readOnce()) continue;
      await setTimeout(RETRY_AFTER_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
    }
    // No await between this and the check of `isDue`: what becomes due later has to start another loop.
    this.#reading = undefined;
  }
}

/** The states that a subscriber has not fetched yet. */
export interface PendingStates<State> {
  put(state: State): void;
  take(): State | undefined;
}

/** Keeps the latest state only: a slow subscriber skips the others, so that no queue grows. */
function latest<State>(): PendingStates<State> {
  let pending: State | undefined;
  return {
    put(state) {
      pending = state;
    },
    take() {
      const state = pending;
      pending = undefined;
      return state;
    },
  };
}

/** The states of one subject as they change, for one subscriber, who may read them slowly. */
export class Subscriber<State> implements AsyncIterableIterator<State, undefined> {
  readonly #onEnd: (subscriber: Subscriber<State>) => void;
  readonly #pending: PendingStates<State>;
  #waiting: ((result: IteratorResult<State, undefined>) => void) | undefined;
  #ended = false;

  /** The first state to be fetched is the given one. */
  constructor(state: State, pending: PendingStates<State>, onEnd: (subscriber: Subscriber<State>) => void) {
    pending.put(state);
    this.#pending = pending;
    this.#onEnd = onEnd;
  }

  push(state: State): void {
    if (this.#ended) return;
    if (!this.#waiting) {
      this.#pending.put(state);
      return;
    }
    this.#waiting({ value: state, done: false });
    this.#waiting = undefined;
  }

  next(): Promise<IteratorResult<State, undefined>> {
    if (this.#ended) return Promise.resolve({ value: undefined, done: true });
    const state = this.#pending.take();
    if (state !== undefined) return Promise.resolve({ value: state, done: false });
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Ends at once, even while the next state is awaited. */
  return(): Promise<IteratorResult<State, undefined>> {
    if (!this.#ended) {
      this.#ended = true;
      this.#pending.take();
      this.#onEnd(this);
      this.#waiting?.({ value: undefined, done: true });
    }
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/**
 * The most orders in one event: the page size of the order list. A client may select as much of an event as
 * of a page of that size.
 */
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

  async close(): Promise<void> {
    const closed = this.#loop.close();
    for (const { joining, subscribers } of this.#feeds.values()) {
      for (const { reject } of joining) reject(this.#loop.closing.reason);
      for (const subscriber of [...subscribers]) subscriber.return();
    }
    await closed;
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

/**
 * Notes which of these orders are active Luxury orders. Beyond the size of one event, those that were sent
 * first are dropped.
 */
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
  /**
   * The pending event, while there is only one. Otherwise it is undefined and `merged` has the orders of all.
   */
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
