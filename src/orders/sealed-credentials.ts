import { type NotNull, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { isSealedOtherwise, sealedValues } from '../kit/sealed-values.ts';
import { statement } from '../kit/statement.ts';
import { proxyIdentity } from './proxies.ts';

interface Place {
  resellerId: number;
  orderId: number;
  position: number;
}

/** Logins and passwords of proxies, of whichever version. */
export const SEALED_CREDENTIALS = sealedValues<Place>({
  table: 'proxies',
  async read(db, { after = { resellerId: 0, orderId: 0, position: 0 }, prefix, rows }) {
    const found = await select(db, { ...after, prefix, rows });
    return found.map(({ reseller_id: resellerId, order_id: orderId, position, credentials: sealed }) => ({
      place: { resellerId, orderId, position },
      sealed,
      identity: proxyIdentity(resellerId, orderId, position),
    }));
  },
  replace: replaceCredentials,
});

/**
 * Replaces each value where it is what was read, but in rows that are locked. Returns how many were replaced.
 */
export async function replaceCredentials(
  db: Sql,
  values: readonly { place: Place; old: Buffer; fresh: Buffer }[],
): Promise<number> {
  const rows = await update(db, {
    resellerIds: values.map(({ place }) => place.resellerId),
    orderIds: values.map(({ place }) => place.orderId),
    positions: values.map(({ place }) => place.position),
    old: values.map(({ old }) => old),
    fresh: values.map(({ fresh }) => fresh),
  });
  return rows.length;
}

const select = statement<Place & { prefix: Buffer; rows: number }>()((db, after) =>
  db
    .selectFrom('proxies')
    .select(['reseller_id', 'order_id', 'position', 'credentials'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('reseller_id', 'order_id', 'position'),
        '>',
        tuple(after.resellerId, after.orderId, after.position),
      ),
    )
    .where(({ ref }) => isSealedOtherwise(ref('credentials'), after.prefix))
    .$narrowType<{ credentials: NotNull }>()
    .orderBy('reseller_id')
    .orderBy('order_id')
    .orderBy('position')
    .limit(after.rows),
);

const update = statement<{
  resellerIds: readonly number[];
  orderIds: readonly number[];
  positions: readonly number[];
  old: readonly Buffer[];
  fresh: readonly Buffer[];
}>()((db, { resellerIds, orderIds, positions, old, fresh }) =>
  db
    .with('free', (cte) =>
      cte
        .selectFrom('proxies')
        .innerJoin(
          sql<{ reseller_id: number; order_id: number; position: number; old: Buffer; fresh: Buffer }>`unnest(
            ${resellerIds}::bigint[], ${orderIds}::bigint[], ${positions}::integer[], ${old}::bytea[],
            ${fresh}::bytea[])`.as<'given'>(sql`given (reseller_id, order_id, position, old, fresh)`),
          (join) =>
            join
              .onRef('proxies.reseller_id', '=', 'given.reseller_id')
              .onRef('proxies.order_id', '=', 'given.order_id')
              .onRef('proxies.position', '=', 'given.position')
              .onRef('proxies.credentials', '=', 'given.old'),
        )
        .selectAll('given')
        .forUpdate('proxies')
        .skipLocked(),
    )
    .updateTable('proxies')
    .from('free')
    .set(({ ref }) => ({ credentials: ref('free.fresh') }))
    .whereRef('proxies.reseller_id', '=', 'free.reseller_id')
    .whereRef('proxies.order_id', '=', 'free.order_id')
    .whereRef('proxies.position', '=', 'free.position')
    .whereRef('proxies.credentials', '=', 'free.old')
    .returning('proxies.position'),
);
