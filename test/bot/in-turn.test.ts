import type { Update } from 'grammy/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteOldUpdates } from '../../src/bot/updates/inbox.ts';
import { handlerOf, type RunningBot, startBot } from '../support/bot.ts';
import { current } from '../support/current.ts';

const ANN = 1;
const BOB = 2;
/** More than a process has in memory at once. */
const FLOOD = 600;

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
  await running.say(ANN, '/start', { language: 'en' });
  await running.say(BOB, '/start', { language: 'en' });
});
afterAll(() => running.close());
const bot = current(() => running);

let updates = 1_000_000;
const nextId = () => (updates += 1);

function messageOf(user: number, content: object = { text: 'x' }): Update {
  const from = { id: user, is_bot: false, first_name: 'Ann' };
  const chat = { id: user, type: 'private' as const, first_name: 'Ann' };
  return { update_id: nextId(), message: { message_id: 1, date: 0, from, chat, ...content } } as Update;
}

const CHARGE = { currency: 'XTR', total_amount: 1, invoice_payload: 'x', telegram_payment_charge_id: 'c' };

/** A handler whose messages of Ann wait outside until they are let go; others only note who has sent them. */
function heldByAnn() {
  const released = Promise.withResolvers<void>();
  const handled: string[] = [];
  const given = handlerOf(bot, async (ctx) => {
    const { message, preCheckoutQuery, from } = ctx;
    if (from?.id === ANN && message && !message.successful_payment)
      await ctx.outside('held', () => released.promise);
    const kind = preCheckoutQuery ? 'checkout' : message?.successful_payment ? 'payment' : 'message';
    handled.push(`${from?.id === ANN ? 'Ann' : 'Bob'}: ${kind}`);
  });
  return { ...given, handled, release: () => released.resolve() };
}

async function countWaiting(user: number): Promise<number> {
  const rows = await bot.services.database.sql
    .selectFrom('bot_updates')
    .select('update_id')
    .where('user_id', '=', user)
    .where('sealed', 'is not', null)
    .execute();
  return rows.length;
}

test('what Telegram asks before a payment is answered while something else of the person waits for an upstream', async () => {
  const { handler, deliver, handled, release } = heldByAnn();
  await deliver(messageOf(ANN));
  const from = { id: ANN, is_bot: false, first_name: 'Ann' };
  const query = { id: 'q', from, currency: 'XTR', total_amount: 1, invoice_payload: 'x' };
  await deliver({ update_id: nextId(), pre_checkout_query: query });
  await expect.poll(() => handled, { timeout: 20_000 }).toEqual(['Ann: checkout']);
  release();
  await handler.idle();
  expect(handled).toEqual(['Ann: checkout', 'Ann: message']);
});

test('a person who sends without end while an upstream holds them up leaves room for others, and is credited', async () => {
  bot.clock.advance(60_000);
  const { handler, deliver, handled, release } = heldByAnn();
  for (let i = 0; i < FLOOD; i++) await deliver(messageOf(ANN));
  await deliver(messageOf(ANN, { successful_payment: CHARGE }));
  await handler.room();
  await deliver(messageOf(BOB));
  await expect.poll(() => handled, { timeout: 20_000 }).toEqual(['Bob: message']);
  release();
  await handler.idle();
  expect(handled.filter((one) => one === 'Ann: payment')).toHaveLength(1);
  expect(handled.length).toBeLessThan(FLOOD / 2);
  expect(await countWaiting(ANN)).toBe(0);
});

test('a payment that cannot be handled for days is kept until it can be', async () => {
  let isBroken = true;
  const handled: number[] = [];
  const { handler, deliver } = handlerOf(bot, async (ctx) => {
    if (isBroken) throw new Error('a bug');
    handled.push(ctx.update.update_id);
  });
  const payment = messageOf(BOB, { successful_payment: CHARGE });
  await deliver(payment);
  // No longer than this is it waited for.
  bot.clock.advance(121_000);
  await deliver(messageOf(BOB));
  await handler.idle();
  const { database, clock } = bot.services;
  await deleteOldUpdates(database.sql, new Date(clock.now().getTime() + 72 * 3_600_000));
  expect(await countWaiting(BOB)).toBe(1);
  isBroken = false;
  handler.take([payment]);
  await handler.idle();
  expect(handled).toEqual([payment.update_id]);
});

test('what one process is handling is waited for by the person’s next update in another one, and by nobody else’s', async () => {
  bot.clock.advance(120_000);
  const [first, second] = [heldByAnn(), heldByAnn()];
  await first.deliver(messageOf(ANN));
  await second.deliver(messageOf(ANN, { successful_payment: CHARGE }));
  await second.deliver(messageOf(BOB));
  await expect.poll(() => second.handled, { timeout: 20_000 }).toEqual(['Bob: message']);
  expect(first.handled).toEqual([]);
  first.release();
  await Promise.all([first.handler.idle(), second.handler.idle()]);
  expect([first.handled, second.handled]).toEqual([['Ann: message'], ['Bob: message', 'Ann: payment']]);
});

test('of two updates that come in the wrong order the older one is handled first, if it is there in time', async () => {
  bot.clock.advance(120_000);
  const { handler, deliver, handled, release } = heldByAnn();
  const order: number[] = [];
  const other = handlerOf(bot, async ({ update }) => void order.push(update.update_id));
  await deliver(messageOf(ANN));
  const [older, younger] = [messageOf(ANN), messageOf(ANN)];
  await other.deliver(younger);
  await other.deliver(older);
  release();
  await Promise.all([handler.idle(), other.handler.idle()]);
  expect(order).toEqual([older.update_id, younger.update_id]);
  expect(handled).toEqual(['Ann: message']);
});
