import { setImmediate, setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Bell } from '../events/bell.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database } from '../kit/database.ts';
import { aboutNobody } from '../kit/request.ts';
import { isRenewableAt, type Order, type OrderName, statusAt } from '../orders/order.ts';

interface HubOptions<Name, State> {
  /** Reads the named subjects in one statement. Returns them by key, without those that do not exist. */
  read(names: readonly Name[]): Promise<ReadonlyMap<string, State>>;
  /** Whether a change may be in something that the state does not contain: one that is equal is passed on. */
  passesEqual?: boolean;
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
export class SubscriptionHub<Name extends OrderName | number, State> {
  readonly #options: HubOptions<Name, State>;
  readonly #subjects = new Map<string, Subject<Name, State>>();
  /** The subjects of the next reading, by key, and whether their states are passed on even if equal. */
  readonly #due = new Map<string, boolean>();
  readonly #loop = new ReadingLoop({ isDue: () => this.#due.size > 0, readOnce: () => this.#readOnce() });

  constructor(options: HubOptions<Name, State>) {
    this.#options = options;
  }

  get names(): Name[] {
    return this.#subscribed().map(({ name }) => name);
  }

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
    const key = keyOf(name);
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

  /** Reads a subject again, because it may have changed. */
  changed(name: Name): void {
    const key = keyOf(name);
    if (this.#subjects.has(key)) this.#readSoon(key, this.#options.passesEqual === true);
  }

  /** Reads all subjects again. */
  allChanged(): void {
    for (const { name } of this.#subjects.values()) this.changed(name);
  }

  /** Reads again every subject for whose state `isDue` returns true. */
  readAgainWhere(isDue: (state: State) => boolean): void {
    for (const [key, { state }] of this.#subjects)
      if (state !== undefined && isDue(state)) this.#readSoon(key, false);
  }

  close(): Promise<void> {
    return this.#loop.close(this.#subjects.values());
  }

  #subscribed(): Subject<Name, State>[] {
    return [...this.#subjects.values()].filter(({ subscribers }) => subscribers.size > 0);
  }

  #readSoon(key: string, evenIfEqual: boolean): void {
    this.#due.set(key, evenIfEqual || this.#due.get(key) === true);
    this.#loop.soon();
  }

  /** Returns whether the reading succeeded. After a failure the same subjects are still due. */
  async #readOnce(): Promise<boolean> {
    const due = new Map(this.#due);
    this.#due.clear();
    const batch = [...due].flatMap(([key, evenIfEqual]) => {
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

export interface LiveServices {
  database: Database;
  bell: Bell;
  clock: Clock;
}

export type Hooks = Pick<HubOptions<unknown, unknown>, 'onSubscriptionsChanged' | 'onFailure'>;

/** Whether an order has changed by time alone since it was read. */
export function hasChangedByTime({ status, expiresAt, renewable }: Order, now: Date): boolean {
  return (
    statusAt({ filedStatus: status, expiresAt }, now) !== status ||
    isRenewableAt({ renewable, expiresAt, droppedAt: null }, now) !== renewable
  );
}

export function keyOf(name: OrderName | number): string {
  return typeof name === 'number' ? String(name) : `${name.resellerId}:${name.orderId}`;
}

/** The pause after a failed reading: a database that is away usually stays away for seconds. */
const RETRY_AFTER_MS = 1_000;

interface ReadingLoopOptions {
  isDue(): boolean;
  /** Reads all that is due. Returns whether it succeeded; if not, the same is still due. Throws nothing. */
  readOnce(): Promise<boolean>;
}

interface Subscribed {
  joining: Iterable<{ reject(reason: unknown): void }>;
  subscribers: Iterable<{ return(): unknown }>;
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

  /** Begins no other reading, ends what is subscribed to, and waits for the reading that runs. */
  async close(subjects: Iterable<Subscribed>): Promise<void> {
    this.#closing.abort(new Error('The service stops.'));
    for (const { joining, subscribers } of subjects) {
      for (const { reject } of joining) reject(this.closing.reason);
      for (const subscriber of [...subscribers]) subscriber.return();
    }
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
