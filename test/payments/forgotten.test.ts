import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/balance.ts';
import { makeInvoice } from '../../src/payments/crypto-pay/make-invoice.ts';
import { creditForgotten } from '../../src/payments/forgotten.ts';
import { listPayments } from '../../src/payments/list-payments.ts';
import { openPayment } from '../../src/payments/open-payment.ts';
import type { Payments } from '../../src/payments/payments.ts';
import { createTelegramRefunds } from '../../src/payments/stars/telegram-refunds.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { type Snapshot, takeSnapshot } from '../support/snapshot.ts';

const USD = 1_000_000n;
const PERSON = 7;

let opened: OpenedServices;
let payments: Payments;
let stars: ReturnType<typeof createTelegramRefunds>;
let snapshot: Snapshot | undefined;
let resellerId: number;

beforeEach(async () => {
  opened = await openServices();
  const { telegramUrl: url, telegramToken: token } = opened.sandbox;
  stars = createTelegramRefunds({ url, token });
  payments = { ...opened.payments, stars };
  ({ resellerId } = await givenReseller(opened.services, { balanceUsd: '0' }));
  await control('PUT', 'telegram/user', { user: PERSON });
  await control('POST', 'telegram/send', { user: PERSON, text: '/start' });
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

async function control(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${opened.sandbox.url}/control/${path}`, { method, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

async function bot<Result>(method: string, body: object): Promise<Result> {
  const { telegramUrl, telegramToken } = opened.sandbox;
  const answer = await fetch(`${telegramUrl}/bot${telegramToken}/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { result: Result }).result;
}

interface Update {
  pre_checkout_query?: { id: string; invoice_payload: string };
}

/** The question whether the invoice with this payload may be paid. */
async function checkoutOf(payload: string): Promise<string> {
  let query: Update['pre_checkout_query'];
  await expect
    .poll(async () => {
      const updates = await bot<Update[]>('getUpdates', {});
      query = updates
        .map((update) => update.pre_checkout_query)
        .find((one) => one?.invoice_payload === payload);
      return query;
    })
    .toBeDefined();
  return query?.id ?? '';
}

/** Pays an invoice with this payload at the sandbox's Telegram; returns the charge. */
async function payStars(payload: string): Promise<string> {
  // Telegram takes one message a second for one chat.
  opened.clock.advance(1_100);
  const { message_id: messageId } = await bot<{ message_id: number }>('sendInvoice', {
    chat_id: PERSON,
    title: 'Top-up',
    description: 'Top-up',
    payload,
    currency: 'XTR',
    prices: [{ label: 'Top-up', amount: 1925 }],
  });
  const paying = control('POST', 'telegram/pay', { user: PERSON, messageId });
  const query = await checkoutOf(payload);
  await bot('answerPreCheckoutQuery', { pre_checkout_query_id: query, ok: true });
  return String((await paying)['chargeId']);
}

async function payByCryptoPay(): Promise<{ id: string; invoiceId: string }> {
  const { id } = await wants('crypto_pay');
  while (await makeInvoice(payments));
  const { invoiceId } =
    (await listPayments(opened.services.database.sql, { id, limit: 1 })).payments[0] ?? {};
  opened.sandbox.arm([{ upstream: 'cryptopay', call: 'webhook', mode: 'refuse', times: 1 }]);
  await control('POST', 'cryptopay/pay', { invoiceId: Number(invoiceId) });
  return { id, invoiceId: String(invoiceId) };
}

test('what was asked for before the restored state and paid after it is credited, once', async () => {
  const { id } = await wants('stars');
  snapshot = await takeSnapshot(opened.databaseUrl);
  const chargeId = await payStars(id);
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
  const chargeId = await payStars(id);
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

test('what has gone back to its payer is not credited', async () => {
  const { id } = await wants('stars');
  snapshot = await takeSnapshot(opened.databaseUrl);
  const charge = await payStars(id);
  await bot('refundStarPayment', { user_id: PERSON, telegram_payment_charge_id: charge });
  await snapshot.restore();
  expect(await creditForgotten(payments)).toEqual([]);
  expect(await balance()).toBe(0n);
});

test('what the books know is not credited again', async () => {
  const known: string[] = [];
  for (let i = 0; i < 3; i++) known.push((await wants('stars')).id);
  for (const id of known) await payStars(id);
  expect(await creditForgotten(payments)).toHaveLength(3);
  const { id } = await wants('stars');
  await payStars(id);
  expect(await creditForgotten(payments)).toMatchObject([{ paymentId: id, state: 'paid' }]);
  expect(await balance()).toBe(100n * USD);
});
