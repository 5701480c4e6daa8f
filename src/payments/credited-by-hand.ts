import type { Selectable } from 'kysely';
import { type CountedTopUp, countTopUp, findTopUp, renameTopUp } from '../billing/top-up.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import { topUpOf } from './reference.ts';

type Row = Selectable<Tables['payments']>;
/** A payment that came and was not credited. */
export type UncreditedRow = Row & { state: 'differing' | 'unknown'; charge_id: string };

export function isUncredited(row: Row): row is UncreditedRow {
  return row.state === 'differing' || row.state === 'unknown';
}

/** The top-up by which the operator has added a payment to a balance, named by its charge or its id. */
export function findTopUpByHand(tx: Sql, { id, provider, charge_id }: UncreditedRow) {
  return findTopUp(tx, [topUpOf(provider, charge_id).reference, charge_id, id]);
}

/**
 * Credits a payment that was not credited, with an amount that the operator has decided. A top-up by hand of
 * the same reseller and amount is this credit: it gets the reference of the charge, and no money moves.
 * Returns the payment as it is then.
 */
export async function creditUncredited(
  tx: Sql,
  row: UncreditedRow,
  { resellerId, amount, at }: { resellerId: number; amount: Micros; at: Date },
  byHand: CountedTopUp | undefined,
): Promise<Row> {
  const credited = await tx
    .updateTable('payments')
    .set({
      state: 'paid',
      reseller_id: resellerId,
      amount,
      found: null,
      paid_at: row.paid_at ?? at,
      // Who pays in Stars does so in their private chat, which has the same id.
      chat_id: row.chat_id ?? row.payer_id,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const named = topUpOf(row.provider, row.charge_id);
  if (byHand) await renameTopUp(tx, byHand.reference, named);
  else if (!(await countTopUp(tx, { resellerId, amount, ...named, at }, { isNoticed: true })))
    throw new Error(`the charge of payment ${row.id} is another top-up`);
  return credited;
}

/** As it is when a top-up by hand, if there is one, is counted as its credit. */
export async function withTopUpByHand(tx: Sql, row: Row, at: Date): Promise<Row> {
  if (!isUncredited(row)) return row;
  const byHand = await findTopUpByHand(tx, row);
  return byHand ? creditUncredited(tx, row, { ...byHand, at }, byHand) : row;
}
