import { type Expression, sql } from 'kysely';
import { MOVEMENT_KINDS } from '../../billing/ledger.ts';
import type { Sql } from '../../kit/database.ts';

/** A row of the point. Its instants are texts: a Date has no microseconds. */
export interface AccountPoint {
  reseller_id: number;
  moved_at: string | null;
  balance: number | bigint;
  spent: number | bigint;
  coins_moved_at: string | null;
  coins: number;
}

/** Every kind of movement: each is a range of the index of movements. */
export const KINDS = sql<string[]>`array[${sql.join(MOVEMENT_KINDS.map((kind) => sql.lit(kind)))}]`;

/**
 * Each account as it is now, or as it was just before its oldest charge that is still in flight.
 *
 * Nothing can come behind such a point that belongs before it, whatever order transactions are committed in:
 * each movement is written while the row of its account is locked until the commit, with a later instant than
 * the one before. And every operation that was charged up to it has ended.
 */
export function currentPoints(db: Sql) {
  const inFlight = db
    .selectFrom('operations as o')
    .innerJoin('ledger as t', (join) =>
      join.onRef('t.reseller_id', '=', 'o.reseller_id').onRef('t.operation_id', '=', 'o.id'),
    )
    .where('o.state', '=', sql.lit('running'))
    .where('t.stage', '=', sql.lit(1))
    .groupBy('o.reseller_id')
    .select(({ fn }) => ['o.reseller_id', fn.min('t.created_at').as('charged_at')]);
  return db
    .selectFrom('resellers as r')
    .leftJoin('accounts as a', 'a.reseller_id', 'r.id')
    .leftJoin('coin_accounts as c', 'c.reseller_id', 'r.id')
    .leftJoin(inFlight.as('f'), 'f.reseller_id', 'r.id')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom(sql<{ kind: string }>`unnest(${KINDS})`.as<'kinds'>(sql`kinds (kind)`))
          .innerJoinLateral(
            (eb) =>
              eb
                .selectFrom('ledger as l')
                .select(['l.created_at', 'l.balance_after', 'l.spent_after'])
                .whereRef('l.reseller_id', '=', 'r.id')
                .where(({ eb, ref }) => eb(sql<string>`${ref('l.kind')}`, '=', sql.ref<string>('kinds.kind')))
                .whereRef('l.created_at', '<', 'f.charged_at')
                .orderBy('l.created_at', 'desc')
                .limit(sql.lit(1))
                .as('newest'),
            (join) => join.onTrue(),
          )
          .selectAll('newest')
          .orderBy('newest.created_at', 'desc')
          .limit(sql.lit(1))
          .as('before'),
      (join) => join.onTrue(),
    )
    .select(({ eb, fn, ref }) => {
      const held = <Value>(before: Expression<Value>, now: Expression<Value>) =>
        eb.case().when('f.charged_at', 'is not', null).then(before).else(now).end();
      return [
        'r.id as reseller_id',
        held(ref('before.created_at'), ref('a.moved_at')).as('moved_at'),
        fn.coalesce(held(ref('before.balance_after'), ref('a.balance')), sql.lit(0)).as('balance'),
        fn.coalesce(held(ref('before.spent_after'), ref('a.spent')), sql.lit(0)).as('spent'),
        'c.moved_at as coins_moved_at',
        fn.coalesce('c.balance', sql.lit(0)).as('coins'),
      ];
    });
}

export async function readPoints(tx: Sql): Promise<AccountPoint[]> {
  return tx
    .selectFrom(currentPoints(tx).as('p'))
    .select(({ cast }) => [
      'p.reseller_id',
      cast<string | null>('p.moved_at', 'text').as('moved_at'),
      'p.balance',
      'p.spent',
      cast<string | null>('p.coins_moved_at', 'text').as('coins_moved_at'),
      'p.coins',
    ])
    .execute();
}
