import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';

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
 * concurrent charges only as many succeed as the balance pays for.
 */
export async function charge(
  sqlClient: Sql,
  { resellerId, operationId, amount, at }: Charge,
): Promise<boolean> {
  const { rows } = await sql`
    with paid as (
      update accounts set balance = balance - ${amount}
      where reseller_id = ${resellerId} and balance >= ${amount}
      returning reseller_id
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
  await sql`update accounts set balance = balance + ${amount} where reseller_id = ${resellerId}`.execute(
    sqlClient,
  );
}
