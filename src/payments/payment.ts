import { randomUUID } from 'node:crypto';
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Attempted, Retry } from '../kit/job-failures.ts';
import { Lease } from '../kit/lease.ts';
import type { Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';

export const PROVIDERS = ['stars', 'crypto_pay'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/**
 * - `open`: asked for, and can be paid;
 * - `expired`: it was not paid in time, or its invoice was refused. Who pays it all the same is credited;
 * - `paid`: it came, and was added to the balance;
 * - `differing`: another amount or currency came than was asked for, and nothing was added;
 * - `unknown`: it came, and nobody has asked for it;
 * - `refunding`: it was taken from the balance, and the provider is asked to give it back;
 * - `refunded`: the payer has it back, and it is off the balance as far as that covered it.
 */
export const PAYMENT_STATES = [
  'open',
  'expired',
  'paid',
  'differing',
  'unknown',
  'refunding',
  'refunded',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** A payment that somebody has asked for. */
export interface Payment {
  /** A UUID: the payload of its invoice. */
  id: string;
  resellerId: number;
  provider: ProviderName;
  /**
   * What is added to the balance once it is paid, in micro-dollars, as it was when the payment was asked
   * for.
   */
  amount: Micros;
  /** What Telegram asks for, in whole Stars; null where the provider asks for `amount`, in USD. */
  stars: number | null;
  state: PaymentState;
  /** The chat that the payment was asked for in; null when it was asked for elsewhere. */
  chatId: number | null;
  expiresAt: Date;
  /**
   * Where a person pays; null while the provider has made no invoice, and for Stars, which are paid in a
   * message.
   */
  payUrl: string | null;
}

/** All columns: a prepared statement must not have more of them after a migration than before. */
// biome-ignore format: a column on each line would take a screen.
export const PAYMENT_COLUMNS = [
  'payments.id', 'payments.reseller_id', 'payments.provider', 'payments.amount', 'payments.stars', 'payments.state',
  'payments.chat_id', 'payments.message_id', 'payments.created_at', 'payments.expires_at', 'payments.invoice_id',
  'payments.pay_url', 'payments.charge_id', 'payments.payload_hash', 'payments.payer_id', 'payments.paid_at',
  'payments.found', 'payments.refund_id', 'payments.uncovered', 'payments.lease_token', 'payments.leased_until',
] as const;
export type PaymentRow = Selectable<Tables['payments']>;

export function toPayment(row: PaymentRow): Payment {
  const { reseller_id: resellerId, amount } = row;
  if (resellerId === null || amount === null) throw new Error(`nobody has asked for payment ${row.id}`);
  return {
    id: row.id,
    resellerId,
    provider: row.provider,
    amount: BigInt(amount),
    stars: row.stars,
    state: row.state,
    chatId: row.chat_id,
    expiresAt: row.expires_at,
    payUrl: row.pay_url,
  };
}

/**
 * One process at a time makes the invoice of a payment, or gives it back. Longer than a call of a provider
 * may take.
 */
export const PAYMENT_LEASE = new Lease('payments', {
  token: 'lease_token',
  until: 'leased_until',
  seconds: 60,
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text can be the id of a payment, so that the database takes it for one. */
export function isPaymentId(text: string): boolean {
  return UUID.test(text);
}

/** A payment that one process works on, for a job whose pieces are payments. */
export interface LeasedPayment extends Attempted {
  token: string;
  row: PaymentRow;
}

/** Leases the oldest payment that is due to a job; undefined when there is none. */
export async function leasePayment(
  { database, clock }: { database: Database; clock: Clock },
  retry: Retry,
  isDue: (eb: ExpressionBuilder<Tables, 'payments'>, now: Date) => Expression<SqlBool>,
): Promise<LeasedPayment | undefined> {
  const token = randomUUID();
  const now = clock.now();
  const row = await database.sql
    .with('due', (cte) =>
      cte
        .selectFrom('payments')
        .select('id')
        .where((eb) => isDue(eb, now))
        .where(PAYMENT_LEASE.isFreeFor(token, now))
        .where(({ cast }) => retry.isReady(cast('payments.id', 'text'), now))
        .orderBy('id')
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments')
    .from('due')
    .set(PAYMENT_LEASE.taken(token, now))
    .whereRef('payments.id', '=', 'due.id')
    .returning(PAYMENT_COLUMNS)
    .returning(({ cast }) => retry.attempt(cast('payments.id', 'text')).as('attempt'))
    .executeTakeFirst();
  return row && { key: row.id, attempt: row.attempt, token, row };
}

/** Returns false when another process has the payment by now. */
export async function giveBackPayment(tx: Sql, { key, token }: LeasedPayment): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set(PAYMENT_LEASE.givenBack())
    .where('id', '=', key)
    .where(PAYMENT_LEASE.isHeldBy(token))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Reads one payment and keeps others from changing it until the end of the transaction. */
export function lockPayment(tx: Sql, id: string): Promise<PaymentRow | undefined> {
  return tx
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The payment in the books whose charge has this id; undefined for none. */
export function findCharge(tx: Sql, { provider, chargeId }: { provider: ProviderName; chargeId: string }) {
  return tx
    .selectFrom('payments')
    .select(['id', 'payload_hash'])
    .where('provider', '=', provider)
    .where('charge_id', '=', chargeId)
    .executeTakeFirst();
}

export class PaymentNotFoundError extends InvalidRequestError {
  constructor(paymentId: string) {
    super(`There is no payment ${paymentId}.`);
  }
}

/** Thrown when a reseller has as many open payments as it may have. Nothing was written down. */
export class TooManyPaymentsError extends InvalidRequestError {
  readonly most: number;

  constructor(most: number) {
    super(`${most} payments are open; pay one of them, or wait until one has expired.`);
    this.most = most;
  }
}

export type ListedPayment = Awaited<ReturnType<typeof listPayments>>['payments'][number];

interface PaymentFilter {
  state?: PaymentState | undefined;
  provider?: ProviderName | undefined;
  resellerId?: number | undefined;
  id?: string | undefined;
}

const MAX_COUNTED = 1_000_000;

/** A page of the payments, newest first, and how many there are; null when there are more than a million. */
export async function listPayments(
  sqlClient: Sql,
  { limit, offset = 0, ...filter }: PaymentFilter & { limit: number; offset?: number },
) {
  let query = sqlClient.selectFrom('payments');
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (filter.provider !== undefined) query = query.where('provider', '=', filter.provider);
  if (filter.resellerId !== undefined) query = query.where('reseller_id', '=', filter.resellerId);
  // With the count in the statement of the page, all payments would be read and sorted for it.
  const { count } = await sqlClient
    .selectFrom(
      query
        .select('id')
        .limit(MAX_COUNTED + 1)
        .as('selected'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .select(['id', 'state', 'provider', 'reseller_id as resellerId', 'amount', 'stars'])
    .select(['invoice_id as invoiceId', 'charge_id as chargeId', 'payer_id as payerId', 'found', 'uncovered'])
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'paid_at as paidAt'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const micros = (amount: number | bigint | null) => (amount === null ? null : BigInt(amount));
  const payments = rows.map((row) => ({
    ...row,
    amount: micros(row.amount),
    uncovered: micros(row.uncovered),
  }));
  return { total: Number(count) > MAX_COUNTED ? null : Number(count), payments };
}
