import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { credit } from '../../src/payments/credit.ts';
import { listPayments } from '../../src/payments/payment.ts';
import { refusalOfCheckout, starsFor, starsReceipt } from '../../src/payments/stars/stars.ts';
import { expirePayments } from '../../src/payments/unpaid-payments.ts';
import { CHAT, USD, usePayments } from '../support/payment-fixture.ts';
import { openServices } from '../support/services.ts';

const { service, resellerId, told, wants, balance, listed } = usePayments();

const HOUR_MS = 60 * 60_000;

/** The message that says that an invoice was paid. */
function receipt(payload: string, stars: number, { charge = randomUUID(), currency = 'XTR' } = {}) {
  return starsReceipt(
    { currency, total_amount: stars, invoice_payload: payload, telegram_payment_charge_id: charge },
    CHAT,
  );
}

function checkout(
  payload: string,
  { currency = 'XTR', totalAmount = 1925, userId = CHAT, account = resellerId() } = {},
) {
  const { database, clock } = service.services;
  const asked = { payload, currency, totalAmount, userId, resellerId: account };
  return refusalOfCheckout(database.sql, asked, clock);
}

test('an amount costs whole Stars, rounded up', () => {
  expect([1n * USD, 25n * USD, 1_010_000n, 10_000n * USD].map((amount) => starsFor(amount, 77))).toEqual([
    77, 1925, 78, 770_000,
  ]);
});

test('an invoice may be paid by whom it was made for, while it is open, for what was written down', async () => {
  const { id } = await wants('stars');
  expect(await checkout(id)).toBeUndefined();
  expect(await checkout(id, { userId: CHAT + 1 })).toBe('of_another');
  expect(await checkout(id, { account: resellerId() + 1 })).toBe('of_another');
  expect(await checkout(id, { totalAmount: 1924 })).toBe('differing');
  expect(await checkout(id, { currency: 'USD' })).toBe('differing');
  for (const payload of [randomUUID(), '', 'x'.repeat(128), (await wants('crypto_pay')).id])
    expect(await checkout(payload)).toBe('unknown');
  await credit(service.payments, receipt(id, 1925));
  expect(await checkout(id)).toBe('paid');
  const { id: late } = await wants('stars');
  service.clock.advance(2 * HOUR_MS);
  expect(await checkout(late)).toBe('expired');
  await expirePayments(service.payments);
  expect([await checkout(late), (await listed(late)).state]).toEqual(['expired', 'expired']);
});

test('a payment is credited once by twenty receipts at once in two processes, and by one that comes late', async () => {
  const other = await openServices(service);
  const { id } = await wants('stars');
  const paid = receipt(id, 1925);
  await Promise.all(
    Array.from({ length: 20 }, (_, i) => credit(i % 2 ? service.payments : other.payments, paid)),
  );
  expect(await balance()).toBe(25n * USD);
  service.clock.advance(48 * HOUR_MS);
  await expirePayments(service.payments);
  await credit(service.payments, paid);
  expect(await balance()).toBe(25n * USD);
  expect(await listed(id)).toMatchObject({ state: 'paid', chargeId: paid.chargeId, payerId: CHAT });
  await other.close();
});

test('who pays after the expiry is credited', async () => {
  const { id } = await wants('stars');
  service.clock.advance(2 * HOUR_MS);
  await expirePayments(service.payments);
  await credit(service.payments, receipt(id, 1925));
  expect(await balance()).toBe(25n * USD);
});

test('an invoice that is paid twice is credited twice, each charge once', async () => {
  const { id } = await wants('stars');
  const [first, second] = [receipt(id, 1925), receipt(id, 1925)];
  await Promise.all([first, second, first, second].map((paid) => credit(service.payments, paid)));
  expect(await balance()).toBe(50n * USD);
  const { payments } = await listPayments(service.services.database.sql, {
    resellerId: resellerId(),
    limit: 9,
  });
  expect(payments.map(({ chargeId }) => chargeId).sort()).toEqual([first.chargeId, second.chargeId].sort());
});

test.each([
  ['fewer Stars', 1924, 'XTR', '1924 XTR'],
  ['another currency', 1925, 'USD', '1925 USD'],
])(
  '%s than were asked for are not credited, are kept and told to the operator',
  async (_, stars, currency, found) => {
    const { id } = await wants('stars');
    const paid = receipt(id, stars, { currency });
    await credit(service.payments, paid);
    await credit(service.payments, paid);
    expect(await balance()).toBe(0n);
    expect(await listed(id)).toMatchObject({ state: 'differing', found, chargeId: paid.chargeId });
    expect(told).toHaveLength(1);
    await credit(service.payments, receipt(id, 1925));
    expect(await balance()).toBe(25n * USD);
  },
);

test('Stars for an invoice that nobody asked for are kept, with who paid them', async () => {
  const paid = receipt('something else', 100);
  await Promise.all([credit(service.payments, paid), credit(service.payments, paid)]);
  const { payments } = await listPayments(service.services.database.sql, { state: 'unknown', limit: 9 });
  expect(payments).toMatchObject([
    { chargeId: paid.chargeId, payerId: CHAT, found: '100 XTR, payload "something else"', resellerId: null },
  ]);
  expect(told).toHaveLength(1);
});

test('what is cut off before the commit leaves nothing, and the repeated receipt is credited', async () => {
  const { id } = await wants('stars');
  const paid = receipt(id, 1925);
  const { sql: db } = service.services.database;
  await sql`alter table ledger add constraint planted check (kind <> 'top_up') not valid`.execute(db);
  await expect(credit(service.payments, paid)).rejects.toThrow('planted');
  await sql`alter table ledger drop constraint planted`.execute(db);
  expect([await balance(), (await listed(id)).state]).toEqual([0n, 'open']);
  await credit(service.payments, paid);
  expect(await balance()).toBe(25n * USD);
});
