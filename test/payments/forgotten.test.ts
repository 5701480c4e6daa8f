import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { adjust } from '../../src/billing/corrections.ts';
import { credit } from '../../src/payments/credit.ts';
import { makeInvoice } from '../../src/payments/crypto-pay/invoices.ts';
import { creditForgotten } from '../../src/payments/forgotten.ts';
import { openPayment } from '../../src/payments/open-payment.ts';
import { listPayments } from '../../src/payments/payment.ts';
import type { Payments } from '../../src/payments/payments.ts';
import { createTelegramRefunds, starsReceipt } from '../../src/payments/stars/stars.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { type Snapshot, takeSnapshot } from '../support/snapshot.ts';
import { type StarsPayer, starsPayer } from '../support/stars-payer.ts';

const USD = 1_000_000n;
const PERSON = 7;

let opened: OpenedServices;
let payments: Payments;
let stars: ReturnType<typeof createTelegramRefunds>;
let payer: StarsPayer;
let snapshot: Snapshot | undefined;
let resellerId: number;

beforeEach(async () => {
  opened = await openServices();
  const { telegramUrl: url, telegramToken: token } = opened.sandbox;
  stars = createTelegramRefunds({ url, token });
  payments = { ...opened.payments, stars };
  ({ resellerId } = await givenReseller(opened.services, { balanceUsd: '0' }));
  payer = await starsPayer(opened, PERSON);
});
afterEach(async () => {
  const { problems } = await verifyLedger(opened.services.database);
  await snapshot?.drop();
  snapshot = undefined;
  await stars.close();
  await opened.close();
  expect(problems).toEqual([]);
});

const balance = () => readBalance(opened.services.database.sql, resellerId);
const wants = (provider: 'stars' | 'crypto_pay') =>
  opened.services.database.inTransaction((tx) =>
    openPayment(tx, payments, { resellerId, provider, amount: 25n * USD, chatId: PERSON }),
  );

async function payByCryptoPay(): Promise<{ id: string; invoiceId: string }> {
  const { id } = await wants('crypto_pay');
  while (await makeInvoice(payments));
  const { invoiceId } =
    (await listPayments(opened.services.database.sql, { id, limit: 1 })).payments[0] ?? {};
  opened.sandbox.arm([{ upstream: 'cryptopay', call: 'webhook', mode: 'refuse', times: 1 }]);
  await payer.control('POST', 'cryptopay/pay', { invoiceId: Number(invoiceId) });
  return { id, invoiceId: String(invoiceId) };
}

test('what was asked for before the restored state and paid after it is credited, once', async () => {
  const { id } = await wants('stars');
  snapshot = await takeSnapshot(opened.databaseUrl);
  const chargeId = await payer.pay(id);
  await snapshot.restore();
  expect(await creditForgotten(payments)).toEqual([
    {
      provider: 'stars',
      chargeId,
      currency: 'XTR',
      amount: '1925',
      payerId: PERSON,
      paymentId: id,
      state: 'paid',
      resellerId,
    },
  ]);
  expect(await creditForgotten(payments)).toEqual([]);
  expect(await balance()).toBe(25n * USD);
});

test('what was asked for after it, by either provider, is kept for the operator, and nothing is credited', async () => {
  snapshot = await takeSnapshot(opened.databaseUrl);
  const { id } = await wants('stars');
  const chargeId = await payer.pay(id);
  const { invoiceId } = await payByCryptoPay();
  await snapshot.restore();
  expect(await creditForgotten(payments)).toMatchObject([
    { provider: 'crypto_pay', chargeId: invoiceId, amount: '25.00', currency: 'USD', state: 'unknown' },
    { provider: 'stars', chargeId, payerId: PERSON, state: 'unknown', resellerId: null },
  ]);
  expect(await balance()).toBe(0n);
  const { payments: kept } = await listPayments(opened.services.database.sql, { state: 'unknown', limit: 9 });
  expect(kept.map((payment) => payment.chargeId).sort()).toEqual([chargeId, invoiceId].sort());
});

test('what came and went back since the restored state is kept as given back, so that a late report of it credits nothing', async () => {
  const { id } = await wants('stars');
  snapshot = await takeSnapshot(opened.databaseUrl);
  const chargeId = await payer.pay(id);
  await payer.giveBack(chargeId);
  await snapshot.restore();
  expect(await creditForgotten(payments)).toMatchObject([{ chargeId, state: 'refunded', resellerId: null }]);
  const paid = { currency: 'XTR', total_amount: 1925, invoice_payload: id };
  await credit(payments, starsReceipt({ ...paid, telegram_payment_charge_id: chargeId }, PERSON));
  expect(await creditForgotten(payments)).toEqual([]);
  expect(await balance()).toBe(0n);
});

test.each([
  ['all of it', 0n, null],
  ['what is left', 20n * USD, 20n * USD],
])(
  'what was credited before the restored state and went back since is taken from the balance, once: %s',
  async (_, spent, uncovered) => {
    const { id } = await wants('stars');
    const chargeId = await payer.pay(id);
    await creditForgotten(payments);
    const decision = { reason: 'Spent', reference: 'spent', at: opened.clock.now() };
    if (spent > 0n) await adjust(opened.services.database, { resellerId, amount: -spent, ...decision });
    snapshot = await takeSnapshot(opened.databaseUrl);
    await payer.giveBack(chargeId);
    await snapshot.restore();
    expect(await creditForgotten(payments)).toMatchObject([
      { chargeId, paymentId: id, state: 'refunded', resellerId },
    ]);
    expect(await creditForgotten(payments)).toEqual([]);
    expect(await balance()).toBe(0n);
    const [payment] = (await listPayments(opened.services.database.sql, { id, limit: 1 })).payments;
    expect(payment?.uncovered).toBe(uncovered);
  },
);

test('of more payments than Telegram lists at once none is skipped, from the first one on', async () => {
  const paid: string[] = [];
  for (let i = 0; i < 103; i++) {
    const { id } = await wants('stars');
    paid.push(await payer.pay(id));
    // What can be paid is limited for one reseller.
    if (i % 15 === 0) await creditForgotten(payments);
  }
  await payer.giveBack(paid[0] ?? '');
  await creditForgotten(payments);
  const charges = await opened.services.database.sql
    .selectFrom('payments')
    .select(['charge_id', 'state'])
    .where('charge_id', 'is not', null)
    .orderBy('id')
    .execute();
  expect(charges.map(({ charge_id, state }) => [charge_id, state])).toEqual(
    paid.map((charge, i) => [charge, i === 0 ? 'refunded' : 'paid']),
  );
  expect(await balance()).toBe(102n * 25n * USD);
});

test('what the books know is not credited again', async () => {
  const known: string[] = [];
  for (let i = 0; i < 3; i++) known.push((await wants('stars')).id);
  for (const id of known) await payer.pay(id);
  expect(await creditForgotten(payments)).toHaveLength(3);
  const { id } = await wants('stars');
  await payer.pay(id);
  expect(await creditForgotten(payments)).toMatchObject([{ paymentId: id, state: 'paid' }]);
  expect(await balance()).toBe(100n * USD);
});
