import type { LogPlace } from '../events/log.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { StoredEndpoint, WaitingEvent } from './deliveries.ts';
import type { Attempt } from './dialler.ts';
import type { OffReason, WebhookName } from './entities.ts';

/** The pauses before the attempts of one event, in seconds, of Standard Webhooks: 75.6 hours in all. */
const SCHEDULE = [0, 5, 5 * 60, 30 * 60, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600)];
/** So much longer, at most, is each pause, so that what failed together is not tried again together. */
const SPREAD = 0.1;
/** Later events of an order wait for so many attempts of an earlier one to have failed. */
const ATTEMPTS_IN_ORDER = 2;
/** Without a success for so long, in milliseconds, a webhook that fails is switched off. */
const OFF_AFTER_MS = 5 * DAY_MS;
const GONE = 410;

/** A webhook is slow when its last attempt failed or took so long, or one under way does, in milliseconds. */
const SLOW_AFTER_MS = 2_000;

/** The contract's bound for one webhook. */
export const AT_ONCE = 4;
/** Events of one webhook that are in memory, each at most 20 KB. */
export const READ_AHEAD = 32;

/** An event on its way to a webhook. */
export interface Item extends WaitingEvent {
  /** The text to be posted. */
  body: string;
  /** Whether it has a row of its own; otherwise the webhook has not read so far. */
  isRow: boolean;
  /** When its attempt began, by `performance.now()`. */
  since?: number;
}

/** A webhook that is on, and what of its events is in memory. */
export class Endpoint {
  readonly name: WebhookName;
  stored: StoredEndpoint;
  /** What it is to get next, of both in turn: those that were due, and new ones, in their order. */
  due: Item[] = [];
  fresh: Item[] = [];
  #last: Item[] | undefined;
  readonly underWay = new Set<Item>();
  /** What is here or under way or has ended unwritten, by its id: nobody takes it again. */
  readonly known = new Map<string, Item>();
  /** Events of orders of which later events wait for them. */
  readonly first = new Map<string, Pick<Item, 'orderId' | 'sequence'>>();
  /** Up to where the log is read. */
  place: LogPlace;
  /** Whether there may be more of the log, and rows that are due. */
  hasMore = true;
  hasDue = true;
  isFilling = false;
  /** How often something of it was written down as ended. */
  writes = 0;
  #wasSlow = false;
  /** Set when it is to be switched off. */
  off: OffReason | undefined;

  constructor(stored: StoredEndpoint) {
    this.stored = stored;
    this.name = { resellerId: stored.resellerId, webhookId: stored.id };
    this.place = { sequence: stored.readTo };
  }

  /** All events up to this were tried, or wait in a row, or are none of its types. */
  get readTo(): number {
    const open = this.known.values().filter(({ isRow }) => !isRow);
    return open.reduce((lowest, { sequence }) => Math.min(lowest, sequence - 1), this.place.sequence);
  }

  get readsOn(): boolean {
    const { isFull, failingSince } = this.stored;
    return this.hasMore && this.fresh.length < READ_AHEAD && !(isFull && failingSince);
  }

  get isSlow(): boolean {
    const since = performance.now() - SLOW_AFTER_MS;
    return this.#wasSlow || this.underWay.values().some((item) => (item.since ?? 0) < since);
  }

  /** One that hangs is not asked again and again what it cannot take. */
  get takesDue(): boolean {
    return this.hasDue && this.due.length < READ_AHEAD && this.underWay.size < AT_ONCE;
  }

  add(item: Item): void {
    this.known.set(keyOf(item), item);
    if (isInOrder(item)) this.first.set(item.id, item);
    (item.isRow ? this.due : this.fresh).push(item);
  }

  /** Takes the next one that waits for no other of its order. */
  take(): Item | undefined {
    const queues = this.#last === this.due ? [this.fresh, this.due] : [this.due, this.fresh];
    for (const queue of queues) {
      const place = queue.findIndex((item) => item.isExtra || !this.#waitsForOther(item));
      this.#last = queue;
      if (place >= 0) return queue.splice(place, 1)[0];
    }
    return undefined;
  }

  /** What follows an attempt at `url` that began `at`: when the next one is due, or null for none. */
  after(
    item: Item,
    { url, at, now, attempt }: { url: string; at: Date; now: Date; attempt: Attempt },
  ): Date | null {
    const { stored } = this;
    const { error, status, durationMs, retryAfterMs } = attempt;
    this.#wasSlow = error !== null || durationMs > SLOW_AFTER_MS;
    // What was the matter with the address before is over.
    if (stored.url !== url) return error === null ? null : now;
    if (error === null) {
      stored.failingSince = null;
      return null;
    }
    stored.failingSince ??= at;
    const later = (millis: number) => new Date(now.getTime() + millis);
    if (status === GONE) this.off = 'gone';
    else if (now.getTime() - stored.failingSince.getTime() >= OFF_AFTER_MS) this.off = 'failing';
    else if (retryAfterMs !== null) {
      stored.heldUntil = later(retryAfterMs);
      return now;
    } else {
      item.attempts += 1;
      const pause = SCHEDULE[item.attempts];
      if (pause !== undefined) return later(pause * 1_000 * (1 + SPREAD * Math.random()));
    }
    return null;
  }

  #waitsForOther({ orderId, sequence }: Item): boolean {
    return this.first.values().some((other) => other.orderId === orderId && other.sequence < sequence);
  }
}

export const keyOf = ({ id, isExtra }: Pick<Item, 'id' | 'isExtra'>) => (isExtra ? `${id} again` : id);

export const isInOrder = ({ isExtra, orderId, attempts }: WaitingEvent) =>
  !isExtra && orderId !== null && attempts < ATTEMPTS_IN_ORDER;
