import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { type Cause, causeNow } from '../kit/request.ts';
import { AT_TABLES } from '../kit/statement.ts';
import type { EventType } from './event-types.ts';

/** What happened. What moves money the ledger tells of itself, in the database. */
export interface NewEvent {
  type: Exclude<EventType, `balance.${string}` | `payment.${string}` | 'purchase.failed'>;
  resellerId: number;
  orderId?: number;
  /** Left out, it is now. */
  at?: Date;
  /** Left out, it is who has sent the request under way. */
  cause?: Cause;
  /** The parts of its `data` that no other row keeps, in the words of `/v1`. */
  facts?: object;
}

/**
 * Writes events in the caller's transaction, the last thing that it does: each reseller's log is locked until
 * the transaction ends, and an event has its order as it is now, so a unit of work is flushed before.
 * The rows that the transaction changes are locked before the log, here as everywhere.
 */
export async function tell(tx: Sql, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const cause = causeNow();
  const rows = events.map((event) => ({ cause, ...event }));
  await sql`
    select write_event(reseller_id, type, cause, coalesce(at, now()), 0, order_id, facts)
    from (
      select * from unnest(
        ${rows.map(({ resellerId }) => resellerId)}::bigint[], ${rows.map(({ type }) => type)}::text[],
        ${rows.map((row) => row.cause)}::text[], ${rows.map(({ at = null }) => at)}::timestamptz[],
        ${rows.map(({ orderId = null }) => orderId)}::bigint[],
        ${rows.map(({ facts }) => (facts ? JSON.stringify(facts) : null))}::jsonb[]
      ) with ordinality told (reseller_id, type, cause, at, order_id, facts, place)
      order by reseller_id, place offset 0
    ) told where ${AT_TABLES}`.execute(tx);
}

/**
 * To be called first by a transaction that writes events of several resellers: of two such, each could
 * otherwise have a log that the other waits for.
 */
export async function lockForMany(tx: Sql): Promise<void> {
  await sql`select lock_events(0) where ${AT_TABLES}`.execute(tx);
}
