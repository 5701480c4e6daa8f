import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { uuidOf, type WebhookName } from './webhooks.ts';

/** What is shown of an event that was sent again and again. */
export const MAX_ATTEMPTS_SHOWN = 20;

export interface Attempt {
  at: Date;
  /** Of the answer; null without one. */
  status: number | null;
  durationMs: number;
  /** How much of the answer was read. */
  bytes: number;
  /** Null for a success, else a word such as `timed_out` or `status_500`. */
  error: string | null;
}

/** An event and what became of it at one webhook. */
export interface Delivery {
  resellerId: number;
  /** Such as `evt_` and a UUID. */
  eventId: string;
  /** The last ones, the oldest first. */
  attempts: Attempt[];
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

const selectDeliveries = statement<WebhookName & { below: string; count: number }>()(
  (_db, { resellerId, webhookId, below, count }) =>
    sql<Attempt & Pick<Delivery, 'nextAt'> & { eventId: string }>`
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
    order by page.event_id desc, a.at` as RawBuilder<
      Attempt & Pick<Delivery, 'nextAt'> & { eventId: string }
    >,
);
