import { setTimeout } from 'node:timers/promises';
import { type EventType, eventId } from '../events/event-types.ts';
import { CursorExpiredError, type EventRow, findNewest, type LogPlace, readEvents } from '../events/log.ts';
import type { Sql } from '../kit/database.ts';
import { toJsonUsd } from '../kit/money.ts';
import { aboutNobody } from '../kit/request.ts';
import { statement } from '../kit/statement.ts';
import { toSnakeCase } from '../kit/text.ts';
import { type LuxurySettings, OPTION_NAMES } from '../luxury/settings.ts';
import { toGb } from '../luxury/traffic.ts';
import { isRenewableAt, type Order, orderFinder, statusAt, toV1 } from '../orders/order.ts';
import type { LiveServices } from './hubs.ts';

/** An event as all doors show it: the body of a webhook has it, too. */
export interface ShownEvent {
  /** `evt_` and a UUID. */
  id: string;
  sequence: number;
  type: EventType;
  createdAt: Date;
  orderId: number | null;
  /** Plain JSON in the words of `/v1`; see EVENT_TYPES. */
  data: Record<string, unknown>;
}

/** In bytes of JSON. */
const MAX_DATA_BYTES = 20 * 1024;
/** Of longer lists inside, so many entries are shown; the first of these that makes the data small enough. */
const LIST_LENGTHS = [200, 50, 10, 0];

/** What has an amount, which may be 0: a purchase may be paid by coins. */
const MOVES_MONEY: readonly EventType[] = [
  'order.created',
  'order.renewed',
  'order.traffic_added',
  'purchase.failed',
  'balance.topped_up',
  'balance.adjusted',
  'balance.refunded',
  'payment.refunded',
];
/** Those whose operation has more than the event and its order. */
const OF_OPERATION: readonly EventType[] = ['order.renewed', 'order.traffic_added', 'purchase.failed'];

/** What an event keeps itself: the parts of its `data`, but for these. */
interface Facts {
  operation_id?: string;
  /** Of an order that is paid by traffic. */
  total_bytes?: number;
  /** In micro-dollars. */
  threshold?: number;
}

type BoughtOrder = Order & { attached: string };
const findBought = orderFinder('operation_id::text');

const selectOperations = statement<{ ids: string[] }>()((db, { ids }) =>
  db
    .selectFrom('operations')
    .select(['id', 'kind', 'request', 'refusal'])
    .where('id', '=', ({ fn }) => fn.any(ids)),
);
type Operation = Awaited<ReturnType<typeof selectOperations>>[number];

/** Events of one reseller as they are shown, in two more statements at the most, however many they are. */
export async function showEvents(db: Sql, rows: readonly EventRow[]): Promise<ShownEvent[]> {
  const events = rows.map((row) => ({ row, facts: JSON.parse(row.facts || '{}') as Facts }));
  const orderIds = [...new Set(rows.flatMap((row) => row.order_id ?? []))];
  const operationIds = events.flatMap(({ row, facts }) =>
    OF_OPERATION.includes(row.type) && facts.operation_id ? [facts.operation_id] : [],
  );
  const resellerId = rows[0]?.reseller_id ?? 0;
  const [orders, operations] = await Promise.all([
    orderIds.length > 0 ? findBought(db, { resellerId, orderIds }, new Date(0)) : [],
    operationIds.length > 0 ? selectOperations(db, { ids: operationIds }) : [],
  ]);
  const orderOf = new Map(orders.map((order) => [order.id, order]));
  const operationOf = new Map(operations.map((operation) => [operation.id, operation]));
  return events.map(({ row, facts }) => ({
    id: eventId({ resellerId, sequence: row.sequence, createdAt: row.created_at }),
    sequence: row.sequence,
    type: row.type,
    createdAt: row.created_at,
    orderId: row.order_id,
    data: withinLimit(
      dataOf(row, facts, orderOf.get(row.order_id ?? 0), operationOf.get(facts.operation_id ?? '')),
    ),
  }));
}

function dataOf(
  row: EventRow,
  { total_bytes, threshold, ...facts }: Facts,
  order: BoughtOrder | undefined,
  operation: Operation | undefined,
): Record<string, unknown> {
  const { type, cause, amount, balance } = row;
  const trafficGb = total_bytes === undefined ? null : toGb(BigInt(total_bytes));
  const movesMoney = MOVES_MONEY.includes(type);
  return {
    cause,
    ...(type === 'order.created' && order && { operation_id: order.attached }),
    ...facts,
    ...workOf(type, order, operation, trafficGb),
    ...(movesMoney && { amount_usd: toJsonUsd(BigInt(amount)) }),
    ...((movesMoney || type === 'balance.low') && { balance_usd: toJsonUsd(BigInt(balance)) }),
    ...(threshold !== undefined && { threshold_usd: toJsonUsd(BigInt(threshold)) }),
    ...(order && { order: toV1(orderThen(row, order), trafficGb) }),
  };
}

/** The order as it was right after the event, which has of it what can change. */
function orderThen(row: EventRow, order: Order): Order {
  const { created_at: now, ends_at: expiresAt, renewable } = row;
  return {
    ...order,
    expiresAt,
    status: statusAt({ filedStatus: row.status || 'active', expiresAt }, now),
    protocol: row.protocol as Order['protocol'],
    renewable: isRenewableAt({ renewable, expiresAt, droppedAt: null }, now),
  };
}

/** What was bought, or asked for. */
function workOf(
  type: EventType,
  order: BoughtOrder | undefined,
  operation: Operation | undefined,
  trafficGb: number | null,
): object | undefined {
  const request = operation?.request as Request | undefined;
  switch (type) {
    case 'order.created':
      return (
        order && {
          period: order.period,
          ...(trafficGb === null ? { quantity: order.quantity } : { gb: trafficGb }),
        }
      );
    case 'order.renewed':
      return { period: request?.['period'] ?? `${request?.['days']}d`, quantity: order?.quantity };
    case 'order.traffic_added':
      return { period: request?.['period'] ?? `${request?.['gb']}gb`, gb: request?.['gb'] };
    case 'purchase.failed':
      return {
        kind: operation?.kind,
        code: operation?.refusal,
        ...(operation?.kind === 'purchase' && { request: askedFor(operation.request) }),
      };
    default:
      return undefined;
  }
}

type Request = Record<string, unknown> & { settings?: LuxurySettings };

/** A purchase in the words of `POST /v1/orders`. */
function askedFor(request: unknown): object {
  const { tier, type, country, period, quantity, settings } = request as Request;
  const options =
    settings &&
    OPTION_NAMES.flatMap((name) => (settings[name] === null ? [] : [[toSnakeCase(name), settings[name]]]));
  return { tier, type, country, period, quantity, ...(options && { options: Object.fromEntries(options) }) };
}

/** The data with at most so many entries of each list that it is small enough. */
function withinLimit(data: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(data)) <= MAX_DATA_BYTES) return data;
  const cuts = LIST_LENGTHS.map((length) =>
    JSON.stringify({ ...data, truncated: true }, (_name, value) =>
      Array.isArray(value) ? value.slice(0, length) : value,
    ),
  );
  return JSON.parse(cuts.find((text) => Buffer.byteLength(text) <= MAX_DATA_BYTES) ?? cuts.at(-1) ?? '{}');
}

/** Events that one reading takes. */
const READ_AT_ONCE = 50;
/** The pause after a failed reading: a database that is away usually stays away for seconds. */
const RETRY_AFTER_MS = 1_000;

interface Wanted {
  resellerId: number;
  /** Of these types only; empty for all. */
  types: readonly string[];
}

interface ReadEvents {
  events: readonly ShownEvent[];
  next: LogPlace;
  hasMore: boolean;
}

/**
 * The subscriptions of this process to the logs of resellers. Each reads on from where it is, as fast as its
 * client takes the events, so none is left out and nothing is queued. Those at the same place share a reading.
 */
export class EventFeeds {
  readonly #services: LiveServices;
  readonly #onFailure: (error: unknown) => void;
  readonly #feeds = new Map<number, Set<EventFeed>>();
  readonly #readings = new Map<string, Promise<ReadEvents>>();

  constructor(services: LiveServices, onFailure: (error: unknown) => void) {
    this.#services = services;
    this.#onFailure = onFailure;
  }

  get subscribers(): number {
    return this.#feeds.values().reduce((sum, feeds) => sum + feeds.size, 0);
  }

  /** What follows a place, the end of the log when left out. Throws CursorExpiredError. */
  async subscribe(wanted: Wanted, after?: LogPlace): Promise<EventFeed> {
    const { resellerId } = wanted;
    const feeds = this.#feeds.getOrInsertComputed(resellerId, () => new Set());
    const feed = new EventFeed(
      (place) => this.#read(wanted, place),
      this.#onFailure,
      () => {
        feeds.delete(feed);
        if (feeds.size === 0) this.#feeds.delete(resellerId);
      },
    );
    feeds.add(feed);
    try {
      await feed.begin(after ?? (await findNewest(this.#services.database.sql, resellerId)));
      return feed;
    } catch (error) {
      await feed.return();
      throw error;
    }
  }

  /** To be called when a log may have new events. */
  changed(resellerId: number): void {
    for (const feed of this.#feeds.get(resellerId) ?? []) feed.changed();
  }

  allChanged(): void {
    for (const resellerId of this.#feeds.keys()) this.changed(resellerId);
  }

  close(): void {
    for (const feed of [...this.#feeds.values()].flatMap((feeds) => [...feeds])) feed.return();
  }

  #read(wanted: Wanted, after: LogPlace): Promise<ReadEvents> {
    const key = JSON.stringify([wanted, after]);
    return this.#readings.getOrInsertComputed(key, () =>
      aboutNobody(async () => {
        const { sql } = this.#services.database;
        const { events, next, hasMore } = await readEvents(sql, { ...wanted, after, limit: READ_AT_ONCE });
        return { events: await showEvents(sql, events), next: next ?? after, hasMore };
      }).finally(() => this.#readings.delete(key)),
    );
  }
}

/** The events of one log for one subscriber, each once, in order. */
export class EventFeed implements AsyncIterableIterator<ShownEvent, undefined> {
  readonly #read: (after: LogPlace) => Promise<ReadEvents>;
  readonly #onFailure: (error: unknown) => void;
  readonly #onEnd: () => void;
  #page: ReadEvents = { events: [], next: { sequence: 0 }, hasMore: false };
  /** How many events of the page were taken. */
  #taken = 0;
  #hasChanged = false;
  #ended = false;
  #stopWaiting = () => {};

  constructor(
    read: (after: LogPlace) => Promise<ReadEvents>,
    onFailure: (error: unknown) => void,
    onEnd: () => void,
  ) {
    this.#read = read;
    this.#onFailure = onFailure;
    this.#onEnd = onEnd;
  }

  async begin(after: LogPlace): Promise<void> {
    this.#hasChanged = false;
    this.#page = await this.#read(after);
    this.#taken = 0;
  }

  changed(): void {
    this.#hasChanged = true;
    this.#stopWaiting();
  }

  async next(): Promise<IteratorResult<ShownEvent, undefined>> {
    while (!this.#ended) {
      const event = this.#page.events[this.#taken];
      this.#taken += 1;
      if (event) return { value: event, done: false };
      if (this.#page.hasMore || this.#hasChanged) await this.#readOn();
      else
        await new Promise<void>((resolve) => {
          this.#stopWaiting = resolve;
        });
    }
    return { value: undefined, done: true };
  }

  /** Ends at once, even while the next event is awaited. */
  async return(): Promise<IteratorResult<ShownEvent, undefined>> {
    this.#ended = true;
    this.#stopWaiting();
    this.#onEnd();
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Throws CursorExpiredError. */
  async #readOn(): Promise<void> {
    try {
      await this.begin(this.#page.next);
    } catch (error) {
      if (error instanceof CursorExpiredError) throw error;
      this.#onFailure(error);
      this.#hasChanged = true;
      await setTimeout(RETRY_AFTER_MS);
    }
  }
}
