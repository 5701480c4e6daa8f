import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/**
 * Something that has changed, for those who watch it: an order (its status, end or settings, or its traffic by more than use),
 * only what an order has used, or a reseller's balance.
 */
export type Change =
  | { topic: 'order' | 'traffic'; resellerId: number; orderId: number }
  | { topic: 'balance'; resellerId: number };

/** Writes changes down to be told once the transaction that makes them is committed. */
export async function announce(tx: Sql, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const topics = changes.map((change) => change.topic);
  const resellerIds = changes.map((change) => change.resellerId);
  const orderIds = changes.map((change) => (change.topic === 'balance' ? null : change.orderId));
  await sql`insert into outbox (topic, reseller_id, order_id)
    select * from unnest(${topics}::text[], ${resellerIds}::bigint[], ${orderIds}::bigint[])`.execute(tx);
}

/** The same as a part of the statement that makes the change: `source` names a CTE with a row for each, by its columns. */
export function announcing(
  topic: Change['topic'],
  source: string,
  columns: { resellerId: string; orderId?: string },
): RawBuilder<unknown> {
  return sql`insert into outbox (topic, reseller_id, order_id)
    select ${topic}, ${sql.ref(columns.resellerId)}, ${columns.orderId ? sql.ref(columns.orderId) : sql`null::bigint`}
    from ${sql.ref(source)}`;
}
