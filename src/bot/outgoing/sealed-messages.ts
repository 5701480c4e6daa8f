import { sql } from 'kysely';
import { isSealedOtherwise, sealedValues } from '../../kit/sealed-values.ts';
import { statement } from '../../kit/statement.ts';
import { identityOf, type MessageName } from './outbox.ts';

/** The calls of Telegram that wait to be made. */
export const SEALED_MESSAGES = sealedValues<MessageName>({
  table: 'bot_messages',
  // Groups have negative numbers.
  async read(db, { after = { userId: Number.MIN_SAFE_INTEGER, number: 0 }, prefix, rows }) {
    const found = await select(db, { ...after, prefix, rows });
    return found.map(({ user_id: userId, number, sealed }) => ({
      place: { userId, number },
      sealed,
      identity: identityOf({ userId, number }),
    }));
  },
  async replace(db, values) {
    const rows = await update(db, {
      userIds: values.map(({ place }) => place.userId),
      numbers: values.map(({ place }) => place.number),
      old: values.map(({ old }) => old),
      fresh: values.map(({ fresh }) => fresh),
    });
    return rows.length;
  },
});

const select = statement<MessageName & { prefix: Buffer; rows: number }>()((db, after) =>
  db
    .selectFrom('bot_messages')
    .select(['user_id', 'number', 'sealed'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('user_id', 'number'), '>', tuple(after.userId, after.number)),
    )
    .where(({ ref }) => isSealedOtherwise(ref('sealed'), after.prefix))
    .orderBy('user_id')
    .orderBy('number')
    .limit(after.rows),
);

const update = statement<{
  userIds: readonly number[];
  numbers: readonly number[];
  old: readonly Buffer[];
  fresh: readonly Buffer[];
}>()((db, { userIds, numbers, old, fresh }) =>
  db
    .with('free', (cte) =>
      cte
        .selectFrom('bot_messages')
        .innerJoin(
          sql<{ user_id: number; number: number; old: Buffer; fresh: Buffer }>`unnest(${userIds}::bigint[],
            ${numbers}::bigint[], ${old}::bytea[], ${fresh}::bytea[])`.as<'given'>(
            sql`given (user_id, number, old, fresh)`,
          ),
          (join) =>
            join
              .onRef('bot_messages.user_id', '=', 'given.user_id')
              .onRef('bot_messages.number', '=', 'given.number')
              .onRef('bot_messages.sealed', '=', 'given.old'),
        )
        .selectAll('given')
        .forUpdate('bot_messages')
        .skipLocked(),
    )
    .updateTable('bot_messages')
    .from('free')
    .set(({ ref }) => ({ sealed: ref('free.fresh') }))
    .whereRef('bot_messages.user_id', '=', 'free.user_id')
    .whereRef('bot_messages.number', '=', 'free.number')
    .whereRef('bot_messages.sealed', '=', 'free.old')
    .returning('bot_messages.number'),
);
