import { type AliasableExpression, type QueryCreator, type Selectable, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Tables } from '../kit/tables.ts';

/**
 * Something that has changed, for those who watch it: an order (its status, end or settings, or its traffic by more than use),
 * only what an order has used, or a reseller's balance.
 */
export type Change =
  | { topic: 'order' | 'traffic'; resellerId: number; orderId: number }
  | { topic: 'balance'; resellerId: number };

type Announced = Pick<Selectable<Tables['outbox']>, 'topic' | 'reseller_id' | 'order_id'>;

/** Writes changes down to be told once the transaction that makes them is committed. */
export async function announce(tx: Sql, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const topics = changes.map((change) => change.topic);
  const resellerIds = changes.map((change) => change.resellerId);
  const orderIds = changes.map((change) => (change.topic === 'balance' ? null : change.orderId));
  // One list for each column: there may be more changes than a statement takes parameters.
  const rows = sql<Announced>`unnest(${topics}::text[], ${resellerIds}::bigint[], ${orderIds}::bigint[])`;
  await tx
    .insertInto('outbox')
    .columns(['topic', 'reseller_id', 'order_id'])
    .expression(
      tx
        .selectFrom(rows.as<'changed'>(sql`changed (topic, reseller_id, order_id)`))
        .select(['topic', 'reseller_id', 'order_id']),
    )
    .execute();
}

/** The orders that a statement changes, as it tells of them. */
type ChangedOrders = AliasableExpression<{ reseller_id: number; order_id: number }>;

/** Orders that have changed, as a part of the statement that changes them: one change is written down for each row of `changed`. */
export function announceOrders(db: QueryCreator<Tables>, topic: 'order' | 'traffic', changed: ChangedOrders) {
  return db
    .insertInto('outbox')
    .columns(['topic', 'reseller_id', 'order_id'])
    .expression(
      db
        .selectFrom(changed.as('changed'))
        .select(({ val }) => [val(topic).as('topic'), 'changed.reseller_id', 'changed.order_id']),
    );
}

/** The same for the balances of resellers. */
export function announceBalances(
  db: QueryCreator<Tables>,
  changed: AliasableExpression<{ reseller_id: number }>,
) {
  return db
    .insertInto('outbox')
    .columns(['topic', 'reseller_id'])
    .expression(
      db
        .selectFrom(changed.as('changed'))
        .select(({ val }) => [val('balance').as('topic'), 'changed.reseller_id']),
    );
}
