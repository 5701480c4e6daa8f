import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { confirmOffer } from '../../src/bot/dialogues/offer.ts';
import { tellEndedOffers } from '../../src/bot/notices/ended-offers.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { type BotBuyer, givenBotBuyer } from '../support/bot-buyer.ts';
import { offerPremium, pressAll, urlsIn } from '../support/buying.ts';
import { botBuyerOf, earnCoins } from '../support/coins.ts';
import { current } from '../support/current.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { forgePress } from '../support/forge-press.ts';
import { recoverOne } from '../support/recover-one.ts';

const PREMIUM = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };
const BUY = 'Buy for $4.40';
/** Longer than the lease of an operation and the time to decide it. */
const RECOVERY_MS = 10 * 60_000;
/** Longer than a press may take to be answered. */
const ANSWER_MS = 10_001;

let running: RunningBot;
let buyer: BotBuyer;

beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
beforeEach(async () => {
  buyer = await givenBotBuyer(running);
  // What came in is told before anything is said there.
  await running.chat(buyer.user);
});
const bot = current(() => running);

function unexpected(error: unknown): never {
  throw error;
}

/** What the person is told by itself: of offers that have ended, and from the log. */
async function told(user = buyer.user) {
  const before = (await bot.chat(user)).messages.length;
  await Promise.all([1, 2, 3].map(() => tellEndedOffers(bot.services, unexpected)));
  return (await bot.chat(user)).messages.slice(before);
}

async function tokenOf({ resellerId }: BotBuyer): Promise<string> {
  const { token } = await bot.services.database.sql
    .selectFrom('bot_offers')
    .select('token')
    .where('reseller_id', '=', resellerId)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  return token;
}

/** The process that carries out the offer dies at its upstream, and recovery ends the operation. */
async function dieAndRecover(call: 'buy' | 'extend' | 'addTraffic', when: 'before' | 'after') {
  const dying = dyingAt(bot.services, call, when);
  await expect(confirmOffer(dying, botBuyerOf(buyer), await tokenOf(buyer))).rejects.toThrow(Died);
  expect(await told()).toEqual([]);
  bot.clock.advance(RECOVERY_MS);
  expect(await recoverOne(bot.services)).toBe(true);
  bot.clock.advance(ANSWER_MS);
}

test('what recovery has bought comes to the chat by itself, once, and its button then names the order', async () => {
  await offerPremium(bot, buyer.user);
  await dieAndRecover('buy', 'after');
  const [bought, access, ...more] = await told();
  expect(bought?.text).toMatch(
    /^Order \d+ is ready\nPremium IPv4 HTTP, 30 days, Germany, 2 proxies\n\nPaid: \$4\.40/,
  );
  expect(urlsIn(access ?? { text: '' })).toHaveLength(2);
  expect(more).toEqual([]);
  expect(await told()).toEqual([]);
  const { sent } = await bot.press(buyer.user, BUY);
  expect(sent.map(({ text }) => text)).toEqual([expect.stringMatching(/^You have already bought this/)]);
  expect(await buyer.balance()).toBe(95_600_000n);
  // The purchase does not wait for an answer any more.
  expect((await bot.say(buyer.user, 'x'))[0]?.text).toMatch(/^Nothing found for/);
});

test('what recovery has given back is told once, with the coins and a way on, and no notice tells it again', async () => {
  await earnCoins(bot.services, botBuyerOf(buyer), 5);
  await offerPremium(bot, buyer.user);
  await pressAll(bot, buyer.user, ['Use 220 coins']);
  await dieAndRecover('buy', 'before');
  const [refused, ...more] = await told();
  expect(refused?.text).toBe(`Not purchased: Premium IPv4 HTTP, 30 days, Germany, 2 proxies

The proxy provider could not do this, and you keep your money. Please try again in a moment; if it goes on, write to support.
Refunded: $2.20 and 220 coins. Your balance is $95.00.`);
  expect(more).toEqual([]);
  expect(await told()).toEqual([]);
  await pressAll(bot, buyer.user, ['Try again']);
  expect((await bot.press(buyer.user, 'Buy for $2.20')).pressed.text).toMatch(/^Order \d+ is ready/);
});

test('a press that is answered meanwhile is the only one that tells it', async () => {
  await offerPremium(bot, buyer.user);
  await dieAndRecover('buy', 'after');
  expect((await bot.press(buyer.user, BUY)).pressed.text).toMatch(/^Order \d+ is ready/);
  expect(await told()).toEqual([]);
  await offerPremium(bot, buyer.user);
  await dieAndRecover('buy', 'before');
  expect((await bot.press(buyer.user, BUY)).pressed.text).toContain('you keep your money');
  expect(await told()).toEqual([]);
});

test.each([
  ['a renewal', 'extend', PREMIUM, '7d', /has been renewed until/],
  ['an addition', 'addTraffic', undefined, '1gb', /^Traffic was added/],
] as const)(
  'a press that tells how %s was refused is the only one that tells it',
  async (_, call, wanted, period, done) => {
    const { id } = await buyer.buy(wanted);
    await forgePress(bot, buyer.user, `extend:${id}:${period}`);
    const pay = async () => {
      const { messages } = await bot.chat(buyer.user);
      const button = messages
        .flatMap(({ buttons }) => buttons.flat())
        .findLast((text) => /^Pay \$/.test(text));
      return bot.press(buyer.user, button ?? '');
    };
    await dieAndRecover(call, 'before');
    expect((await pay()).pressed.text).toContain('you keep your money');
    await bot.press(buyer.user, 'Try again');
    expect((await pay()).pressed.text).toMatch(done);
    bot.clock.advance(ANSWER_MS);
    expect(await told()).toEqual([]);
  },
);

test('a renewal that is refused before anything is charged is told once', async () => {
  const { id } = await buyer.buy(PREMIUM);
  await forgePress(bot, buyer.user, `extend:${id}:7d`);
  await adjust(bot.services.database, {
    resellerId: buyer.resellerId,
    amount: -(await buyer.balance()),
    reason: 'x',
    reference: `adjustment ${buyer.user}`,
    at: bot.clock.now(),
  });
  expect((await bot.press(buyer.user, 'Pay $0.75')).pressed.text).toMatch(/Nothing was charged/);
  bot.clock.advance(ANSWER_MS);
  expect((await told()).map(({ text }) => text).join()).not.toContain('was not renewed');
});

test('a press while it is being carried out says that its end will be told', async () => {
  await offerPremium(bot, buyer.user);
  const dying = dyingAt(bot.services, 'buy', 'after');
  await expect(confirmOffer(dying, botBuyerOf(buyer), await tokenOf(buyer))).rejects.toThrow(Died);
  const { sent } = await bot.press(buyer.user, BUY);
  expect(sent[0]?.text).toMatch(/^Your purchase is still in progress\. I will send you the result here/);
  bot.clock.advance(RECOVERY_MS);
  await recoverOne(bot.services);
  bot.clock.advance(ANSWER_MS);
  expect(await told()).toHaveLength(2);
});

test('what has just ended is left to the press that asked for it', async () => {
  await offerPremium(bot, buyer.user);
  bot.clock.stop();
  await confirmOffer(bot.services, botBuyerOf(buyer), await tokenOf(buyer));
  expect(await told()).toEqual([]);
  expect((await bot.press(buyer.user, BUY)).pressed.text).toMatch(/^Order \d+ is ready/);
});

test('a renewal and an addition that recovery has ended are told, too', async () => {
  const order = await buyer.buy(PREMIUM);
  const offer = (orderId: number, period: string) =>
    forgePress(bot, buyer.user, `extend:${orderId}:${period}`);
  await offer(order.id, '7d');
  await dieAndRecover('extend', 'after');
  const [renewed, ...more] = await told();
  expect(renewed?.text).toMatch(new RegExp(`^Order ${order.id} has been renewed until .*Paid: \\$0\\.75\\.`));
  expect(more).toEqual([]);

  const luxury = await buyer.buy();
  await offer(luxury.id, '1gb');
  await dieAndRecover('addTraffic', 'after');
  expect((await told())[0]?.text).toMatch(/: 2 GB left\. Paid: \$1\.30\./);

  await offer(luxury.id, '1gb');
  await dieAndRecover('addTraffic', 'before');
  const [refused] = await told();
  expect(refused?.text).toMatch(/^No traffic was added to order \d+\.\n\n.*\nRefunded: \$1\.30\./);
  await bot.press(buyer.user, 'Try again');
  expect((await bot.press(buyer.user, 'Pay $1.30')).pressed.text).toMatch(
    /^Traffic was added to order \d+: 3 GB left/,
  );
});

test('an order that is busy is told as such, and the same button extends it later', async () => {
  const order = await buyer.buy(PREMIUM);
  await forgePress(bot, buyer.user, `extend:${order.id}:7d`);
  const dying = dyingAt(bot.services, 'extend', 'before');
  await expect(confirmOffer(dying, botBuyerOf(buyer), await tokenOf(buyer))).rejects.toThrow(Died);
  await forgePress(bot, buyer.user, `extend:${order.id}:30d`);
  const { sent } = await bot.press(buyer.user, 'Pay $2.20');
  expect(sent[0]?.text).toMatch(/^Your previous request is still in progress/);
  bot.clock.advance(RECOVERY_MS);
  await recoverOne(bot.services);
  expect((await bot.press(buyer.user, 'Pay $2.20')).pressed.text).toMatch(/has been renewed until/);
});

test('nothing is told to who blocked the bot, also later', async () => {
  await offerPremium(bot, buyer.user);
  await dieAndRecover('buy', 'after');
  await bot.control('POST', 'telegram/block', { user: buyer.user, blocked: true });
  await bot.chat(buyer.user);
  expect(await told()).toEqual([]);
  await bot.control('POST', 'telegram/block', { user: buyer.user, blocked: false });
  await bot.chat(buyer.user);
  expect(await told()).toEqual([]);
});

test('an offer that is being carried out is kept, however old it is, and its end is told', async () => {
  await offerPremium(bot, buyer.user);
  const dying = dyingAt(bot.services, 'buy', 'after');
  await expect(confirmOffer(dying, botBuyerOf(buyer), await tokenOf(buyer))).rejects.toThrow(Died);
  bot.clock.advance(23.5 * 3_600_000);
  await cleanUp(bot.services);
  await recoverOne(bot.services);
  bot.clock.advance(ANSWER_MS);
  expect(await told()).toHaveLength(2);
  await cleanUp(bot.services);
  const left = bot.services.database.sql.selectFrom('bot_offers').select('token');
  expect(await left.where('reseller_id', '=', buyer.resellerId).execute()).toEqual([]);
});
