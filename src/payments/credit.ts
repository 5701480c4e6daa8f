import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import { countTopUp, PAID_WITH, wayOf } from '../billing/top-ups.ts';
import type { Sql } from '../kit/database.ts';
import { parseUsd } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import {
  findCharge,
  isPaymentId,
  lockPayment,
  type Payment,
  type PaymentRow,
  type ProviderName,
  toPayment,
} from './payment.ts';
import { type Payments, UncreditedError } from './payments.ts';
import type { Receipt } from './provider.ts';

/** The longest text that is kept of what came, in characters. */
const MAX_FOUND_CHARACTERS = 200;

/**
 * Adds what was paid to the balance: the amount that was written down when the payment was asked for, once,
 * however often and from wherever its receipt comes, and also after the payment has expired.
 *
 * What cannot be credited is kept: as `differing` when another amount or currency came, or the charge is that
 * of another payload, and as `unknown` when nobody has asked for it. The operator is told of each once.
 */
export async function credit(payments: Payments, receipt: Receipt): Promise<void> {
  const { credited, uncredited } = await payments.database.inTransaction((tx) =>
    creditWithin(tx, payments, receipt),
  );
  if (credited) payments.onCredited(credited);
  if (uncredited) payments.onUnexpected(uncredited);
}

interface Credited {
  /** What was added to a balance; undefined where that was done before. */
  credited?: Payment;
  /** What the operator has to be told. */
  uncredited?: UncreditedError;
}

/**
 * Credits within the caller's transaction. Returns what has to be counted and told once the transaction is
 * committed.
 */
export async function creditWithin(
  tx: Sql,
  { clock, listener }: Pick<Payments, 'clock' | 'listener'>,
  receipt: Receipt,
): Promise<Credited> {
  const { provider, payload, payerId } = receipt;
  // Transactions with one receipt wait here for each other: an unknown payment has no row to lock.
  const asked = isPaymentId(payload) ? await lockPayment(tx, payload) : undefined;
  const at = clock.now();
  const known = await findCharge(tx, receipt);
  // A new app of Crypto Pay, beside a database that was kept, counts its invoices from the beginning again.
  const isOfAnother = known !== undefined && known.payload_hash !== hashOf(payload);
  const chargeId = isOfAnother ? chargeWithPayload(receipt) : receipt.chargeId;
  const came = { charge_id: chargeId, payload_hash: hashOf(payload), payer_id: payerId, paid_at: at };
  if (asked?.reseller_id == null || asked.provider !== provider) {
    const id = await keepUnknown(tx, { ...receipt, chargeId }, { state: 'unknown', refund_id: null, at });
    if (id === undefined) return {};
    await listener.unexpected(tx, { paymentId: id, what: 'uncredited', at });
    return { uncredited: new UncreditedError(id, 'unknown') };
  }
  const row = await claimed(tx, asked, came, chargeWithPayload(receipt));
  if (!row) return {};
  const topUp = {
    resellerId: asked.reseller_id,
    amount: BigInt(row.amount ?? 0),
    ...topUpOf(provider, chargeId),
    at,
  };
  // It is not counted where the operator has topped the charge up by hand: its money is on a balance.
  const isCredited = !isOfAnother && isPriceOf(row, receipt) && (await countTopUp(tx, topUp));
  const found = foundText(receipt, isOfAnother ? ', by the charge of another payment' : '');
  const outcome = isCredited
    ? ({ state: 'paid', found: null } as const)
    : ({ state: 'differing', found } as const);
  const invoice = provider === 'crypto_pay' && { invoice_id: receipt.chargeId };
  await tx
    .updateTable('payments')
    .set({ ...came, ...outcome, ...invoice })
    .where('id', '=', row.id)
    .execute();
  if (!isCredited) {
    await listener.unexpected(tx, { paymentId: row.id, what: 'uncredited', at });
    return { uncredited: new UncreditedError(row.id, 'differing') };
  }
  return { credited: toPayment({ ...row, state: 'paid' }) };
}

/** The id by which a charge is kept whose own id belongs to another payload. */
export function chargeWithPayload({ chargeId, payload }: Pick<Receipt, 'chargeId' | 'payload'>): string {
  return `${chargeId}:${hashOf(payload)}`;
}

/** Tells payloads apart, which can be long, and any text. */
export function hashOf(payload: string): string {
  return createHash('sha256').update(payload).digest('hex').slice(0, 16);
}

/**
 * Keeps what nobody has asked for, and returns the payment's id; undefined when its charge was kept before.
 */
export async function keepUnknown(
  tx: Sql,
  receipt: Receipt,
  { at, ...became }: Pick<PaymentRow, 'state' | 'refund_id'> & { at: Date },
): Promise<string | undefined> {
  const { provider, payload, chargeId, payerId } = receipt;
  const id = randomUUIDv7();
  const found = foundText(receipt, `, payload ${JSON.stringify(payload)}`);
  const came = { charge_id: chargeId, payload_hash: hashOf(payload), payer_id: payerId, paid_at: at, found };
  const row = { id, provider, created_at: at, expires_at: at, ...came, ...became };
  return (await isNew(tx, row)) ? id : undefined;
}

type Came = Pick<PaymentRow, 'payload_hash' | 'payer_id' | 'paid_at'> & { charge_id: string };

/**
 * The row that the receipt is to be written to; undefined when it has been written down already. One invoice
 * can be paid twice, by two charges: the second one gets a row of its own, and is credited, too.
 */
async function claimed(
  tx: Sql,
  asked: PaymentRow,
  came: Came,
  withPayload: string,
): Promise<PaymentRow | undefined> {
  const isOwn = asked.charge_id === came.charge_id || asked.charge_id === withPayload;
  if (isOwn && asked.paid_at !== null) return undefined;
  if (isOwn || asked.charge_id === null) {
    const known = await findCharge(tx, { provider: asked.provider, chargeId: came.charge_id });
    return known && known.id !== asked.id ? undefined : asked;
  }
  const outcome = { found: null, refund_id: null, uncovered: null, lease_token: null, leased_until: null };
  const second: PaymentRow = { ...asked, ...outcome, ...came, id: randomUUIDv7(), state: 'paid' };
  const amount = asked.amount === null ? null : BigInt(asked.amount);
  return (await isNew(tx, { ...second, amount, uncovered: null })) ? second : undefined;
}

async function isNew(tx: Sql, row: Insertable<Tables['payments']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'charge_id']).where('charge_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

function isPriceOf({ stars, amount }: PaymentRow, { currency, amount: came }: Receipt): boolean {
  if (stars !== null) return currency === 'XTR' && came === String(stars);
  return (
    currency === 'USD' && amount !== null && parseUsd(came.replace(/(\.\d+?)0*$/, '$1')) === BigInt(amount)
  );
}

function foundText({ currency, amount }: Receipt, more = ''): string {
  const text = JSON.stringify(`${amount} ${currency}`).slice(1, -1) + more;
  return [...text].slice(0, MAX_FOUND_CHARACTERS).join('');
}

/**
 * The reference and the name of the top-up that a charge is. An operator who tops up the charge of Stars by
 * hand gives it without the provider, and both are one name: of the two at once only one is counted. A number
 * of Crypto Pay's can be the name of anything, so there the name has the provider.
 */
export function topUpOf(provider: ProviderName, chargeId: string): { reference: string; name: string } {
  const reference = `${PAID_WITH[provider].prefix}:${chargeId}`;
  return { reference, name: provider === 'stars' ? chargeId : reference };
}

/** The charge that such a reference names; undefined for a reference of another kind. */
export function chargeOfReference(reference: string): string | undefined {
  const prefix = wayOf(reference)?.prefix;
  return prefix && reference.slice(prefix.length + 1);
}
