import { randomUUIDv7 } from 'node:crypto';
import type { Selectable } from 'kysely';
import { makeCorrection } from '../billing/corrections.ts';
import { type CountedTopUp, countTopUp, findTopUp } from '../billing/top-up.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import { topUpReference } from './reference.ts';

type Row = Selectable<Tables['payments']>;
/** A payment that came and was not credited. */
export type UncreditedRow = Row & { state: 'differing' | 'unknown'; charge_id: string };

export function isUncredited(row: Row): row is UncreditedRow {
  return row.state === 'differing' || row.state === 'unknown';
}

/** The top-up by which the operator has added a payment to a balance, named by its charge or its id. */
export function findTopUpByHand(tx: Sql, { id, provider, charge_id }: UncreditedRow) {
  return findTopUp(tx, [topUpReference(provider, charge_id), charge_id, id]);
}

/**
 * Credits a payment that was not credited, with an amount that the operator has decided. A top-up by hand of
 * the same reseller and amount is counted as this credit: it is taken back within the transaction, so that
 * the balance stays and the payment has the top-up that belongs to its charge. Returns the payment as it is
 * then.
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
      // Who pays in Stars does so in their private chat, which has the same id.
      chat_id: row.chat_id ?? row.payer_id,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const reference = topUpReference(row.provider, row.charge_id);
  const topUp = { resellerId, amount, reference, at };
  if (!(await countTopUp(tx, topUp, { isNoticed: !byHand })))
    throw new Error(`the charge of payment ${row.id} is another top-up`);
  if (byHand && byHand.reference !== reference) await takeBack(tx, row, byHand, at);
  return credited;
}

/** As it is when a top-up by hand, if there is one, is counted as its credit. */
export async function withTopUpByHand(tx: Sql, row: Row, at: Date): Promise<Row> {
  if (!isUncredited(row)) return row;
  const byHand = await findTopUpByHand(tx, row);
  return byHand ? creditUncredited(tx, row, { ...byHand, at }, byHand) : row;
}

async function takeBack(
  tx: Sql,
  { id }: UncreditedRow,
  { resellerId, amount, reference }: CountedTopUp,
  at: Date,
): Promise<void> {
  const made = await makeCorrection(tx, {
    kind: 'adjustment',
    resellerId,
    operationId: randomUUIDv7(),
    stage: 1,
    amount: -amount,
    reference: `payment:${id}`,
    reason: `The top-up ${JSON.stringify(reference)} is counted as that of payment ${id}`,
    at,
  });
  if (!made) throw new Error(`the top-up ${reference} of payment ${id} was taken back before`);
}
