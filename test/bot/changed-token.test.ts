import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { creditForgotten } from '../../src/payments/forgotten.ts';
import { listPayments } from '../../src/payments/payment.ts';
import { beginRefund, refundOne } from '../../src/payments/refunds.ts';
import { createTelegramRefunds } from '../../src/payments/stars/stars.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type RunningBot, startBot, startSandboxForBot } from '../support/bot.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { takeSnapshot } from '../support/snapshot.ts';
import { startTelegramRelay, type TelegramRelay } from '../support/telegram-relay.ts';

const USD = 1_000_000n;
const ANN = 100;
const [OLD, NEW] = ['1:old', '1:new'];

let sandbox: Sandbox;
let relay: TelegramRelay;
/** Has the database, which the bots share one after the other. */
let opened: OpenedServices;

beforeEach(async () => {
  sandbox = await startSandboxForBot();
  relay = await startTelegramRelay(sandbox);
  opened = await openServices({ sandbox });
});
afterEach(async () => {
  expect((await verifyLedger(opened.services.database)).problems).toEqual([]);
  await opened.close();
  await relay[Symbol.asyncDispose]();
  await sandbox.close();
});

/** A service with the bot of this token, for as long as `work` lasts. */
async function withBot<T>(token: string, work: (bot: RunningBot) => Promise<T>): Promise<T> {
  const { databaseUrl, credentialsKey } = opened;
  const bot = await startBot({ sandbox: relay.as(token), databaseUrl, credentialsKey });
  try {
    return await work(bot);
  } finally {
    await bot.close();
  }
}

async function balance(): Promise<bigint> {
  const { sql } = opened.services.database;
  const ann = sql.selectFrom('bot_people').select('reseller_id').where('user_id', '=', ANN);
  return readBalance(sql, (await ann.executeTakeFirstOrThrow()).reseller_id ?? 0);
}

/** Ann asks for an invoice of 25 USD; returns its message. */
async function invoice(bot: RunningBot): Promise<number> {
  await bot.say(ANN, '/start');
  await bot.say(ANN, '/topup');
  await bot.press(ANN, '$25');
  await bot.press(ANN, 'Telegram Stars: 1,925 Stars');
  const { messages } = await bot.chat(ANN);
  return messages.findLast((message) => message.invoice !== null)?.messageId ?? 0;
}

const pay = (bot: RunningBot, messageId: number) =>
  bot.control<{ chargeId: string }>('POST', 'telegram/pay', { user: ANN, messageId });

async function withStars<T>(
  token: string,
  work: (stars: ReturnType<typeof createTelegramRefunds>) => Promise<T>,
) {
  const { telegramUrl: url } = relay.as(token);
  const stars = createTelegramRefunds({ url, token });
  return work(stars).finally(() => stars.close());
}

test('Stars that were paid when the token was just changed are credited with the new one, once, and can be given back', async () => {
  const chargeId = await withBot(OLD, async (bot) => {
    const messageId = await invoice(bot);
    relay.refuse = ({ method }) => {
      if (method === 'answerPreCheckoutQuery') relay.as(NEW);
      return undefined;
    };
    const { chargeId: charge } = await pay(bot, messageId);
    await expect.poll(() => bot.logged.join()).toContain('does not know the token');
    expect(await balance()).toBe(0n);
    return charge;
  });
  relay.refuse = () => undefined;
  await withBot(NEW, async (bot) => {
    await expect.poll(balance).toBe(25n * USD);
    await bot.control('POST', 'telegram/repeat', { user: ANN });
    expect((await bot.say(ANN, '/balance'))[0]?.text).toContain('$25.00');
  });
  await withStars(NEW, async (stars) => {
    expect(await creditForgotten({ ...opened.payments, stars })).toEqual([]);
    expect(await stars.refund({ chargeId, payerId: ANN })).toBe('done');
  });
});

test('what Telegram has given back and did not answer is not put back on the balance by the refusal of another bot', async () => {
  await withBot(OLD, async (bot) => {
    const { chargeId } = await pay(bot, await invoice(bot));
    await expect.poll(balance).toBe(25n * USD);
    const { sql } = bot.services.database;
    const [payment] = (await listPayments(sql, { limit: 1 })).payments;
    const id = payment?.id ?? '';
    expect(payment?.chargeId).toBe(chargeId);
    await withStars(OLD, async (stars) => {
      const payments = { ...bot.payments, stars };
      await beginRefund(payments, id);
      bot.arm({ call: 'refundStarPayment', mode: 'reset_after', times: 1 });
      await refundOne(payments, id);
      const told = async () =>
        (await bot.chat(ANN)).messages.filter(({ text }) => text.includes('was refunded'));
      await expect.poll(told).toHaveLength(1);
      bot.arm({ call: 'refundStarPayment', mode: 'refuse', status: 400 });
      bot.clock.advance(60 * 60_000);
      expect(await refundOne(payments, id)).toBe(false);
      expect(await told()).toHaveLength(1);
    });
    expect((await listPayments(sql, { id, limit: 1 })).payments[0]?.state).toBe('refunded');
    expect(await sql.selectFrom('job_failures').select('key').execute()).toEqual([]);
  });
  expect(await balance()).toBe(0n);
});

test('Stars that were credited after the restored state are credited again by the list, and not by an update that is repeated', async () => {
  const messageId = await withBot(OLD, invoice);
  const snapshot = await takeSnapshot(opened.databaseUrl);
  try {
    await withBot(OLD, async (bot) => {
      await pay(bot, messageId);
      await expect.poll(balance).toBe(25n * USD);
    });
    await snapshot.restore();
    expect(await balance()).toBe(0n);
    await withStars(NEW, async (stars) => {
      const payments = { ...opened.payments, stars };
      expect(await creditForgotten(payments)).toMatchObject([{ state: 'paid', payerId: ANN }]);
      expect(await creditForgotten(payments)).toEqual([]);
    });
    await withBot(NEW, async (bot) => {
      await bot.control('POST', 'telegram/repeat', { user: ANN });
      await bot.say(ANN, '/balance');
    });
    expect(await balance()).toBe(25n * USD);
    const { payments } = await listPayments(opened.services.database.sql, { limit: 9 });
    expect(payments.map(({ state }) => state)).toEqual(['paid']);
  } finally {
    await snapshot.drop();
  }
});
