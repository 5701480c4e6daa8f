import { sql } from 'kysely';
import { firstIdAt } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import { movementsAfter } from '../verified-point/movements-after.ts';
import { make, type Work } from './keys.ts';

/**
 * The lines behind the point, of money and of coins, and what the top-ups and corrections are that they book.
 */
export async function findNewLines(db: Work, from: Date): Promise<void> {
  const firstId = sql<string>`${firstIdAt(from)}::uuid`;
  await make(
    db,
    'new_lines',
    movementsAfter(db as unknown as Sql, 'verified')
      .select(['l.reseller_id', 'l.operation_id'])
      .union(
        db
          .selectFrom('resellers as r')
          .innerJoin('ledger as l', 'l.reseller_id', 'r.id')
          .where('l.operation_id', '>=', firstId)
          .select(['l.reseller_id', 'l.operation_id']),
      ),
  );
  await make(
    db,
    'new_coin_lines',
    db
      .selectFrom('resellers as r')
      .leftJoin('verified_accounts as v', 'v.reseller_id', 'r.id')
      .innerJoin('coin_transfers as c', (join) =>
        join
          .onRef('c.reseller_id', '=', 'r.id')
          .on(({ eb, fn }) =>
            eb('c.created_at', '>', fn.coalesce('v.coins_moved_at', sql<Date>`timestamptz '-infinity'`)),
          ),
      )
      .select(['c.reseller_id', 'c.operation_id'])
      .distinct(),
  );
  await make(
    db,
    'new_top_ups',
    db
      .selectFrom('top_ups as u')
      .select('u.reference')
      .where('u.operation_id', '>=', firstId)
      .union(
        db
          .selectFrom('new_lines as n')
          .innerJoin('top_ups as u', 'u.operation_id', 'n.operation_id')
          .select('u.reference'),
      ),
  );
  // The operator makes them one by one: they are few, and have no index by time.
  await make(
    db,
    'new_corrections',
    db
      .selectFrom('corrections as c')
      .select(['c.reseller_id', 'c.operation_id'])
      .where('c.created_at', '>=', from)
      .distinct(),
  );
}
