import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { createLinkCode } from '../../src/bot/people/link-codes.ts';
import { makeInvoice } from '../../src/payments/crypto-pay/invoices.ts';
import { listPayments } from '../../src/payments/payment.ts';
import { createTelegramRefunds } from '../../src/payments/stars/stars.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type RunningBot, startBot, startSandboxForBot } from '../support/bot.ts';
import { startTelegramRelay, type TelegramRelay } from '../support/telegram-relay.ts';

const USD = 1_000_000n;

let sandbox: Sandbox;
let relay: TelegramRelay;
let bot: RunningBot;
let user = 100;

beforeAll(async () => {
  sandbox = await startSandboxForBot();
  relay = await startTelegramRelay(sandbox);
  bot = await startBot({ sandbox: relay.as(sandbox.telegramToken) });
  await bot.control('PUT', 'cryptopay/webhook', { url: `${bot.url}/payments/crypto-pay` });
});
afterAll(async () => {
  await bot.close();
  await relay[Symbol.asyncDispose]();
  await sandbox.close();
});

/** A person who has started the bot, and their account. */
async function person(): Promise<{ id: number; resellerId: number }> {
  user += 1;
  await bot.say(user, '/start');
  const { reseller_id } = await bot.services.database.sql
    .selectFrom('bot_people')
    .select('reseller_id')
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow();
  return { id: user, resellerId: reseller_id ?? 0 };
}

/** Has an account change hands, as by `reseller link`. */
async function handOver(resellerId: number, to: number): Promise<void> {
  const { database, clock } = bot.services;
  const { code } = await createLinkCode(database.sql, { resellerId, at: clock.now() });
  await bot.say(to, `/start link_${code}`);
}

const balanceOf = (resellerId: number) => readBalance(bot.services.database.sql, resellerId);
const textsOf = async (id: number) => (await bot.chat(id)).messages.map(({ text }) => text).join('\n');

async function starsInvoice(id: number): Promise<number> {
  await bot.say(id, '/topup');
  await bot.press(id, '$25');
  await bot.press(id, 'Telegram Stars: 1,925 Stars');
  const { messages } = await bot.chat(id);
  return messages.findLast(({ invoice }) => invoice !== null)?.messageId ?? 0;
}

const pay = (id: number, messageId: number) => bot.control('POST', 'telegram/pay', { user: id, messageId });

test('whoever has an account now hears of no invoice that another person has asked for, and that it was paid', async () => {
  const [ann, bob] = [await person(), await person()];
  await bot.say(ann.id, '/topup');
  await bot.say(ann.id, '12.50');
  await bot.press(ann.id, 'Crypto Pay');
  await handOver(ann.resellerId, bob.id);
  while (await makeInvoice(bot.payments));
  const [open] = (await listPayments(bot.services.database.sql, { state: 'open', limit: 1 })).payments;
  await bot.control('POST', 'cryptopay/pay', { invoiceId: Number(open?.invoiceId) });
  await expect.poll(() => balanceOf(ann.resellerId)).toBe(12_500_000n);
  expect(await textsOf(ann.id)).not.toMatch(/Invoice for|was added/);
  expect(await textsOf(bob.id)).not.toMatch(/Invoice for/);
  expect(await textsOf(bob.id)).toContain('$12.50 was added to your balance');
});

test('who pays in Stars while their account is bound to somebody else is told that it went to that account, and they that it came', async () => {
  const [ann, bob] = [await person(), await person()];
  const messageId = await starsInvoice(ann.id);
  relay.refuse = async ({ method }) => {
    if (method !== 'answerPreCheckoutQuery') return undefined;
    relay.refuse = () => undefined;
    await handOver(ann.resellerId, bob.id);
    return undefined;
  };
  await pay(ann.id, messageId);
  await expect.poll(() => balanceOf(ann.resellerId)).toBe(25n * USD);
  expect(await textsOf(ann.id)).toContain('added to the account that the invoice was issued for');
  expect(await textsOf(ann.id)).not.toContain('was added to your balance');
  expect(await textsOf(bob.id)).toContain('$25.00 was added to your balance');
});

test('who gets Stars back from an account that is not theirs any more hears nothing of its balance', async () => {
  const [ann, bob] = [await person(), await person()];
  await pay(ann.id, await starsInvoice(ann.id));
  await expect.poll(() => balanceOf(ann.resellerId)).toBe(25n * USD);
  await handOver(ann.resellerId, bob.id);
  const { sql } = bot.services.database;
  const [paid] = (await listPayments(sql, { resellerId: ann.resellerId, limit: 1 })).payments;
  const elsewhere = createTelegramRefunds({ url: sandbox.telegramUrl, token: sandbox.telegramToken });
  await elsewhere.refund({ chargeId: paid?.chargeId ?? '', payerId: ann.id });
  await elsewhere.close();
  await expect.poll(() => balanceOf(ann.resellerId)).toBe(0n);
  expect(await textsOf(ann.id)).not.toContain('was refunded');
  expect(await textsOf(bob.id)).toContain('was refunded');
});
