import { sql } from 'kysely';
import type { Database, Sql } from '../../kit/database.ts';
import type { AccountPoint } from './account-points.ts';
import type { Sums } from './sums.ts';

/** How many accounts one statement writes. */
const ACCOUNTS_AT_ONCE = 10_000;
/** Nobody looks at older verifications. The newest is kept, however old. */
const KEPT_FOR = '90 days';

/** The last verification that has moved the verified point: as of when it has read, and the sums up to it. */
export interface Verification extends Sums {
  id: number;
  startedAt: Date;
  /** Which checks it has made. */
  checks: string;
}

/** Undefined if there was none. */
export async function readNewest(tx: Sql): Promise<Verification | undefined> {
  const row = await tx
    .selectFrom('verifications')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    id: row.id,
    startedAt: row.started_at,
    checks: row.checks,
    transfers: row.transfers,
    operations: row.operations,
    outside: BigInt(row.outside),
    adjustments: BigInt(row.adjustments),
    inFlight: BigInt(row.in_flight),
    revenue: BigInt(row.revenue),
  };
}

/** Where a verification that has found nothing moves the point, and what it followed. */
export interface NewPoint {
  follows: number;
  startedAt: Date;
  checks: string;
  sums: Sums;
  accounts: readonly AccountPoint[];
}

/**
 * Moves the verified point, in one transaction, unless another verification has moved it meanwhile. Returns
 * whether it did.
 */
export async function movePoint(database: Database, point: NewPoint): Promise<boolean> {
  const { sums, accounts, follows } = point;
  return database.inTransaction(async (tx) => {
    // Whoever follows the same verification waits here, and then changes nothing.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('verifications')
      .values({
        follows,
        started_at: point.startedAt,
        checks: point.checks,
        transfers: sums.transfers,
        operations: sums.operations,
        outside: sums.outside,
        adjustments: sums.adjustments,
        in_flight: sums.inFlight,
        revenue: sums.revenue,
      })
      .onConflict((conflict) => conflict.column('follows').doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return false;
    for (let i = 0; i < accounts.length; i += ACCOUNTS_AT_ONCE)
      await writeAccounts(tx, accounts.slice(i, i + ACCOUNTS_AT_ONCE));
    await tx
      .deleteFrom('verifications')
      .where('started_at', '<', sql<Date>`${point.startedAt}::timestamptz - ${sql.lit(KEPT_FOR)}::interval`)
      .execute();
    return true;
  });
}

async function writeAccounts(tx: Sql, accounts: readonly AccountPoint[]): Promise<void> {
  const rows = JSON.stringify(accounts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  await sql`
    insert into verified_accounts as v (reseller_id, moved_at, balance, spent, coins_moved_at, coins)
    select reseller_id, moved_at, balance, spent, coins_moved_at, coins
    from json_populate_recordset(null::verified_accounts, ${rows}::json)
    on conflict (reseller_id) do update set moved_at = excluded.moved_at, balance = excluded.balance,
      spent = excluded.spent, coins_moved_at = excluded.coins_moved_at, coins = excluded.coins
    where (v.moved_at, v.balance, v.spent, v.coins_moved_at, v.coins) is distinct from
      (excluded.moved_at, excluded.balance, excluded.spent, excluded.coins_moved_at, excluded.coins)`.execute(
    tx,
  );
}
