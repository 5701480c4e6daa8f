import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { typedUsd } from '../../src/bot/money/top-up.ts';
import { endRefusedInvoice } from '../../src/bot/notices/notices.ts';
import type { Language } from '../../src/bot/people/people.ts';
import { textsIn } from '../../src/bot/texts/texts.ts';
import { makeInvoice } from '../../src/payments/crypto-pay/invoices.ts';
import { listPayments } from '../../src/payments/payment.ts';
import { beginRefund, refundOne } from '../../src/payments/refunds.ts';
import { createTelegramRefunds } from '../../src/payments/stars/stars.ts';
import { expirePayments } from '../../src/payments/unpaid-payments.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { type ChatMessage, type RunningBot, startBot } from '../support/bot.ts';
import { forgePress } from '../support/forge-press.ts';
import { buyerOf } from '../support/given.ts';
import { holdLock } from '../support/held-lock.ts';

const USD = 1_000_000n;
let bot: RunningBot;
let user = 100;

beforeAll(async () => {
  bot = await startBot();
  const url = `${bot.url}/payments/crypto-pay`;
  await bot.control('PUT', 'cryptopay/webhook', { url });
});
afterAll(async () => {
  expect((await verifyLedger(bot.services.database)).problems).toEqual([]);
  await bot.close();
});

/** A person who has started the bot. */
async function person(): Promise<number> {
  user += 1;
  await bot.say(user, '/start');
  return user;
}

async function balanceOf(userId: number): Promise<bigint> {
  const { reseller_id } = await bot.services.database.sql
    .selectFrom('bot_people')
    .select('reseller_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return readBalance(bot.services.database.sql, reseller_id ?? 0);
}

/** The last invoice in Stars of a chat. */
async function starsInvoice(userId: number): Promise<ChatMessage> {
  const { messages } = await bot.chat(userId);
  const found = messages.findLast(({ invoice }) => invoice !== null);
  if (!found) throw new Error('there is no invoice');
  return found;
}

async function wantsStars(userId: number, button = '$25'): Promise<ChatMessage> {
  await bot.say(userId, '/topup');
  await bot.press(userId, button);
  await bot.press(userId, 'Telegram Stars: 1,925 Stars');
  return starsInvoice(userId);
}

const pay = (userId: number, { messageId }: ChatMessage) =>
  bot.control('POST', 'telegram/pay', { user: userId, messageId });

test('a person tops up by Stars: the amount, the way, the invoice, and the news when it is credited', async () => {
  const ann = await person();
  const invoice = await wantsStars(ann);
  expect(invoice.invoice).toMatchObject({ currency: 'XTR', amount: 1925 });
  await pay(ann, invoice);
  await expect.poll(() => balanceOf(ann)).toBe(25n * USD);
  await bot.control('POST', 'telegram/repeat', { user: ann });
  const { messages } = await bot.chat(ann);
  expect(messages.at(-1)?.text).toContain('$25.00 was added');
  expect(await balanceOf(ann)).toBe(25n * USD);
  expect(bot.credited).toEqual([{ provider: 'stars', amount: 25n * USD }]);
  await expect(pay(ann, invoice)).rejects.toThrow('has been paid');
});

test('the console links to the bot, once Telegram has said its name', async () => {
  const ann = await person();
  await bot.say(ann, '/keys');
  await bot.press(ann, 'New key');
  const { sent } = await bot.press(ann, 'Without a name');
  const key = /prk_\w+/.exec(sent[0]?.text ?? '')?.[0];
  await expect.poll(() => bot.services.chat.url).toMatch(/^https:\/\/t\.me\/\w+$/);
  const answer = await fetch(`${bot.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { topUpUrl } }' }),
  });
  expect(await answer.json()).toEqual({ data: { viewer: { topUpUrl: bot.services.chat.url } } });
});

test('a person tops up by Crypto Pay: the invoice comes with a link, and the news when it is paid', async () => {
  const ann = await person();
  await bot.say(ann, '/topup');
  await bot.say(ann, '12.50');
  const { pressed } = await bot.press(ann, 'Crypto Pay');
  expect(pressed.text).toContain('$12.50 is on its way');
  while (await makeInvoice(bot.payments));
  const { messages } = await bot.chat(ann);
  expect(messages.at(-1)).toMatchObject({
    text: expect.stringContaining('Invoice for $12.50'),
    buttons: [['Pay']],
  });
  const { payments } = await listPayments(bot.services.database.sql, { state: 'open', limit: 1 });
  await bot.control('POST', 'cryptopay/pay', { invoiceId: Number(payments[0]?.invoiceId) });
  await expect.poll(() => balanceOf(ann)).toBe(12_500_000n);
  expect((await bot.chat(ann)).messages.at(-1)?.text).toContain('$12.50 was added');
  await expect.poll(() => bot.credited.at(-1)).toEqual({ provider: 'crypto_pay', amount: 12_500_000n });
});

test.each([
  ['75', 75_000_000n],
  ['12.5', 12_500_000n],
  ['12,50', 12_500_000n],
  ['$ 10', 10_000_000n],
  ['10 usd', 10_000_000n],
  ['1000', 1_000_000_000n],
  ['1,000', undefined],
  ['1.000', undefined],
  ['10.005', undefined],
  ['1 000', undefined],
  ['1,000.00', undefined],
  ['-5', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['ten', undefined],
  ['٧٥', undefined],
])('the typed amount %j is %s', (text, amount) => {
  expect(typedUsd(text)).toBe(amount);
});

test('an amount that is ambiguous, too small or too large is asked for again, and the next one is taken', async () => {
  const ann = await person();
  await bot.say(ann, '/topup');
  for (const text of ['1,000', '10.005', '0.99', '10000.01', 'x']) {
    const [answer] = await bot.say(ann, text);
    expect(answer?.text).toContain('such as 75, 12.50 or 1000');
  }
  expect((await bot.say(ann, '10000'))[0]?.text).toContain('$10,000.00 will be added');
});

test('more than Telegram takes in one invoice is paid another way, and the most in Stars is said', async () => {
  const ann = await person();
  await bot.say(ann, '/topup');
  const [answer] = await bot.say(ann, '1298.71');
  expect(answer?.text).toContain('up to $1,298.00 in Stars at a time');
  expect(answer?.buttons).toEqual([['Crypto Pay'], ['« Back']]);
  expect(await forgePress(bot, ann, 'pay:s:129871')).toMatch(/^This button no longer works/);
  await bot.say(ann, '/topup');
  await bot.say(ann, '1298.70');
  await bot.press(ann, 'Telegram Stars: 100,000 Stars');
  const invoice = await starsInvoice(ann);
  expect(invoice.invoice?.amount).toBe(100_000);
  await pay(ann, invoice);
  await expect.poll(() => balanceOf(ann)).toBe(1_298_700_000n);
});

test('where only Stars are taken, an amount that is too large for them is asked for again', async () => {
  const ann = await person();
  const starsOnly = { ...bot, payments: { ...bot.payments, cryptoPay: undefined } };
  expect(await forgePress(starsOnly, ann, 'open:topup')).toMatch(/^How much do you want to add/);
  expect(await forgePress(starsOnly, ann, 'topup:10000')).toMatch(/^Telegram accepts up to \$1,298\.00/);
  expect((await bot.say(ann, '1298'))[0]?.text).toContain('$1,298.00 will be added');
});

test.each<[Language, RegExp]>([
  ['en', /^Telegram did not accept the invoice for \$25\.00 in Stars/],
  ['ru', /^Telegram не принял счёт на .* в звёздах/],
])(
  'an invoice in Stars that Telegram refuses is told of once, in %s, and its payment is open no more',
  async (language, words) => {
    const texts = textsIn(language);
    user += 1;
    const ann = user;
    await bot.say(ann, '/start', { language });
    await bot.say(ann, '/topup');
    await bot.press(ann, texts.label('dollars', { amount: '25' }));
    const refusal = { upstream: 'telegram', call: 'sendInvoice', mode: 'refuse', status: 400, times: 1 };
    await bot.control('PUT', 'faults', [refusal]);
    await bot.press(ann, texts.label('pay-by-stars', { stars: 1925 }));
    const refused = async () => (await bot.chat(ann)).messages.filter(({ text }) => words.test(text));
    await expect.poll(refused).toHaveLength(1);
    const { payments } = await listPayments(bot.services.database.sql, { provider: 'stars', limit: 1 });
    expect(payments).toMatchObject([{ state: 'expired', stars: 1925, chargeId: null }]);
    // As when the process has died before the call was taken out of the outbox.
    const call = { method: 'sendInvoice', payload: { chat_id: ann, payload: payments[0]?.id } };
    await endRefusedInvoice(bot.services.database, bot.bot.paymentListener, call);
    await bot.say(ann, '/topup');
    expect(await refused()).toHaveLength(1);
    await bot.press(ann, texts.label('dollars', { amount: '25' }));
    await bot.press(ann, texts.label('pay-by-stars', { stars: 1925 }));
    await pay(ann, await starsInvoice(ann));
    await expect.poll(() => balanceOf(ann)).toBe(25n * USD);
  },
);

test('the payment of an invoice that a person who blocks the bot does not get is open no more', async () => {
  const ann = await person();
  await bot.say(ann, '/topup');
  await bot.press(ann, '$25');
  bot.arm({ call: 'sendInvoice', mode: 'refuse', status: 403, times: 1 });
  await bot.press(ann, 'Telegram Stars: 1,925 Stars');
  const { sql } = bot.services.database;
  const newest = async () => (await listPayments(sql, { provider: 'stars', limit: 1 })).payments[0]?.state;
  await expect.poll(newest).toBe('expired');
});

test('an invoice that has expired, or that asks for something else, is refused before it is paid', async () => {
  const ann = await person();
  const invoice = await wantsStars(ann);
  const { sql } = bot.services.database;
  const [payment] = (await listPayments(sql, { provider: 'stars', state: 'open', limit: 1 })).payments;
  const set = (changed: { stars?: number; expires_at?: Date; chat_id?: number }) =>
    sql
      .updateTable('payments')
      .set(changed)
      .where('id', '=', payment?.id ?? '')
      .execute();
  await set({ stars: 1 });
  await expect(pay(ann, invoice)).rejects.toThrow('amount of this invoice is wrong');
  await set({ stars: 1925, chat_id: 1 });
  await expect(pay(ann, invoice)).rejects.toThrow('another person');
  await set({ chat_id: ann, expires_at: new Date(0) });
  await expect(pay(ann, invoice)).rejects.toThrow('has expired');
  await set({ expires_at: new Date(bot.clock.now().getTime() + 60_000) });
  await pay(ann, invoice);
  await expect.poll(() => balanceOf(ann)).toBe(25n * USD);
});

test('Stars that are given back are back in the chat, and off the balance', async () => {
  const ann = await person();
  await pay(ann, await wantsStars(ann));
  await expect.poll(() => balanceOf(ann)).toBe(25n * USD);
  const { sandbox, services } = bot;
  const stars = createTelegramRefunds({ url: sandbox.telegramUrl, token: sandbox.telegramToken });
  const payments = { ...bot.payments, stars };
  const [payment] = (
    await listPayments(services.database.sql, { provider: 'stars', state: 'paid', limit: 1 })
  ).payments;
  await beginRefund(payments, payment?.id ?? '');
  await refundOne(payments);
  expect(await balanceOf(ann)).toBe(0n);
  const { payments: after } = await listPayments(services.database.sql, { state: 'refunded', limit: 9 });
  expect(after.map(({ id }) => id)).toEqual([payment?.id]);
  const { messages } = await bot.chat(ann);
  expect(messages.slice(-2).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Your payment for \$25\.00 was refunded: 1,925 Stars\./),
    expect.stringMatching(/^Your balance is low: \$0\.00\./),
  ]);
  await stars.close();
});

test.each([
  ['all of it', 'What it had added was taken off your balance.', false],
  ['what is left', 'Your balance did not cover', true],
])(
  'Stars that went back without the service are booked once, and %s is taken from the balance',
  async (_, words, isSpent) => {
    const ann = await person();
    await pay(ann, await wantsStars(ann));
    await expect.poll(() => balanceOf(ann)).toBe(25n * USD);
    const { sandbox, services } = bot;
    const { sql } = services.database;
    const [payment] = (await listPayments(sql, { provider: 'stars', state: 'paid', limit: 1 })).payments;
    const { id = '', chargeId, payerId, resellerId } = payment ?? {};
    const proxy = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
    if (isSpent) await purchase(services, buyerOf({ resellerId: resellerId ?? 0 }), proxy);
    const uncovered = 25n * USD - (await balanceOf(ann));
    const elsewhere = createTelegramRefunds({ url: sandbox.telegramUrl, token: sandbox.telegramToken });
    expect(await elsewhere.refund({ chargeId: chargeId ?? '', payerId: payerId ?? 0 })).toBe('done');
    await expect.poll(() => balanceOf(ann)).toBe(0n);
    await bot.control('POST', 'telegram/repeat', { user: ann });
    await bot.say(ann, '/help');
    const told = (await bot.chat(ann)).messages.filter(({ text }) => text.includes(words));
    expect(told).toHaveLength(1);
    const [after] = (await listPayments(sql, { id, limit: 1 })).payments;
    expect(after).toMatchObject({ state: 'refunded', uncovered: isSpent ? uncovered : null });
    const alerts = sql.selectFrom('bot_alerts').select('detail').where('subject', '=', `refunds:${id}`);
    expect(await alerts.execute()).toEqual([{ detail: id }]);
    await elsewhere.close();
  },
);

async function newest(): Promise<{ id: string; invoiceId: number }> {
  const [payment] = (await listPayments(bot.services.database.sql, { limit: 1 })).payments;
  return { id: payment?.id ?? '', invoiceId: Number(payment?.invoiceId) };
}

async function wantsCryptoPay(ann: number): Promise<string> {
  await bot.say(ann, '/topup');
  await bot.press(ann, '$25');
  await bot.press(ann, 'Crypto Pay');
  return (await newest()).id;
}

test.each([
  [
    'makes its invoice',
    async (ann: number) => {
      await wantsCryptoPay(ann);
      return () => makeInvoice(bot.payments);
    },
  ],
  [
    'ends it without an invoice',
    async (ann: number) => {
      await wantsCryptoPay(ann);
      bot.clock.advance(2 * 60 * 60_000);
      return () => expirePayments(bot.payments);
    },
  ],
])(
  'whoever tells a person of an invoice locks the person first, as their updates do: one who %s',
  async (_, given) => {
    const ann = await person();
    const work = await given(ann);
    await bot.chat(ann);
    const { id } = await newest();
    const locks = 'select from bot_people where user_id = $1 for update';
    await using held = await holdLock(bot.databaseUrl, locks, [ann]);
    const done = work();
    await expect.poll(held.waiting).toBeGreaterThan(0);
    const locked = sql`select from payments where id = ${id} for update nowait`;
    await locked.execute(bot.services.database.sqlOnce);
    await held.release();
    await done;
  },
);
