import { type RawBuilder, sql } from 'kysely';
import { announcing } from '../events/outbox.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';

/** The event of a balance that has changed; the CTE `paid` names whose. */
const TELL_OF_PAID = announcing('balance', 'paid', { resellerId: 'reseller_id' });

export interface Charge {
  resellerId: number;
  operationId: string;
  amount: Micros;
  at: Date;
}

/**
 * Takes an operation's money: reseller to in-flight. Returns `false`, having changed nothing, when the balance is too low.
 *
 * One relative statement does both the check and the change while it holds the account's row, so that of any number of
 * concurrent charges only as many succeed as the balance pays for, and just one sees the balance fall below the threshold.
 *
 * A notice is due at that crossing and nowhere else: a balance that is low stays so silently, and whatever lifts it to the
 * threshold or above, a refund as well as a top-up, makes another crossing possible. Nothing has to be armed or remembered,
 * and a threshold of 0 is never crossed.
 */
export async function charge(
  sqlClient: Sql,
  { resellerId, operationId, amount, at }: Charge,
): Promise<boolean> {
  const { rows } = await sql`
    with paid as (
      update accounts set balance = balance - ${amount}
      where reseller_id = ${resellerId} and balance >= ${amount}
      returning reseller_id, balance
    ), told as (${TELL_OF_PAID}
    ), noticed as (
      insert into notices (reseller_id, kind, balance, threshold_usd, created_at)
      select id, 'low_balance', paid.balance, low_balance_threshold_usd, ${at}::timestamptz
      from paid
      join (select *, low_balance_threshold_usd * 1000000::bigint as threshold from resellers) r on id = reseller_id
      where paid.balance < threshold and paid.balance + ${amount} >= threshold
    )
    insert into transfers (reseller_id, operation_id, stage, debit, credit, amount, created_at)
    select reseller_id, ${operationId}::uuid, 1, 'reseller', 'in_flight', ${amount}::bigint, ${at}::timestamptz from paid
    returning stage
  `.execute(sqlClient);
  return rows.length === 1;
}

/**
 * The ledger line that ends an operation, as a part of the statement that decides it: `decided` names a CTE with the
 * columns reseller_id, id and amount. The ledger takes one such line for each operation, so earning and refunding exclude
 * each other whoever tries.
 */
export function finalTransfer(
  decided: 'decided',
  credit: 'revenue' | 'reseller',
  at: Date,
): RawBuilder<unknown> {
  return sql`insert into transfers (reseller_id, operation_id, stage, debit, credit, amount, created_at)
    select reseller_id, id, 2, 'in_flight', ${credit}, amount, ${at}::timestamptz from ${sql.raw(decided)}`;
}

/** Adds to a reseller's balance; belongs into the transaction that writes the transfer. */
export async function credit(sqlClient: Sql, resellerId: number, amount: Micros): Promise<void> {
  await sql`
    with paid as (
      update accounts set balance = balance + ${amount} where reseller_id = ${resellerId} returning reseller_id
    ) ${TELL_OF_PAID}`.execute(sqlClient);
}
