import { randomUUIDv7 } from 'node:crypto';
import { notify } from '../events/bell.ts';
import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { findReseller } from '../resellers/resellers.ts';
import { post } from './ledger.ts';

interface TopUp {
  resellerId: number;
  amount: Micros;
  /**
   * The name of the payment, such as a transaction id. One reference is counted once, even if it is sent
   * again.
   */
  reference: string;
  /**
   * What the payment is called, however its reference is written: of several top-ups of one name, only one is
   * made. The reference when left out.
   */
  name?: string | undefined;
  at: Date;
}

/** The references of first balances begin with this, which no other payment's does. */
export const OPENING = 'opening:';

/** How balances are topped up in the chat: what the references begin with, and what people call it. */
export const PAID_WITH = {
  stars: { prefix: 'stars', words: 'Telegram Stars' },
  crypto_pay: { prefix: 'crypto-pay', words: 'Crypto Pay' },
} as const;

/** How the payment of a reference was paid; undefined for one that the operator has counted. */
export function wayOf(reference: string) {
  return Object.values(PAID_WITH).find(({ prefix }) => reference.startsWith(`${prefix}:`));
}

/**
 * Adds money to a reseller's balance. Repeating a top-up changes nothing and returns the first one, with the
 * balance right after it. Throws InvalidRequestError when the reseller does not exist, or the reference
 * belongs to another payment or begins with `opening:`.
 */
export async function topUp(
  database: Database,
  payment: TopUp,
): Promise<{ balanceAfter: Micros; replayed: boolean }> {
  const { resellerId, amount, reference } = payment;
  if (reference.startsWith(OPENING))
    throw new InvalidRequestError(
      `References that begin with "${OPENING}" are those of first balances; give the payment another one.`,
    );
  return database.inUnitOfWork(async (em, tx) => {
    await findReseller(em, resellerId);
    const balance = await claimTopUp(tx, payment);
    if (balance !== undefined) return { balanceAfter: balance, replayed: false };
    const earlier = await findTopUp(tx, [reference]);
    if (!earlier) throw new Error(`the top-up ${reference} is gone`);
    if (earlier.resellerId !== resellerId || earlier.amount !== amount) throw usedOtherwise(earlier);
    return { balanceAfter: earlier.balanceAfter, replayed: true };
  });
}

/**
 * Adds the first money of a reseller that the caller's transaction has just written. Throws
 * InvalidRequestError when somebody gave a payment the reference of this one; the transaction has to be given
 * up then.
 */
export async function countOpening(
  tx: Sql,
  { resellerId, ...opening }: Omit<TopUp, 'reference'>,
): Promise<void> {
  const reference = `${OPENING}${resellerId}`;
  const balance = await claimTopUp(tx, { resellerId, reference, ...opening });
  if (balance === undefined)
    throw new InvalidRequestError(
      `Another payment has the reference "${reference}" of a first balance, so no reseller was added; try again: the next one has another number.`,
    );
}

/**
 * Makes a top-up within the caller's transaction, for a reseller that exists. Returns false, and changes
 * nothing, when the name is taken by another reference, or this one belongs to another reseller or another
 * amount.
 */
export async function countTopUp(tx: Sql, payment: TopUp): Promise<boolean> {
  const { reference, resellerId, amount } = payment;
  if ((await claimTopUp(tx, payment)) !== undefined) return true;
  const counted = await findTopUp(tx, [reference]);
  return counted?.reference === reference && counted.resellerId === resellerId && counted.amount === amount;
}

/** Has a top-up that was counted bear the reference and the name of the payment that it is. */
export async function renameTopUp(
  tx: Sql,
  counted: string,
  { reference, name }: Pick<TopUp, 'reference' | 'name'>,
): Promise<void> {
  await tx.updateTable('top_ups').set({ reference, name }).where('reference', '=', counted).execute();
}

/** Returns the new balance; undefined when the reference is taken, and nothing was changed. */
async function claimTopUp(
  tx: Sql,
  { resellerId, amount, reference, name = reference, at }: TopUp,
): Promise<Micros | undefined> {
  // One statement claims the reference and moves the money, so that of two concurrent calls for one payment
  // only one moves it.
  const posted = post(
    tx.with('movement', (cte) =>
      cte
        .insertInto('top_ups')
        .values({
          reference,
          name,
          reseller_id: resellerId,
          operation_id: randomUUIDv7(),
          amount,
          created_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['reseller_id', 'operation_id', 'amount', 'created_at']),
    ),
    'topUp',
  );
  const row = await posted.selectFrom('posted').select('balance').executeTakeFirst();
  return row?.balance == null ? undefined : BigInt(row.balance);
}

function usedOtherwise({ reference, resellerId, amount, at }: CountedTopUp): InvalidRequestError {
  return new InvalidRequestError(
    `The reference ${JSON.stringify(reference)} was used for the top-up of reseller ${resellerId} by ${formatUsd(amount)} USD on ${at.toISOString()}; nothing was added. Give each payment a reference of its own.`,
  );
}

/** A top-up that was counted, with the balance right after it. */
export type CountedTopUp = Omit<TopUp, 'name'> & { balanceAfter: Micros };

/** The top-up that has the first of these as its reference or its name; undefined when none has any. */
export async function findTopUp(tx: Sql, references: readonly string[]): Promise<CountedTopUp | undefined> {
  const rows = await tx
    .selectFrom('top_ups as p')
    .innerJoin('ledger as t', (join) =>
      join.onRef('t.reseller_id', '=', 'p.reseller_id').onRef('t.operation_id', '=', 'p.operation_id'),
    )
    .select(['p.reference', 'p.name', 'p.reseller_id as resellerId', 'p.amount', 'p.created_at as at'])
    .select(({ ref }) => ref('t.balance_after').$notNull().as('balanceAfter'))
    .where(({ eb, or }) => or([eb('p.reference', 'in', references), eb('p.name', 'in', references)]))
    .execute();
  const called = (wanted: string) =>
    rows.find(({ reference }) => reference === wanted) ?? rows.find(({ name }) => name === wanted);
  const row = references.map(called).find(Boolean);
  return row && { ...row, amount: BigInt(row.amount), balanceAfter: BigInt(row.balanceAfter) };
}

interface PaymentRefund {
  resellerId: number;
  /** A UUID of its own for each attempt to give a payment back. */
  operationId: string;
  amount: Micros;
  at: Date;
}

/**
 * Takes a payment that is to be given back from the reseller's balance, which may be low then. Returns false,
 * and changes nothing, when the balance does not cover it.
 */
export async function takePayment(tx: Sql, refund: PaymentRefund): Promise<boolean> {
  const posted = await post(withMovement(tx, refund), 'paymentRefund')
    .selectFrom('posted')
    .select('balance')
    .executeTakeFirst();
  if (!posted) return false;
  await notify(tx, [{ topic: 'balance', resellerId: refund.resellerId }]);
  return true;
}

/**
 * Takes as much of a payment as the balance covers: its payer has got it back already. Returns how much that
 * was. The account owes the rest: `post` takes it from what comes to the balance next.
 */
export async function takeCovered(tx: Sql, refund: PaymentRefund): Promise<Micros> {
  // Locked, so that the balance covers it still when it is taken.
  const { balance } = await tx
    .selectFrom('accounts')
    .select('balance')
    .where('reseller_id', '=', refund.resellerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const covered = BigInt(balance) < refund.amount ? BigInt(balance) : refund.amount;
  if (covered > 0n && !(await takePayment(tx, { ...refund, amount: covered })))
    throw new Error(`the balance of reseller ${refund.resellerId} changed while it was locked`);
  await tx
    .updateTable('accounts')
    .set((eb) => ({ owed: eb('owed', '+', refund.amount - covered).$castTo<bigint>() }))
    .where('reseller_id', '=', refund.resellerId)
    .execute();
  return covered;
}

/** Puts it back on the balance, because the provider does not give it back. */
export async function keepPayment(tx: Sql, refund: PaymentRefund): Promise<void> {
  await post(withMovement(tx, refund), 'paymentKept').selectFrom('posted').select('balance').execute();
  await notify(tx, [{ topic: 'balance', resellerId: refund.resellerId }]);
}

function withMovement(tx: Sql, { resellerId, operationId, amount, at }: PaymentRefund) {
  return tx.with('movement', (cte) =>
    cte.selectNoFrom(({ cast, val }) => [
      cast<number>(val(resellerId), 'bigint').as('reseller_id'),
      cast<string>(val(operationId), 'uuid').as('operation_id'),
      cast<number>(val(amount), 'bigint').as('amount'),
      cast<Date>(val(at), 'timestamptz').as('created_at'),
    ]),
  );
}
