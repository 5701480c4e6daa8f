import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { credit } from '../../src/payments/credit.ts';
import type { Payments } from '../../src/payments/payments.ts';
import { beginRefund, bookRefund, refundOne } from '../../src/payments/refunds.ts';
import { createTelegramRefunds, starsReceipt } from '../../src/payments/stars/stars.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { UpstreamError } from '../../src/upstreams/failure.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { buyerOf } from '../support/given.ts';
import { holdLock } from '../support/held-lock.ts';
import { lowBalances } from '../support/log-of.ts';
import { CHAT, USD, usePayments } from '../support/payment-fixture.ts';
import { json, reset, UpstreamServer } from '../support/upstream-server.ts';

const { service, resellerId, paymentsWith, wants, balance, listed } = usePayments();

const TOKEN = '4711:secret-of-the-bot';
const DONE = json({ ok: true, result: true });
const ALREADY = json(
  { ok: false, error_code: 400, description: 'Bad Request: CHARGE_ALREADY_REFUNDED' },
  400,
);
const REFUSED = json({ ok: false, error_code: 400, description: 'Bad Request: CHARGE_ID_INVALID' }, 400);

let telegram: UpstreamServer;
let stars: ReturnType<typeof createTelegramRefunds>;
let payments: Payments;

beforeAll(async () => {
  telegram = await UpstreamServer.start();
  stars = createTelegramRefunds({ url: `${telegram.url}/telegram`, token: TOKEN });
});
afterAll(async () => {
  await telegram[Symbol.asyncDispose]();
  await stars.close();
});
beforeEach(() => {
  telegram.received.length = 0;
  telegram.otherwise = DONE;
  payments = paymentsWith({ stars });
});

/** A payment of 25 USD that was paid. */
async function paid(): Promise<string> {
  const { id } = await wants('stars');
  const receipt = { currency: 'XTR', total_amount: 1925, invoice_payload: id };
  await credit(
    service.payments,
    starsReceipt({ ...receipt, telegram_payment_charge_id: randomUUID() }, CHAT),
  );
  return id;
}

/** What can be wrong with the books, apart from what has been planted. */
async function expectBooksToAgree(): Promise<void> {
  expect((await verifyLedger(service.services.database)).problems).toEqual([]);
}

test('a payment is taken from the balance, then given back once, however often that is asked for', async () => {
  const id = await paid();
  const refunds = Array.from({ length: 5 }, async () => {
    await beginRefund(payments, id);
    await refundOne(payments, id);
  });
  await Promise.all(refunds);
  expect([await balance(), (await listed(id)).state]).toEqual([0n, 'refunded']);
  const { chargeId } = await listed(id);
  expect(telegram.received.map(({ path, body }) => ({ path, body: JSON.parse(body) }))).toEqual([
    {
      path: `/telegram/bot${TOKEN}/refundStarPayment`,
      body: { user_id: CHAT, telegram_payment_charge_id: chargeId },
    },
  ]);
  await expectBooksToAgree();
});

test('a balance that falls below its threshold by what is given back is told of once that is done, and only once', async () => {
  const lows = () => lowBalances(service.services.database.sql, resellerId());
  const [first, second] = [await paid(), await paid()];
  for (const id of [first, second]) await beginRefund(payments, id);
  expect(await lows()).toEqual([]);
  await refundOne(payments, first);
  expect(await lows()).toEqual([]);
  await refundOne(payments, second);
  expect(await lows()).toEqual(['0.00']);
});

test('a balance that does not cover the payment is refused, and Telegram is not asked', async () => {
  const id = await paid();
  const proxy = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
  await purchase(service.services, buyerOf({ resellerId: resellerId() }), proxy);
  const left = await balance();
  await expect(beginRefund(payments, id)).rejects.toThrow('does not cover the 25.00 USD');
  expect([await balance(), (await listed(id)).state]).toEqual([left, 'paid']);
  expect(await refundOne(payments, id)).toBe(false);
  expect(telegram.received).toHaveLength(0);
});

test('a payment that Telegram refuses to give back is on the balance again, and can be tried again', async () => {
  const id = await paid();
  telegram.answers.push(REFUSED);
  await beginRefund(payments, id);
  await refundOne(payments, id);
  expect([await balance(), (await listed(id)).state]).toEqual([25n * USD, 'paid']);
  await expectBooksToAgree();
  await beginRefund(payments, id);
  await refundOne(payments, id);
  expect([await balance(), (await listed(id)).state]).toEqual([0n, 'refunded']);
  await expectBooksToAgree();
});

test.each([
  ['the connection broke', reset],
  ['Telegram failed', json('<html>', 502)],
  [
    'Telegram takes no more calls',
    json({ ok: false, error_code: 429, description: 'Too Many Requests' }, 429),
  ],
  ['the token is wrong', json({ ok: false, error_code: 401, description: 'Unauthorized' }, 401)],
])(
  'while the outcome is unknown (%s), the payment stays off the balance, and Telegram is asked again',
  async (_, answer) => {
    const id = await paid();
    telegram.answers.push(answer);
    await beginRefund(payments, id);
    expect(await refundOne(payments, id)).toBe(true);
    expect([await balance(), (await listed(id)).state]).toEqual([0n, 'refunding']);
    await expectBooksToAgree();
    expect(await refundOne(payments, id)).toBe(false);
    service.clock.advance(10_000);
    telegram.otherwise = ALREADY;
    expect(await refundOne(payments)).toBe(true);
    expect([await balance(), (await listed(id)).state]).toEqual([0n, 'refunded']);
    await expectBooksToAgree();
  },
);

test('a process that died while Telegram was asked is followed by another one, and what it hears late changes nothing', async () => {
  const id = await paid();
  const asked = telegram.arrived(telegram.received.length + 1);
  telegram.answers.push((response, received) => {
    late = () => REFUSED(response, received);
  });
  let late = () => {};
  await beginRefund(payments, id);
  const slow = refundOne(payments, id);
  await asked;
  expect(await refundOne(payments, id)).toBe(false);
  service.clock.advance(61_000);
  expect(await refundOne(payments, id)).toBe(true);
  late();
  await slow;
  expect([await balance(), (await listed(id)).state]).toEqual([0n, 'refunded']);
  await expectBooksToAgree();
});

/** Books that the payer has got a payment of `paid` back without the service. */
async function givenBack(id: string): Promise<void> {
  const payment = { currency: 'XTR', total_amount: 1925, invoice_payload: id };
  const telegram_payment_charge_id = (await listed(id)).chargeId ?? '';
  const receipt = starsReceipt({ ...payment, telegram_payment_charge_id }, CHAT);
  await service.services.database.inTransaction((tx) => bookRefund(tx, payments, receipt));
}

const topUpBy = (amount: bigint) =>
  topUp(service.services.database, {
    resellerId: resellerId(),
    amount,
    reference: randomUUID(),
    at: service.clock.now(),
  });

test('what the balance did not cover of a payment that went back, since a purchase was in flight, is taken when that is refunded, and nothing after it', async () => {
  const id = await paid();
  const { term } = service.services;
  const buy: typeof term.buy = async () => {
    await givenBack(id);
    throw new UpstreamError('refused', 'px6 buy: refused');
  };
  const proxy = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
  const buyer = buyerOf({ resellerId: resellerId() });
  const bought = purchase({ ...service.services, term: { ...term, buy } }, buyer, proxy);
  await expect(bought).rejects.toMatchObject({ code: 'provider_error' });
  const { uncovered } = await listed(id);
  expect(uncovered).toBeGreaterThan(0n);
  expect(await balance()).toBe(0n);
  await expectBooksToAgree();
  await topUpBy(3n * USD);
  expect(await balance()).toBe(3n * USD);
  await expectBooksToAgree();
});

test('what was spent of a payment that went back is taken once from all that comes, in whatever order the two meet', async () => {
  const id = await paid();
  const operator = operatorOn({ ...service, payments });
  const adjust = (usd: string) =>
    operator(
      ...['balance', 'adjust', '--reseller', String(resellerId()), '--usd', usd],
      ...['--reason', 'Spent', '--reference', randomUUID()],
    );
  await adjust('-25');
  const coming = () => Array.from({ length: 14 }, () => topUpBy(USD));
  await Promise.all([...coming(), givenBack(id), ...coming()]);
  expect(await balance()).toBe(3n * USD);
  await expectBooksToAgree();
  const second = await paid();
  await adjust('-27');
  await givenBack(second);
  expect(await balance()).toBe(0n);
  await adjust('4.50');
  const { result } = await operator('reseller', 'show', '--reseller', String(resellerId()));
  expect(result).toMatchObject({ balanceUsd: '0.00', owedUsd: '19.50' });
  await expectBooksToAgree();
});

test('money that comes while a debt is being written down pays it', async () => {
  const id = await paid();
  await operatorOn({ ...service, payments })(
    ...['balance', 'adjust', '--reseller', String(resellerId()), '--usd', '-25'],
    ...['--reason', 'Spent', '--reference', randomUUID()],
  );
  const lock = 'select from accounts where reseller_id = $1 for update';
  await using account = await holdLock(service.databaseUrl, lock, [resellerId()]);
  const back = givenBack(id);
  await expect.poll(account.waiting).toBe(1);
  const coming = topUpBy(USD);
  await expect.poll(account.waiting).toBe(2);
  await account.release();
  await Promise.all([back, coming]);
  expect(await balance()).toBe(0n);
  await expectBooksToAgree();
});

test('what the payer has back is booked once, also while another process writes down that asking for it has failed', async () => {
  const id = await paid();
  await beginRefund(payments, id);
  const lease = 'update payments set lease_token = null where id = $1';
  await using failing = await holdLock(service.databaseUrl, lease, [id]);
  const booked = givenBack(id);
  await expect.poll(failing.waiting).toBe(1);
  await failing.release();
  await booked;
  expect([await balance(), (await listed(id)).state]).toEqual([0n, 'refunded']);
  await givenBack(id);
  expect(await balance()).toBe(0n);
  await expectBooksToAgree();
});

test('Stars that were not credited are given back without touching a balance', async () => {
  const { id } = await wants('stars');
  const receipt = { currency: 'XTR', total_amount: 1, invoice_payload: id };
  await credit(
    service.payments,
    starsReceipt({ ...receipt, telegram_payment_charge_id: randomUUID() }, CHAT),
  );
  await topUpBy(3n * USD);
  telegram.answers.push(REFUSED, DONE);
  await beginRefund(payments, id);
  await refundOne(payments, id);
  expect((await listed(id)).state).toBe('differing');
  await beginRefund(payments, id);
  await refundOne(payments, id);
  expect([await balance(), (await listed(id)).state]).toEqual([3n * USD, 'refunded']);
  await expectBooksToAgree();
});

test('the operator lists payments by state, provider and reseller, and gives one back', async () => {
  const operator = operatorOn({ ...service, payments });
  const id = await paid();
  const open = await wants('crypto_pay', 12n);
  const mine = ['--reseller', String(resellerId())];
  const ids = async (...args: string[]) => {
    const { result } = await operator('payments', 'list', ...args);
    const rows = result?.['payments'] as { paymentId: string }[] | undefined;
    return rows?.map(({ paymentId }) => paymentId);
  };
  expect(await ids(...mine)).toEqual([open.id, id]);
  expect(await ids(...mine, '--state', 'paid')).toEqual([id]);
  expect(await ids(...mine, '--provider', 'crypto_pay')).toEqual([open.id]);
  expect(await ids(...mine, '--limit', '1', '--offset', '1')).toEqual([id]);
  expect((await operator('payments', 'list', '--state', 'gone')).error?.message).toContain('refunding');
  const { status, result } = await operator('payment', 'refund', '--payment', id);
  expect({ status, result }).toMatchObject({
    status: 0,
    result: { ok: true, paymentId: id, state: 'refunded', amountUsd: '25.00', stars: 1925 },
  });
  for (const [payment, message] of [
    [open.id, 'Only payments in Stars'],
    [randomUUID(), 'There is no payment'],
    ['1', 'payments list'],
    [(await wants('stars')).id, 'nothing has come'],
  ] as const)
    expect((await operator('payment', 'refund', '--payment', payment)).error?.message).toContain(message);
});

test('an outcome that the operator has to wait for is said by the exit status', async () => {
  const id = await paid();
  telegram.answers.push(json('', 500));
  const { status, result } = await operatorOn({ ...service, payments })('payment', 'refund', '--payment', id);
  expect({ status, state: result?.['state'] }).toEqual({ status: 1, state: 'refunding' });
  service.clock.advance(10_000);
  await refundOne(payments);
});

test('without a bot nothing is taken from the balance', async () => {
  const id = await paid();
  await expect(beginRefund(service.payments, id)).rejects.toThrow('TELEGRAM_BOT_TOKEN');
  expect(await balance()).toBe(25n * USD);
});

test('ledger verify finds payments without their top-ups, top-ups without payments, and refunds that were not booked', async () => {
  const id = await paid();
  const { database } = service.services;
  const set = (changed: { state: 'paid' | 'refunded'; refund_id: string | null }) =>
    database.sqlOnce.updateTable('payments').set(changed).where('id', '=', id).execute();
  const problems = async () => (await verifyLedger(database)).problems.map(({ problem }) => problem);
  await set({ state: 'refunded', refund_id: randomUUID() });
  expect(await problems()).toEqual([expect.stringContaining('give the payment back')]);
  await set({ state: 'paid', refund_id: null });
  const { chargeId } = await listed(id);
  const charge = (charge_id: string | null) =>
    database.sqlOnce.updateTable('payments').set({ charge_id }).where('id', '=', id).execute();
  await charge('another');
  const mismatch = expect.stringContaining('its top-up');
  expect(await problems()).toEqual([mismatch, mismatch]);
  await charge(chargeId);
  await expectBooksToAgree();
  const owe = (owed: bigint) =>
    database.sqlOnce.updateTable('accounts').set({ owed }).where('reseller_id', '=', resellerId()).execute();
  await owe(1n);
  expect(await problems()).toEqual([expect.stringContaining('more is owed')]);
  await owe(0n);
  await expectBooksToAgree();
});
