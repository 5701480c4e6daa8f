import { type AliasableExpression, type QueryCreator, type Selectable, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { insertSelect, statement } from '../kit/statement.ts';
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

/** How many rows one round takes: they make some ten notifications and take milliseconds. */
const BATCH_ROWS = 1_000;
/**
 * PostgreSQL takes notifications of fewer than 8,000 bytes. The last event of a chunk may begin just below
 * the limit of its chunk and end beyond it, so that limit is smaller by the longest event.
 */
const CHUNK_BYTES = 7_900;
/** The longest event as text: its letter, two 19-digit numbers, a colon and a space. */
const EVENT_BYTES = 41;

const notifyOfBatch = statement<object>()((db) =>
  db
    .with('taken', (cte) =>
      cte
        .deleteFrom('outbox')
        .where('id', 'in', (eb) =>
          eb.selectFrom('outbox').select('id').orderBy('id').limit(BATCH_ROWS).forUpdate().skipLocked(),
        )
        .returning(({ ref }) =>
          sql<string>`left(${ref('topic')}, 1) || ${ref('reseller_id')}
            || coalesce(':' || ${ref('order_id')}, '')`.as('event'),
        ),
    )
    .with('chunks', (cte) =>
      cte
        .selectFrom((numbered) =>
          numbered
            .selectFrom((events) => events.selectFrom('taken').select('event').distinct().as('events'))
            .select(({ ref }) => [
              'event',
              sql<number>`sum(length(${ref('event')}) + 1) over (order by ${ref('event')})
                / ${CHUNK_BYTES - EVENT_BYTES}::int`.as('chunk'),
            ])
            .as('numbered'),
        )
        .select(({ ref }) => sql<string>`string_agg(${ref('event')}, ' ')`.as('payload'))
        .groupBy('chunk'),
    )
    .selectNoFrom((eb) => [
      eb.selectFrom('taken').select(sql<number>`count(*)::int`.as('count')).as('taken'),
      eb
        .selectFrom('chunks')
        .select(({ ref }) => sql<number>`count(pg_notify(${CHANNEL}, ${ref('payload')})::text)`.as('count'))
        .as('notifications'),
    ]),
);

/**
 * Takes a batch of events from the outbox and notifies every process that listens. Equal events give one
 * notification. This is one statement, so the rows are deleted if and only if the processes are notified.
 * Returns whether there may be more rows. Any number of processes may dispatch at the same time, since each
 * skips the rows that another one has locked.
 */
export async function dispatch(db: Sql): Promise<boolean> {
  const [row] = await notifyOfBatch(db, {});
  return row?.taken === BATCH_ROWS;
}

/** The channel on which PostgreSQL notifies processes of events. */
export const CHANNEL = 'changes';

const TOPICS = { o: 'order', t: 'traffic' } as const;

/**
 * Reads the payload of a notification: words with a space between them, one for each event, such as `t7:1024
 * o7:1025 b7`. A word is the first letter of the topic, the id of the reseller and, except for a balance, the
 * id of the order. Words of another form are skipped, since a process of a newer version may send events of
 * other kinds.
 */
export function readPayload(payload: string): Event[] {
  return payload.split(' ').flatMap((word): Event[] => {
    const [, letter, resellerId, orderId] = /^([otb])(\d+)(?::(\d+))?$/.exec(word) ?? [];
    if (letter === 'b') return [{ topic: 'balance', resellerId: Number(resellerId) }];
    if ((letter !== 'o' && letter !== 't') || orderId === undefined) return [];
    return [{ topic: TOPICS[letter], resellerId: Number(resellerId), orderId: Number(orderId) }];
  });
}
