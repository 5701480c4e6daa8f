import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { credit } from '../../src/payments/credit.ts';
import { creditForgotten } from '../../src/payments/forgotten.ts';
import { openPayment } from '../../src/payments/open-payment.ts';
import { listPayments } from '../../src/payments/payment.ts';
import type { Payments } from '../../src/payments/payments.ts';
import { createTelegramRefunds, starsReceipt } from '../../src/payments/stars/stars.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { givenReseller } from '../support/given.ts';
import { holdLock } from '../support/held-lock.ts';
import { logOf } from '../support/log-of.ts';
import { newDataDirectory } from '../support/postgres.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { type StarsPayer, starsPayer } from '../support/stars-payer.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const USD = 1_000_000n;
const PERSON = 7;

let opened: OpenedServices;
let payments: Payments;
let stars: ReturnType<typeof createTelegramRefunds>;
let payer: StarsPayer;
let operator: ReturnType<typeof operatorOn>;
let resellerId: number;

beforeAll(async () => {
  opened = await openServices();
  const { telegramUrl: url, telegramToken: token } = opened.sandbox;
  stars = createTelegramRefunds({ url, token });
  payments = { ...opened.payments, stars };
  operator = operatorOn({ ...opened, payments });
  payer = await starsPayer(opened, PERSON);
});
afterAll(async () => {
  await stars.close();
  await opened.close();
});
beforeEach(async () => {
  ({ resellerId } = await givenReseller(opened.services, { balanceUsd: '0' }));
});

const balance = () => readBalance(opened.services.database.sql, resellerId);
const byHand = (reference: string, amount = 25n * USD) =>
  topUp(opened.services.database, { resellerId, amount, reference, at: opened.clock.now() });

interface Uncredited {
  id: string;
  chargeId: string;
}

async function listed(chargeId: string) {
  const { payments: all } = await listPayments(opened.services.database.sql, { limit: 100 });
  const payment = all.find((one) => one.chargeId === chargeId);
  if (!payment) throw new Error(`there is no payment of ${chargeId}`);
  return payment;
}

/** Stars that came and were not credited, as the sandbox has them. */
async function uncredited(state: 'unknown' | 'differing'): Promise<Uncredited> {
  const payload =
    state === 'unknown'
      ? randomUUID()
      : await opened.services.database.inTransaction(async (tx) => {
          const wanted = { resellerId, provider: 'stars', amount: 26n * USD, chatId: PERSON } as const;
          return (await openPayment(tx, payments, wanted)).id;
        });
  const chargeId = await payer.pay(payload);
  await creditForgotten(payments);
  const { id, state: became } = await listed(chargeId);
  expect(became).toBe(state);
  return { id, chargeId };
}

const creditIt = (id: string, usd = '24.98') =>
  operator('payment', 'credit', '--payment', id, '--reseller', String(resellerId), '--usd', usd);
const refund = (id: string) => operator('payment', 'refund', '--payment', id);
const topUpBy = (reference: string) =>
  operator('top-up', '--reseller', String(resellerId), '--usd', '25', '--reference', reference);

async function expectBooksToAgree(): Promise<void> {
  expect((await verifyLedger(opened.services.database)).problems).toEqual([]);
}

test.each(['unknown', 'differing'] as const)(
  'a payment that is %s is credited by the operator once, told to the reseller, and given back only with the dollars',
  async (state) => {
    const { id, chargeId } = await uncredited(state);
    const { status, result } = await creditIt(id);
    expect({ status, result }).toMatchObject({
      status: 0,
      result: { state: 'paid', amountUsd: '24.98', resellerId, cameAs: expect.stringMatching(/^1925 XTR/) },
    });
    expect(result?.['replayed']).toBe(false);
    expect(await creditIt(id)).toMatchObject({ status: 0, result: { replayed: true } });
    expect(await balance()).toBe(24_980_000n);
    await expectBooksToAgree();
    expect(await logOf(opened.services.database.sql, resellerId, ['balance.topped_up'])).toMatchObject([
      { type: 'balance.topped_up', amountUsd: '24.98', facts: { payment_id: id } },
    ]);
    expect((await creditIt(id, '25')).error?.message).toContain('was credited before');
    expect((await refund(id)).result).toMatchObject({ ok: true, state: 'refunded', replayed: false });
    expect((await refund(id)).result).toMatchObject({ ok: true, state: 'refunded', replayed: true });
    expect([await balance(), (await listed(chargeId)).uncovered]).toEqual([0n, null]);
    expect((await creditIt(id)).error?.message).toContain('is refunded');
    await expectBooksToAgree();
  },
);

test('a payment that was credited by the operator is not given back while the balance does not cover it', async () => {
  const { id } = await uncredited('unknown');
  await creditIt(id);
  await operator(
    ...['balance', 'adjust', '--reseller', String(resellerId), '--usd', '-1'],
    ...['--reason', 'Spent', '--reference', randomUUID()],
  );
  expect((await refund(id)).error?.message).toContain('does not cover the 24.98 USD');
  expect(await balance()).toBe(23_980_000n);
});

test('ten credits of one payment at once, and its receipt with them, are one top-up', async () => {
  const { id, chargeId } = await uncredited('unknown');
  const paid = { currency: 'XTR', total_amount: 1925, invoice_payload: randomUUID() };
  const receipt = starsReceipt({ ...paid, telegram_payment_charge_id: chargeId }, PERSON);
  await Promise.all(
    Array.from({ length: 10 }, async (_, i) => (i % 2 ? credit(payments, receipt) : creditIt(id))),
  );
  expect(await balance()).toBe(24_980_000n);
  await expectBooksToAgree();
});

test('what is not uncredited, or does not exist, is not credited by hand', async () => {
  const wanted = { resellerId, provider: 'stars', amount: 25n * USD, chatId: PERSON } as const;
  const { id } = await opened.services.database.inTransaction((tx) => openPayment(tx, payments, wanted));
  expect((await creditIt(id)).error?.message).toContain('nothing has come');
  expect((await creditIt(randomUUID())).error?.message).toContain('There is no payment');
  const { id: unknown } = await uncredited('unknown');
  const nobody = await operator('payment', 'credit', '--payment', unknown, '--reseller', '999', '--usd', '1');
  expect(nobody.error?.message).toContain('999');
  expect(await balance()).toBe(0n);
});

test('a top-up by hand that names a payment, by any of its names, is refused with the command that credits it', async () => {
  const { id, chargeId } = await uncredited('unknown');
  for (const reference of [id, chargeId, `stars:${chargeId}`])
    expect((await topUpBy(reference)).error?.message).toContain(`"payment credit --payment ${id}"`);
  await creditIt(id);
  expect((await topUpBy(chargeId)).error?.message).toContain('it is paid already');
  expect((await topUpBy('stars:gone')).error?.message).toContain('credited by themselves');
  expect(await balance()).toBe(24_980_000n);
});

test('a top-up by hand that was counted before may be repeated, whatever its reference names', async () => {
  const { chargeId } = await uncredited('unknown');
  await byHand(chargeId);
  const { status, result } = await topUpBy(chargeId);
  expect({ status, result }).toMatchObject({ status: 0, result: { balanceUsd: '25.00' } });
});

test.each([
  ['its charge', ({ chargeId }: Uncredited) => chargeId],
  ['its id', ({ id }: Uncredited) => id],
  ['the reference of its charge', ({ chargeId }: Uncredited) => `stars:${chargeId}`],
])(
  'a payment that was topped up by hand, by %s, is given back with those dollars, by us or elsewhere',
  async (_, nameOf) => {
    const [ours, elsewhere] = [await uncredited('unknown'), await uncredited('differing')];
    for (const payment of [ours, elsewhere]) await byHand(nameOf(payment));
    expect((await refund(ours.id)).result).toMatchObject({ ok: true, resellerId, amountUsd: '25.00' });
    expect(await balance()).toBe(25n * USD);
    await payer.giveBack(elsewhere.chargeId);
    await creditForgotten(payments);
    expect(await listed(elsewhere.chargeId)).toMatchObject({ state: 'refunded', amount: 25n * USD });
    expect(await balance()).toBe(0n);
    await expectBooksToAgree();
  },
);

test('a top-up by hand is counted as the credit of its payment, and of no other reseller or amount', async () => {
  const { id, chargeId } = await uncredited('unknown');
  await byHand(chargeId);
  expect((await creditIt(id)).error?.message).toContain('as 25.00 USD, by the top-up');
  expect((await creditIt(id, '25')).status).toBe(0);
  expect([await balance(), (await listed(chargeId)).state]).toEqual([25n * USD, 'paid']);
  await expectBooksToAgree();
});

test('a charge that the operator topped up before its receipt came is not credited again', async () => {
  const wanted = { resellerId, provider: 'stars', amount: 25n * USD, chatId: PERSON } as const;
  const { id } = await opened.services.database.inTransaction((tx) => openPayment(tx, payments, wanted));
  const chargeId = await payer.pay(id);
  await byHand(chargeId);
  await creditForgotten(payments);
  expect([await balance(), (await listed(chargeId)).state]).toEqual([25n * USD, 'differing']);
  expect((await creditIt(id, '25')).status).toBe(0);
  expect(await balance()).toBe(25n * USD);
});

test('a charge that the operator tops up in the moment in which its receipt comes is on the balance once', async () => {
  const wanted = { resellerId, provider: 'stars', amount: 25n * USD, chatId: PERSON } as const;
  const { id } = await opened.services.database.inTransaction((tx) => openPayment(tx, payments, wanted));
  const chargeId = randomUUID();
  const paid = { currency: 'XTR', total_amount: 1925, invoice_payload: id };
  const receipt = starsReceipt({ ...paid, telegram_payment_charge_id: chargeId }, PERSON);
  await using held = await holdLock(opened.databaseUrl, 'select from accounts for update');
  const both = Promise.all([topUpBy(chargeId), credit(payments, receipt)]);
  await expect.poll(held.waiting).toBe(2);
  await held.release();
  const [{ result, error }] = await both;
  expect(await balance()).toBe(25n * USD);
  const { state } = await listed(chargeId);
  expect([state, result?.['replayed'] ?? error?.message]).toSatisfy(
    ([became, replayed]) => (became === 'differing' && replayed === false) || (became === 'paid' && replayed),
  );
  if (state === 'differing') await creditIt(id, '25');
  expect([await balance(), (await listed(chargeId)).state]).toEqual([25n * USD, 'paid']);
  for (const reference of [chargeId, `stars:${chargeId}`]) await topUpBy(reference);
  expect(await balance()).toBe(25n * USD);
  await expectBooksToAgree();
});

test('no name of a correction keeps a payment from being credited', async () => {
  const { id, chargeId } = await uncredited('unknown');
  await byHand(chargeId);
  const adjusted = await operator(
    ...['balance', 'adjust', '--reseller', String(resellerId), '--usd', '-1'],
    ...['--reason', 'Fee', '--reference', `payment:${id}`],
  );
  expect(adjusted.status).toBe(0);
  expect((await creditIt(id, '25')).status).toBe(0);
  expect([await balance(), (await listed(chargeId)).state]).toEqual([24n * USD, 'paid']);
  await expectBooksToAgree();
});

test('a credit whose process is killed while it moves the money has done nothing, and is done once by the next one', async () => {
  const { id, chargeId } = await uncredited('unknown');
  await using held = await holdLock(opened.databaseUrl, 'select from accounts for update');
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: opened.databaseUrl,
    CREDENTIALS_KEY: opened.credentialsKey.toString('base64'),
    SANDBOX: '1',
    DATA_DIR: newDataDirectory(),
  };
  const args = ['--payment', id, '--reseller', String(resellerId), '--usd', '24.98'];
  const ended = Promise.withResolvers<string>();
  const child = execFile(
    process.execPath,
    [MAIN, 'operator', 'payment', 'credit', ...args],
    { env },
    (_error, stdout) => ended.resolve(stdout),
  );
  await expect.poll(held.waiting).toBe(1);
  child.kill('SIGKILL');
  expect(await ended.promise).toBe('');
  await held.release();
  await expect.poll(held.waiting).toBe(0);
  expect([await balance(), (await listed(chargeId)).state]).toEqual([0n, 'unknown']);
  for (let i = 0; i < 2; i++) expect((await creditIt(id)).status).toBe(0);
  expect(await balance()).toBe(24_980_000n);
  await expectBooksToAgree();
});
