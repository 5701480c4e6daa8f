import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { MOVEMENT_KINDS, type MovementKind } from './movements.ts';

/** What happened to a balance in a period. */
export interface BalancePeriod {
  /** Before its first movement. */
  opening: Micros;
  /** After its last one. */
  closing: Micros;
  /**
   * Those that were in it; amounts are negative when they were taken. Null for a period without a beginning:
   * they are added up, and a balance may have millions.
   */
  sums: { kind: MovementKind; movements: number; amount: Micros }[] | null;
}

const KINDS = MOVEMENT_KINDS.map((kind) => sql.lit(kind));

/**
 * The balance of a reseller at both ends of a period, and its movements by kind. Reads the index of each kind
 * once for a balance, and for the sums what the period has of it.
 */
export async function readPeriod(
  db: Sql,
  resellerId: number,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): Promise<BalancePeriod> {
  if (!from) return { opening: 0n, closing: await readBalanceBefore(db, resellerId, to), sums: null };
  let within = db
    .selectFrom('ledger')
    .select(({ fn }) => [
      sql<MovementKind>`kind`.as('kind'),
      fn.countAll<string>().as('movements'),
      sql<string>`sum(case debit when 'reseller' then -amount else amount end)::text`.as('amount'),
    ])
    .where('reseller_id', '=', resellerId)
    .where('kind', 'in', KINDS)
    .where('created_at', '>=', from);
  if (to) within = within.where('created_at', '<', to);
  const opening = await readBalanceBefore(db, resellerId, from);
  const rows = await within.groupBy('kind').orderBy('kind').execute();
  const sums = rows.map((row) => ({
    kind: row.kind,
    movements: Number(row.movements),
    amount: BigInt(row.amount),
  }));
  return { opening, closing: sums.reduce((sum, { amount }) => sum + amount, opening), sums };
}

/** Without an instant that of now. */
async function readBalanceBefore(db: Sql, resellerId: number, instant?: Date): Promise<Micros> {
  // The last movement of each kind: the index has the kinds one after the other.
  const row = await db
    .selectFrom(sql<{ kind: MovementKind }>`unnest(array[${sql.join(KINDS)}])`.as<'k'>(sql`k (kind)`))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('ledger as l')
          .select(['l.created_at', 'l.balance_after'])
          .where('l.reseller_id', '=', resellerId)
          .whereRef('l.kind', '=', 'k.kind')
          .$if(instant !== undefined, (qb) => qb.where('l.created_at', '<', instant as Date))
          .orderBy('l.created_at', 'desc')
          .limit(sql.lit(1))
          .as('m'),
      (join) => join.onTrue(),
    )
    .select('m.balance_after')
    .orderBy('m.created_at', 'desc')
    .limit(sql.lit(1))
    .executeTakeFirst();
  return BigInt(row?.balance_after ?? 0);
}
