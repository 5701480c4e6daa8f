import { sql } from 'kysely';
import { type SpendingUnit, startOfMonth } from '../billing/spending.ts';
import { startOfDay } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';

/** What a reseller lets renewals by themselves spend; null for any amount. */
export interface SpendingLimits {
  perDay: Micros | null;
  perMonth: Micros | null;
}

/** What they have spent in the UTC day and month of an instant, without what was refunded. */
export interface AutoSpending {
  today: Micros;
  thisMonth: Micros;
}

/** Thrown when a renewal by itself would pass a limit of its reseller. Nothing was charged. */
export class SpendingLimitError extends DomainError {
  readonly code = 'spending_limit_reached';

  constructor(limit: Micros, spent: Micros, unit: Extract<SpendingUnit, 'day' | 'month'>) {
    super(
      `Renewals by themselves may spend ${formatUsd(limit)} USD in a ${unit}, and have spent ${formatUsd(spent)}: raise the limit, or renew the order by hand.`,
    );
  }
}

export async function setSpendingLimits(
  db: Sql,
  resellerId: number,
  { perDay, perMonth }: SpendingLimits,
): Promise<void> {
  const limits = { per_day: perDay, per_month: perMonth };
  await db
    .insertInto('spending_limits')
    .values({ reseller_id: resellerId, ...limits })
    .onConflict((conflict) => conflict.column('reseller_id').doUpdateSet(limits))
    .execute();
}

export async function readSpendingLimits(db: Sql, resellerId: number): Promise<SpendingLimits> {
  const row = await db
    .selectFrom('spending_limits')
    .select(['per_day', 'per_month'])
    .where('reseller_id', '=', resellerId)
    .executeTakeFirst();
  const micros = (amount: number | bigint | null = null) => (amount === null ? null : BigInt(amount));
  return { perDay: micros(row?.per_day), perMonth: micros(row?.per_month) };
}

const sumSpent = statement<{ resellerId: number; day: Date; month: Date }>()(
  (_db, { resellerId, day, month }) => sql<{ today: number | bigint; thisMonth: number | bigint }>`
    select coalesce(sum(amount) filter (where created_at >= ${day}), 0)::bigint as today,
      coalesce(sum(amount), 0)::bigint as "thisMonth"
    from operations
    where cause = 'auto_renew' and reseller_id = ${resellerId} and created_at >= ${month} and state <> 'refunded'`,
);

/** What runs counts as spent. */
export async function readAutoSpending(db: Sql, resellerId: number, now: Date): Promise<AutoSpending> {
  const since = { day: startOfDay(now, 'UTC'), month: startOfMonth(now, 'UTC') };
  const [row] = await sumSpent(db, { resellerId, ...since });
  return { today: BigInt(row?.today ?? 0), thisMonth: BigInt(row?.thisMonth ?? 0) };
}

/** The error of an amount that passes a limit; undefined for one that does not. */
export function limitError(
  { perDay, perMonth }: SpendingLimits,
  { today, thisMonth }: AutoSpending,
  amount: Micros,
): SpendingLimitError | undefined {
  if (perDay !== null && today + amount > perDay) return new SpendingLimitError(perDay, today, 'day');
  if (perMonth !== null && thisMonth + amount > perMonth)
    return new SpendingLimitError(perMonth, thisMonth, 'month');
  return undefined;
}

/** To be called in the transaction that has charged that amount. Throws SpendingLimitError. */
export async function assertWithinLimits(
  tx: Sql,
  { resellerId, amount, now }: { resellerId: number; amount: Micros; now: Date },
): Promise<void> {
  const limits = await readSpendingLimits(tx, resellerId);
  if (limits.perDay === null && limits.perMonth === null) return;
  const { today, thisMonth } = await readAutoSpending(tx, resellerId, now);
  const error = limitError(limits, { today: today - amount, thisMonth: thisMonth - amount }, amount);
  if (error) throw error;
}
