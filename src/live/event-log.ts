import { setTimeout } from 'node:timers/promises';
import { type EventType, eventId } from '../events/event-types.ts';
import { CursorExpiredError, type EventRow, type LogPlace } from '../events/log.ts';
import type { Sql } from '../kit/database.ts';
import { toJsonUsd } from '../kit/money.ts';
import { toSnakeCase } from '../kit/text.ts';
import { type LuxurySettings, OPTION_NAMES } from '../luxury/settings.ts';
import { toGb } from '../luxury/traffic.ts';
import { ANNOTATION_NAMES, type AnnotationName } from '../orders/annotations.ts';
import { isRenewableAt, type Order, orderFinder, statusAt, toV1 } from '../orders/order.ts';
import { findRequests } from '../purchases/operation.ts';

/** An event as all doors show it. */
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
/** So many entries of longer lists are shown: the first of these that makes the data small enough. */
const LIST_LENGTHS = [200, 50, 10, 0];

const IS_WORK = /^order\.(created|renewed|traffic_added)$/;
/** What has an amount, which may be 0: coins may pay a purchase. */
const MOVES_MONEY =
  /^(order\.(created|renewed|traffic_added)|purchase\.failed|balance\.(topped_up|adjusted|refunded)|payment\.refunded)$/;

/** What an event keeps itself: the parts of its `data`, but for the last two. */
interface Facts {
  operation_id?: string;
  /** Of an order that is paid by traffic. */
  total_bytes?: number;
  /** In micro-dollars. */
  threshold?: number;
  /** What was written on an order. */
  written?: Partial<Pick<Order, AnnotationName>>;
}

/** What an operation keeps of its request; renewals and additions of the version before have no period. */
type Request = Record<string, unknown> & { settings?: LuxurySettings };

/** Orders with the operations that have bought them. */
const findBought = orderFinder('operation_id::text');
type Known = [
  Awaited<ReturnType<typeof findBought>>[number] | undefined,
  Awaited<ReturnType<typeof findRequests>>[number] | undefined,
];

/** Events of one reseller as they are shown, in two more statements, however many they are. */
export async function showEvents(db: Sql, rows: readonly EventRow[]): Promise<ShownEvent[]> {
  const facts = rows.map((row): Facts => JSON.parse(row.facts || '{}'));
  const resellerId = rows[0]?.reseller_id ?? 0;
  const orderIds = [...new Set(rows.flatMap((row) => row.order_id ?? []))];
  const ids = facts.flatMap((fact) => fact.operation_id ?? []);
  const [orders, operations] = await Promise.all([
    orderIds.length > 0 ? findBought(db, { resellerId, orderIds }, new Date(0)) : [],
    ids.length > 0 ? findRequests(db, { ids }) : [],
  ]);
  return rows.map((row, place) => {
    const { sequence, type, created_at: createdAt, order_id: orderId } = row;
    const { operation_id: operationId } = facts[place] ?? {};
    const data = dataOf(row, facts[place] ?? {}, [
      orders.find(({ id }) => id === orderId),
      operations.find(({ id }) => id === operationId),
    ]);
    const id = eventId({ resellerId, sequence, createdAt });
    return { id, sequence, type, createdAt, orderId, data: withinLimit(data) };
  });
}

function dataOf(
  row: EventRow,
  { total_bytes, threshold, written, ...facts }: Facts,
  [order, operation]: Known,
) {
  const { type, cause, amount, balance } = row;
  const trafficGb = total_bytes === undefined ? null : toGb(BigInt(total_bytes));
  const request = operation?.request as Request | undefined;
  return {
    cause,
    ...(type === 'order.created' && order && { operation_id: order.attached }),
    ...facts,
    ...(IS_WORK.test(type) && {
      period: request ? periodIn(request) : order?.period,
      ...(trafficGb === null ? { quantity: order?.quantity } : { gb: request?.['gb'] ?? trafficGb }),
    }),
    ...(type === 'purchase.failed' && {
      kind: operation?.kind,
      code: operation?.refusal,
      ...(request && operation?.kind === 'purchase' && { request: askedFor(request) }),
    }),
    ...(MOVES_MONEY.test(type) && {
      amount_usd: toJsonUsd(BigInt(amount)),
      balance_usd: toJsonUsd(BigInt(balance)),
    }),
    ...(threshold !== undefined && {
      balance_usd: toJsonUsd(BigInt(balance)),
      threshold_usd: toJsonUsd(BigInt(threshold)),
    }),
    ...(order && { order: toV1({ ...orderThen(row, order), ...written }, trafficGb) }),
  };
}

const periodIn = ({ period, days, gb }: Request) => period ?? (days === undefined ? `${gb}gb` : `${days}d`);

const ASKED = ['tier', 'type', 'country', 'period', 'quantity', ...ANNOTATION_NAMES] as const;

/** A purchase in the words of `POST /v1/orders`. */
function askedFor({ settings, ...request }: Request): object {
  const options = OPTION_NAMES.flatMap((name) => {
    const value = settings?.[name] ?? null;
    return value === null ? [] : [[toSnakeCase(name), value]];
  });
  const asked = Object.fromEntries(ASKED.map((name) => [name, request[name]]));
  return { ...asked, ...(settings && { options: Object.fromEntries(options) }) };
}

/**
 * The order as it was right after the event, which has of it what can change. Of what is written on it only
 * that event knows which has changed it; others show it as it is now.
 */
function orderThen(row: EventRow, order: Order): Order {
  const { created_at: now, ends_at: expiresAt, renewable, protocol } = row;
  return {
    ...order,
    expiresAt,
    status: statusAt({ filedStatus: row.status || 'active', expiresAt }, now),
    protocol: protocol as Order['protocol'],
    renewable: isRenewableAt({ renewable, expiresAt, droppedAt: null }, now),
  };
}

function withinLimit(data: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(data)) <= MAX_DATA_BYTES) return data;
  const cuts = LIST_LENGTHS.map((length) =>
    JSON.stringify({ ...data, truncated: true }, (_name, value) =>
      Array.isArray(value) ? value.slice(0, length) : value,
    ),
  );
  return JSON.parse(cuts.find((text) => Buffer.byteLength(text) <= MAX_DATA_BYTES) ?? cuts.at(-1) ?? '{}');
}

/** The pause after a failed reading: a database that is away usually stays away for seconds. */
const RETRY_AFTER_MS = 1_000;

export interface ReadEvents {
  events: readonly ShownEvent[];
  next: LogPlace;
  hasMore: boolean;
}

/**
 * A log as one subscriber follows it, each event once, in order. It is read on when its client has taken what
 * was read, so a slow one is left out nothing and nothing is queued for it.
 */
export class EventFeed implements AsyncIterableIterator<ShownEvent, undefined> {
  readonly resellerId: number;
  readonly #read: (after: LogPlace) => Promise<ReadEvents>;
  readonly #onEnd: (feed: EventFeed) => void;
  #page: ReadEvents;
  /** How many events of the page were taken. */
  #taken = 0;
  #news = Promise.withResolvers<void>();
  #ended = false;

  constructor(
    resellerId: number,
    after: LogPlace,
    read: (after: LogPlace) => Promise<ReadEvents>,
    onEnd: (feed: EventFeed) => void,
  ) {
    this.resellerId = resellerId;
    this.#page = { events: [], next: after, hasMore: true };
    this.#read = read;
    this.#onEnd = onEnd;
  }

  /** To be called when the log may have new events. */
  changed(): void {
    this.#news.resolve();
  }

  /** Throws CursorExpiredError. */
  async next(): Promise<IteratorResult<ShownEvent, undefined>> {
    while (!this.#ended) {
      const value = this.#page.events[this.#taken++];
      if (value) return { value, done: false };
      if (!this.#page.hasMore) await this.#news.promise;
      if (!this.#ended) await this.readOn();
    }
    return { value: undefined, done: true };
  }

  /** Throws CursorExpiredError. After another failure the same is still to be read. */
  async readOn(): Promise<void> {
    const { next } = this.#page;
    this.#news = Promise.withResolvers();
    this.#page = await this.#read(next).catch(async (error: unknown) => {
      if (error instanceof CursorExpiredError) throw error;
      await setTimeout(RETRY_AFTER_MS);
      return { events: [], next, hasMore: true };
    });
    this.#taken = 0;
  }

  /** Ends at once, even while the next event is awaited. */
  async return(): Promise<IteratorResult<ShownEvent, undefined>> {
    this.#ended = true;
    this.#news.resolve();
    this.#onEnd(this);
    return { value: undefined, done: true };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
