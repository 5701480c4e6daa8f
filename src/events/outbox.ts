import { type AliasableExpression, type QueryCreator, type Selectable, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { insertSelect } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';

/**
 * What has changed. `order`: an order, in its status, its end, its settings or the traffic that was bought
 * for it; `traffic`: only the traffic that an order has used; `balance`: the balance of a reseller.
 */
export type Event =
  | { topic: 'order' | 'traffic'; resellerId: number; orderId: number }
  | { topic: 'balance'; resellerId: number };

type OutboxRow = Pick<Selectable<Tables['outbox']>, 'topic' | 'reseller_id' | 'order_id'>;

/**
 * Writes events to the outbox. They are dispatched once the transaction that makes the changes is committed.
 */
export async function announce(tx: Sql, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  const topics = events.map((event) => event.topic);
  const resellerIds = events.map((event) => event.resellerId);
  const orderIds = events.map((event) => (event.topic === 'balance' ? null : event.orderId));
  // One array for each column: there may be more events than a statement can have parameters.
  const rows = sql<OutboxRow>`unnest(${topics}::text[], ${resellerIds}::bigint[], ${orderIds}::bigint[])`;
  const changed = tx.selectFrom(rows.as<'changed'>(sql`changed (topic, reseller_id, order_id)`));
  await insertSelect(tx.insertInto('outbox'), changed, ({ ref }) => ({
    topic: ref('topic'),
    reseller_id: ref('reseller_id'),
    order_id: ref('order_id'),
  })).execute();
}

/** The orders that a statement changes: the rows that it returns. */
type ChangedOrders = AliasableExpression<{ reseller_id: number; order_id: number }>;

/** For a statement that changes orders: the part that writes their events, one for each row of `changed`. */
export function announceOrders(db: QueryCreator<Tables>, topic: 'order' | 'traffic', changed: ChangedOrders) {
  return insertSelect(db.insertInto('outbox'), db.selectFrom(changed.as('changed')), ({ ref }) => ({
    topic,
    reseller_id: ref('changed.reseller_id'),
    order_id: ref('changed.order_id'),
  }));
}

/**
 * For a statement that changes balances: the part that writes their events, one for each row of `changed`.
 */
export function announceBalances(
  db: QueryCreator<Tables>,
  changed: AliasableExpression<{ reseller_id: number }>,
) {
  return insertSelect(db.insertInto('outbox'), db.selectFrom(changed.as('changed')), ({ ref }) => ({
    topic: 'balance',
    reseller_id: ref('changed.reseller_id'),
  }));
}
