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

/** Above the id of each event. */
const ABOVE_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The events that were tried, the newest first: those before an event, or the newest of all. They are kept
 * for 30 days.
 */
export async function readDeliveries(
  db: Sql,
  { before, limit, ...name }: WebhookName & { before: string | null; limit: number },
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

const selectDeliveries = statement<WebhookName & { below: string; count: number }>()(
  (_db, { resellerId, webhookId, below, count }) => sql<PastAttempt & Pick<Delivery, 'eventId' | 'nextAt'>>`
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

/**
 * So many events may wait for a webhook that fails, which reads further ones when it has succeeded, and for
 * one whose reseller wants more to be sent again.
 */
export const MAX_WAITING = 10_000;

/** The webhooks that are on, of these resellers or of all, with when the first of what waits is due. */
export const readEndpoints = statement<{ resellerIds: readonly number[] | null }>()((db, { resellerIds }) =>
  db
    .selectFrom('webhooks as w')
    .select(['w.reseller_id as resellerId', 'w.id', 'w.url', 'w.types', 'w.secrets'])
    .select([
      'w.old_until as oldUntil',
      'w.read_to as readTo',
      'w.held_until as heldUntil',
      'w.failing_since as failingSince',
    ])
    .select(({ selectFrom }) =>
      selectFrom('webhook_waiting as x')
        .select(({ fn }) => fn.min('x.next_at').as('dueAt'))
        .whereRef('x.reseller_id', '=', 'w.reseller_id')
        .whereRef('x.webhook_id', '=', 'w.id')
        .as('dueAt'),
    )
    .select(
      sql<boolean>`failing_since is not null and ${sql.lit(MAX_WAITING)} <= (select count(*) from (
        select 1 from webhook_waiting x where (x.reseller_id, x.webhook_id) = (w.reseller_id, w.id)
        limit ${sql.lit(MAX_WAITING)}) waiting)`.as('isFull'),
    )
    .where('w.off_reason', 'is', null)
    .where(sql<boolean>`coalesce(w.reseller_id = any (${resellerIds}::bigint[]), true)`),
);
export type StoredEndpoint = Awaited<ReturnType<typeof readEndpoints>>[number];

export interface WaitingEvent {
  id: string;
  isExtra: boolean;
  /** 0 for a test. */
  sequence: number;
  orderId: number | null;
  /** Those that have failed. */
  attempts: number;
}

/** What is due until then, in the order in which it is; all of it when there is no limit. */
export const readDue = statement<WebhookName & { until: Date; limit: number | null }>()(
  (db, { resellerId, webhookId, until, limit }) =>
    db
      .selectFrom('webhook_waiting')
      .select(['is_extra as isExtra', 'sequence', 'order_id as orderId', 'attempts'])
      .select(sql<string>`'evt_' || event_id`.as('id'))
      .where('reseller_id', '=', resellerId)
      .where('webhook_id', '=', webhookId)
      .where('next_at', '<=', until)
      .orderBy('next_at')
      .orderBy('sequence')
      .limit(sql<number | null>`${limit}::int`),
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

/** In one statement, which may be repeated. What is known of an address is written while it is the same. */
export async function writeOutcomes(
  db: Sql,
  outcomes: readonly Outcome[],
  states: readonly (WebhookName & Pick<StoredEndpoint, 'url' | 'readTo' | 'heldUntil' | 'failingSince'>)[],
): Promise<void> {
  const ended = outcomes.map(({ attempt, ...outcome }) => ({
    ...outcome,
    ...attempt,
    eventId: uuidOf(outcome.id),
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
      select distinct on ("resellerId", "webhookId", "eventId", "isExtra")
        "resellerId", "webhookId", "eventId", "isExtra", sequence, "orderId", attempts, "nextAt"
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
