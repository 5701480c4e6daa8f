import { type NotNull, sql } from 'kysely';
import { isSealedOtherwise, sealedValues } from '../../kit/sealed-values.ts';
import { statement } from '../../kit/statement.ts';
import { identityOf } from './inbox.ts';

/** The updates that have not taken effect yet, by their ids. */
export const SEALED_UPDATES = sealedValues<number>({
  table: 'bot_updates',
  async read(db, { after = 0, prefix, rows }) {
    const found = await select(db, { after, prefix, rows });
    return found.map(({ update_id: place, sealed }) => ({ place, sealed, identity: identityOf(place) }));
  },
  async replace(db, values) {
    const rows = await update(db, {
      updateIds: values.map(({ place }) => place),
      old: values.map(({ old }) => old),
      fresh: values.map(({ fresh }) => fresh),
    });
    return rows.length;
  },
});

const select = statement<{ after: number; prefix: Buffer; rows: number }>()((db, { after, prefix, rows }) =>
  db
    .selectFrom('bot_updates')
    .select(['update_id', 'sealed'])
    .where('update_id', '>', after)
    .where(({ ref }) => isSealedOtherwise(ref('sealed'), prefix))
    .$narrowType<{ sealed: NotNull }>()
    .orderBy('update_id')
    .limit(rows),
);

const update = statement<{
  updateIds: readonly number[];
  old: readonly Buffer[];
  fresh: readonly Buffer[];
}>()((db, { updateIds, old, fresh }) =>
  db
    .with('free', (cte) =>
      cte
        .selectFrom('bot_updates')
        .innerJoin(
          sql<{ update_id: number; old: Buffer; fresh: Buffer }>`unnest(${updateIds}::bigint[],
            ${old}::bytea[], ${fresh}::bytea[])`.as<'given'>(sql`given (update_id, old, fresh)`),
          (join) =>
            join
              .onRef('bot_updates.update_id', '=', 'given.update_id')
              .onRef('bot_updates.sealed', '=', 'given.old'),
        )
        .selectAll('given')
        .forUpdate('bot_updates')
        .skipLocked(),
    )
    .updateTable('bot_updates')
    .from('free')
    .set(({ ref }) => ({ sealed: ref('free.fresh') }))
    .whereRef('bot_updates.update_id', '=', 'free.update_id')
    .whereRef('bot_updates.sealed', '=', 'free.old')
    .returning('bot_updates.update_id'),
);
