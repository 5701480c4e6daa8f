import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { insertSelect } from '../kit/statement.ts';
import {
  PAYMENT_COLUMNS,
  type Payment,
  type ProviderName,
  TooManyPaymentsError,
  toPayment,
} from './payment.ts';
import { type Payments, providersOf } from './payments.ts';
import { starsFor } from './stars/stars.ts';

/** What can be paid at once. Less costs more than it is worth, and more is not paid in a chat. */
export const LEAST_PAYMENT: Micros = 1_000_000n;
export const LARGEST_PAYMENT: Micros = 10_000_000_000n;
export const CENT: Micros = 10_000n;
/**
 * How long a person has to pay: a wallet is filled within it, and prices in Stars are not kept for longer.
 */
const VALID_MS = 60 * 60_000;
/** Payments of one reseller that can be open: nobody needs more, and each is asked for at the provider. */
const MAX_OPEN = 20;

/**
 * Writes down that somebody wants to pay, and what for. Stars are then asked for by an invoice in the chat
 * with the payment's id as its payload; for Crypto Pay `makeInvoice` gets an invoice, and the listener hears
 * of it.
 *
 * Throws InvalidRequestError for an amount that cannot be paid or that the provider does not take, and
 * TooManyPaymentsError.
 */
export async function openPayment(
  tx: Sql,
  payments: Payments,
  given: Pick<Payment, 'resellerId' | 'provider' | 'amount'> & { chatId?: number },
): Promise<Payment> {
  const { resellerId, provider, amount, chatId } = given;
  if (!isPayable(amount))
    throw new InvalidRequestError([
      {
        path: ['amount'],
        message: `must be from ${formatUsd(LEAST_PAYMENT)} to ${formatUsd(LARGEST_PAYMENT)} USD, in whole cents`,
      },
    ]);
  if (!providersOf(payments, amount).includes(provider))
    throw new InvalidRequestError('Nobody can pay so much in this way at present.');
  const now = payments.clock.now();
  const open = tx
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('reseller_id', '=', resellerId)
    .where('state', '=', 'open');
  const row = await insertSelect(
    tx.insertInto('payments'),
    tx.selectFrom(open.as('open')).where('open.count', '<', MAX_OPEN),
    ({ cast, val }) => ({
      id: cast<string>(val(randomUUIDv7()), 'uuid'),
      reseller_id: cast<number>(val(resellerId), 'bigint'),
      provider: cast<ProviderName>(val(provider), 'text'),
      amount: cast<number>(val(amount), 'bigint'),
      stars: cast<number | null>(
        val(provider === 'stars' ? starsFor(amount, payments.starsPerUsd) : null),
        'integer',
      ),
      state: sql.lit('open' as const),
      chat_id: cast<number | null>(val(chatId ?? null), 'bigint'),
      created_at: cast<Date>(val(now), 'timestamptz'),
      expires_at: cast<Date>(val(new Date(now.getTime() + VALID_MS)), 'timestamptz'),
    }),
  )
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirst();
  if (!row) throw new TooManyPaymentsError(MAX_OPEN);
  return toPayment(row);
}

export function isPayable(amount: Micros): boolean {
  return amount % CENT === 0n && amount >= LEAST_PAYMENT && amount <= LARGEST_PAYMENT;
}
