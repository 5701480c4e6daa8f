import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Attempt } from './dialler.ts';
import type { WebhookName } from './entities.ts';

/** Ids of events as columns have them. */
export const uuidOf = (id: string): string => id.slice('evt_'.length);

/** What is shown of an event that was sent again and again. */
export const MAX_ATTEMPTS_SHOWN = 20;

export interface PastAttempt extends Omit<Attempt, 'retryAfterMs'> {
  at: Date;
}

/** An event and what became of it at one webhook. */
export interface Delivery {
  resellerId: number;
  /** Such as `evt_` and a UUID. */
  eventId: string;
  /** The last ones, the oldest first. */
  attempts: PastAttempt[];
  /** When it is tried next; null when it is not. */
  nextAt: Date | null;
}

interface Asked extends WebhookName {
  limit: number;
  /** Only events before this one; null for the newest. */
  before: string | null;
}

/** Above the id of each event. */
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The events that were tried, the newest first. They are kept for 30 days. */
export async function readDeliveries(
  db: Sql,
  { before, limit, ...name }: Asked,
): Promise<{ deliveries: Delivery[]; hasMore: boolean }> {
  const below = before === null ? ABOVE_ALL : uuidOf(before);
  const rows = await selectDeliveries(db, { ...name, below, count: limit + 1 });
  const byEvent = [...Map.groupBy(rows, ({ eventId }) => eventId)];
  const deliveries = byEvent.slice(0, limit).map(
    ([eventId, attempts]): Delivery => ({
      resellerId: name.resellerId,
      eventId: `evt_${eventId}`,
      attempts: attempts.map(({ eventId: _, nextAt: __, ...attempt }) => attempt),
      nextAt: attempts[0]?.nextAt ?? null,
    }),
  );
  return { deliveries, hasMore: byEvent.length > limit };
}

interface DeliveryRow extends PastAttempt, Pick<Delivery, 'nextAt'> {
  eventId: string;
}

const selectDeliveries = statement<WebhookName & { below: string; count: number }>()(
  (_db, { resellerId, webhookId, below, count }) => sql<DeliveryRow>`
    select page.event_id as "eventId", a.at, a.status, a.duration_ms as "durationMs", a.bytes, a.error,
      (select min(w.next_at) from webhook_waiting w
        where w.reseller_id = ${resellerId} and w.webhook_id = ${webhookId} and w.event_id = page.event_id) as "nextAt"
    from (
      select event_id from webhook_attempts
      where reseller_id = ${resellerId} and webhook_id = ${webhookId} and event_id < ${below}::uuid
      group by event_id order by event_id desc limit ${count}
    ) page
    cross join lateral (
      select at, status, duration_ms, bytes, error from webhook_attempts
      where reseller_id = ${resellerId} and webhook_id = ${webhookId} and event_id = page.event_id
      order by at desc limit ${sql.lit(MAX_ATTEMPTS_SHOWN)}
    ) a
    order by page.event_id desc, a.at`,
);

/** A webhook that is on, for whoever sends. */
export interface StoredEndpoint {
  resellerId: number;
  id: number;
  url: string;
  types: string[];
  secrets: Buffer;
  oldUntil: Date | null;
  readTo: number;
  heldUntil: Date | null;
  failingSince: Date | null;
  /** When the first of what waits is due; null when nothing waits. */
  dueAt: Date | null;
}

const endpoints = (db: Sql) =>
  db
    .selectFrom('webhooks as w')
    .select([
      'w.reseller_id as resellerId',
      'w.id',
      'w.url',
      'w.types',
      'w.secrets',
      'w.old_until as oldUntil',
    ])
    .select(['w.read_to as readTo', 'w.held_until as heldUntil', 'w.failing_since as failingSince'])
    .select(({ selectFrom }) =>
      selectFrom('webhook_waiting as x')
        .select(({ fn }) => fn.min('x.next_at').as('dueAt'))
        .whereRef('x.reseller_id', '=', 'w.reseller_id')
        .whereRef('x.webhook_id', '=', 'w.id')
        .as('dueAt'),
    )
    .where('w.off_reason', 'is', null);
const selectAll = statement<object>()((db) => endpoints(db));
const selectSome = statement<{ ids: readonly number[] }>()((db, { ids }) =>
  endpoints(db).where(({ eb, fn }) => eb('w.reseller_id', '=', fn.any(ids))),
);

/** The webhooks that are on, of these resellers or of all. */
export function readEndpoints(db: Sql, ids?: readonly number[]): Promise<StoredEndpoint[]> {
  return ids ? selectSome(db, { ids }) : selectAll(db, {});
}

/** An event that waits for an attempt. */
export interface WaitingEvent {
  id: string;
  isExtra: boolean;
  /** 0 for a test. */
  sequence: number;
  orderId: number | null;
  /** Those that have failed. */
  attempts: number;
}

const ID = sql<string>`'evt_' || event_id`.as('id');

/** What waits and is due, in the order in which it became so. */
export const readDue = statement<WebhookName & { now: Date; limit: number }>()(
  (db, { resellerId, webhookId, now, limit }) =>
    db
      .selectFrom('webhook_waiting')
      .select(ID)
      .select(['is_extra as isExtra', 'sequence', 'order_id as orderId', 'attempts'])
      .where('reseller_id', '=', resellerId)
      .where('webhook_id', '=', webhookId)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .orderBy('sequence')
      .limit(limit),
);

/** What waits with fewer attempts than these, of orders: what later events of the order wait for. */
export const readFirst = statement<WebhookName & { fewerThan: number }>()(
  (db, { resellerId, webhookId, fewerThan }) =>
    db
      .selectFrom('webhook_waiting')
      .select(ID)
      .select(['sequence', 'order_id as orderId'])
      .where('reseller_id', '=', resellerId)
      .where('webhook_id', '=', webhookId)
      .where('attempts', '<', fewerThan)
      .where('order_id', 'is not', null)
      .where('is_extra', '=', false),
);

/** A restored database may have fewer events than were read of it. */
export async function forgetLostEvents(db: Sql): Promise<void> {
  await sql`
    update webhooks set read_to = newest from (
      select w.reseller_id, w.id, coalesce((
        select sequence from events e where e.reseller_id = w.reseller_id order by sequence desc limit 1
      ), 0) as newest from webhooks w
    ) logs
    where (logs.reseller_id, logs.id) = (webhooks.reseller_id, webhooks.id) and read_to > newest`.execute(db);
}

/** How the way of an event has ended, or goes on. */
export interface Outcome extends WebhookName, WaitingEvent {
  /** Whether it has waited. A row that it has got meanwhile is for the event to be sent again. */
  isRow: boolean;
  at: Date;
  /** Undefined for an event that there is no more. */
  attempt: Attempt | undefined;
  /** When it is tried again; null when it is not. */
  nextAt: Date | null;
}

export type EndpointState = WebhookName &
  Pick<StoredEndpoint, 'url' | 'readTo' | 'heldUntil' | 'failingSince'>;

/** In one statement, which may be repeated. What is known of an address is written while it is the same. */
export async function writeOutcomes(
  db: Sql,
  outcomes: readonly Outcome[],
  states: readonly EndpointState[],
): Promise<void> {
  const ended = outcomes.map(({ id, attempt, ...outcome }) => ({
    ...outcome,
    ...attempt,
    eventId: uuidOf(id),
  }));
  await sql`
    with ended as (
      select * from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) as ended (
        "resellerId" bigint, "webhookId" bigint, "eventId" uuid, "isExtra" boolean, "isRow" boolean, sequence bigint, "orderId" bigint,
        attempts smallint, "nextAt" timestamptz, at timestamptz,
        status smallint, "durationMs" integer, bytes integer, error text
      )
    ), tried as (
      insert into webhook_attempts (reseller_id, webhook_id, event_id, at, status, duration_ms, bytes, error, day)
      select "resellerId", "webhookId", "eventId", at, status, "durationMs", bytes, error, today()
      from ended where "durationMs" is not null
      on conflict do nothing
    ), done as (
      delete from webhook_waiting using ended
      where "isRow" and "nextAt" is null
        and (reseller_id, webhook_id, event_id, is_extra) = ("resellerId", "webhookId", "eventId", "isExtra")
    ), waiting as (
      insert into webhook_waiting (reseller_id, webhook_id, event_id, is_extra, sequence, order_id, attempts, next_at)
      select "resellerId", "webhookId", "eventId", "isExtra", sequence, "orderId", attempts, "nextAt"
      from ended join webhooks on (reseller_id, id) = ("resellerId", "webhookId") and off_reason is null
      where "nextAt" is not null
      on conflict (reseller_id, webhook_id, event_id, is_extra) do update
        set attempts = excluded.attempts, next_at = excluded.next_at
    )
    update webhooks set
      read_to = greatest(read_to, "readTo"),
      held_until = case when webhooks.url = state.url then "heldUntil" else held_until end,
      failing_since = case when webhooks.url = state.url then "failingSince" else failing_since end
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as state (
      "resellerId" bigint, "webhookId" bigint, url text, "readTo" bigint, "heldUntil" timestamptz, "failingSince" timestamptz
    )
    where (reseller_id, id) = ("resellerId", "webhookId") and off_reason is null`.execute(db);
}
