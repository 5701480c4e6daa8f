import { randomUUIDv7 } from 'node:crypto';
import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { findReseller } from '../resellers/resellers.ts';
import { readBalance } from './accounts.ts';
import { type CorrectionKind, post } from './ledger.ts';

/** The longest reason, in characters. A reseller reads it in a line of the account statement. */
export const MAX_REASON_CHARACTERS = 500;

/** A change of a balance that the operator has decided. */
export interface Correction {
  kind: CorrectionKind;
  resellerId: number;
  /** The operation of an operation refund; of an adjustment a UUID of its own. */
  operationId: string;
  /** The place of its line among those of the operation. */
  stage: number;
  /** What is added to the balance; negative when it is taken. Not zero. */
  amount: Micros;
  /** The operator's name for it. One reference is counted once, even if it is sent again. */
  reference: string;
  /** Why, for the reseller: 1 to 500 characters. */
  reason: string;
  at: Date;
}

/** A correction that was made, with the balance right after it. */
export type MadeCorrection = Correction & {
  balanceAfter: Micros;
  /** Whether it was made before, and nothing was moved now. */
  replayed: boolean;
};

export async function findCorrection(tx: Sql, reference: string): Promise<MadeCorrection | undefined> {
  const row = await tx
    .selectFrom('corrections as c')
    .innerJoin('ledger as t', (join) =>
      join
        .onRef('t.reseller_id', '=', 'c.reseller_id')
        .onRef('t.operation_id', '=', 'c.operation_id')
        .onRef('t.stage', '=', 'c.stage'),
    )
    .select(['c.kind', 'c.reseller_id as resellerId', 'c.operation_id as operationId', 'c.stage'])
    .select(['c.amount', 'c.reference', 'c.reason', 'c.created_at as at'])
    .select(({ ref }) => ref('t.balance_after').$notNull().as('balanceAfter'))
    .where('c.reference', '=', reference)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      amount: BigInt(row.amount),
      balanceAfter: BigInt(row.balanceAfter),
      replayed: true,
    }
  );
}

/**
 * Claims the reference and moves the money, in one statement of the caller's transaction. Returns undefined
 * when the reference was taken by another transaction meanwhile. Throws InvalidRequestError, after which the
 * transaction has to be given up, when the balance does not cover what is to be taken.
 */
export async function makeCorrection(tx: Sql, correction: Correction): Promise<MadeCorrection | undefined> {
  const { amount } = correction;
  const claimed = tx.with('movement', (cte) =>
    cte
      .insertInto('corrections')
      .values({
        reference: correction.reference,
        reseller_id: correction.resellerId,
        operation_id: correction.operationId,
        stage: correction.stage,
        kind: correction.kind,
        amount,
        reason: correction.reason,
        created_at: correction.at,
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .returning(({ fn }) => [
        'reseller_id',
        'operation_id',
        fn<number>('abs', ['amount']).as('amount'),
        'created_at',
      ]),
  );
  const posted =
    correction.kind === 'operation_refund'
      ? post(claimed, 'operationRefund', { stage: correction.stage })
      : post(claimed, amount > 0n ? 'adjustmentUp' : 'adjustmentDown');
  const row = await posted
    .selectFrom('movement')
    .leftJoin('posted', 'posted.operation_id', 'movement.operation_id')
    .select('posted.balance')
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.balance === null) throw await takesTooMuch(tx, correction);
  return { ...correction, balanceAfter: BigInt(row.balance), replayed: false };
}

async function takesTooMuch(tx: Sql, { resellerId, amount }: Correction): Promise<InvalidRequestError> {
  const most = formatUsd(await readBalance(tx, resellerId));
  return new InvalidRequestError(
    `This takes ${formatUsd(-amount)} USD and the balance is ${most} USD; a balance never goes below zero, so at most ${most} can be taken.`,
  );
}

/** The refusal of a reference that was used for something else. */
export function usedOtherwise({ reference, kind, amount, ...made }: Correction): InvalidRequestError {
  const [usd, when] = [formatUsd(amount), made.at.toISOString()];
  const what =
    kind === 'adjustment'
      ? `the adjustment of reseller ${made.resellerId} by ${usd} USD`
      : `the refund of ${usd} USD of operation ${made.operationId}`;
  return new InvalidRequestError(
    `The reference ${JSON.stringify(reference)} was used for ${what} on ${when}, with the reason ${JSON.stringify(made.reason)}; use another one for another correction.`,
  );
}

/** What was given back of an operation that had settled, and in how many parts. */
export async function readOperationRefunds(
  tx: Sql,
  operationId: string,
): Promise<{ parts: number; amount: Micros }> {
  const refunds = await readRefundsOfOperations(tx, [operationId]);
  return refunds.get(operationId) ?? { parts: 0, amount: 0n };
}

/** What was given back of several operations, in one statement; one of which nothing was is missing. */
export async function readRefundsOfOperations(
  db: Sql,
  operationIds: readonly string[],
): Promise<Map<string, { parts: number; amount: Micros }>> {
  const rows = await db
    .selectFrom('corrections')
    .select(({ fn }) => [
      'operation_id',
      fn.countAll<number>().as('parts'),
      fn.sum<string>('amount').as('amount'),
    ])
    .where(({ eb, fn, val }) => eb('operation_id', '=', fn.any(val(operationIds))))
    .groupBy('operation_id')
    .execute();
  return new Map(rows.map((row) => [row.operation_id, { parts: row.parts, amount: BigInt(row.amount) }]));
}

type Adjustment = Omit<Correction, 'kind' | 'operationId' | 'stage'>;

/**
 * Adds an amount to a reseller's balance, or takes it from there, for a reason that the reseller reads. A
 * repeated adjustment changes nothing and returns the first one. Throws InvalidRequestError when there is no
 * such reseller, the reference was used for another correction or reason, or the balance does not cover it.
 */
export async function adjust(database: Database, adjustment: Adjustment): Promise<MadeCorrection> {
  const { resellerId, reference, amount, reason } = adjustment;
  if (amount === 0n) throw new InvalidRequestError('An adjustment by 0 USD changes nothing.');
  return database.inUnitOfWork(async (em, tx) => {
    await findReseller(em, resellerId);
    const made = await makeCorrection(tx, {
      ...adjustment,
      kind: 'adjustment',
      operationId: randomUUIDv7(),
      stage: 1,
    });
    if (made) return made;
    const earlier = await findCorrection(tx, reference);
    if (!earlier) throw new Error(`the correction ${reference} is gone`);
    const isSame =
      earlier.kind === 'adjustment' &&
      earlier.resellerId === resellerId &&
      earlier.amount === amount &&
      earlier.reason === reason;
    if (!isSame) throw usedOtherwise(earlier);
    return earlier;
  });
}
