import { type NotNull, sql } from 'kysely';
import { isSealedOtherwise, sealedValues } from '../kit/sealed-values.ts';
import { statement } from '../kit/statement.ts';
import { answerIdentity, type KeptKey } from './idempotency.ts';

/** The answers that are kept for retries. */
export const SEALED_ANSWERS = sealedValues<KeptKey>({
  table: 'idempotency_keys',
  async read(db, { after = { resellerId: 0, key: '' }, prefix, rows }) {
    const found = await select(db, { ...after, prefix, rows });
    return found.map(({ reseller_id: resellerId, key, answer: sealed }) => ({
      place: { resellerId, key },
      sealed,
      identity: answerIdentity({ resellerId, key }),
    }));
  },
  async replace(db, values) {
    const rows = await update(db, {
      resellerIds: values.map(({ place }) => place.resellerId),
      keys: values.map(({ place }) => place.key),
      old: values.map(({ old }) => old),
      fresh: values.map(({ fresh }) => fresh),
    });
    return rows.length;
  },
});

const select = statement<KeptKey & { prefix: Buffer; rows: number }>()((db, after) =>
  db
    .selectFrom('idempotency_keys')
    .select(['reseller_id', 'key', 'answer'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('reseller_id', 'key'), '>', tuple(after.resellerId, after.key)),
    )
    .where(({ ref }) => isSealedOtherwise(ref('answer'), after.prefix))
    .$narrowType<{ answer: NotNull }>()
    .orderBy('reseller_id')
    .orderBy('key')
    .limit(after.rows),
);

const update = statement<{
  resellerIds: readonly number[];
  keys: readonly string[];
  old: readonly Buffer[];
  fresh: readonly Buffer[];
}>()((db, { resellerIds, keys, old, fresh }) =>
  db
    .with('free', (cte) =>
      cte
        .selectFrom('idempotency_keys')
        .innerJoin(
          sql<{ reseller_id: number; key: string; old: Buffer; fresh: Buffer }>`unnest(
            ${resellerIds}::bigint[], ${keys}::text[], ${old}::bytea[], ${fresh}::bytea[])`.as<'given'>(
            sql`given (reseller_id, key, old, fresh)`,
          ),
          (join) =>
            join
              .onRef('idempotency_keys.reseller_id', '=', 'given.reseller_id')
              .onRef('idempotency_keys.key', '=', 'given.key')
              .onRef('idempotency_keys.answer', '=', 'given.old'),
        )
        .selectAll('given')
        .forUpdate('idempotency_keys')
        .skipLocked(),
    )
    .updateTable('idempotency_keys')
    .from('free')
    .set(({ ref }) => ({ answer: ref('free.fresh') }))
    .whereRef('idempotency_keys.reseller_id', '=', 'free.reseller_id')
    .whereRef('idempotency_keys.key', '=', 'free.key')
    .whereRef('idempotency_keys.answer', '=', 'free.old')
    .returning('idempotency_keys.key'),
);
