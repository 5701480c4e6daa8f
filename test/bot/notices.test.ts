import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { createLinkCode } from '../../src/bot/people/link-codes.ts';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { noteUsage, takeSnapshot } from '../../src/luxury/usage.ts';
import { tellOfEnds } from '../../src/orders/ends.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { setThreshold } from '../../src/resellers/resellers.ts';
import { createWebhook, switchOff } from '../../src/webhooks/webhooks.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { type BotBuyer, givenBotBuyer } from '../support/bot-buyer.ts';
import { current } from '../support/current.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { forgePress } from '../support/forge-press.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { recoverOne } from '../support/recover-one.ts';
import { CHOSEN_KINDS, readNotices } from '../support/wanted-notices.ts';

const PREMIUM = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };
const HOUR_MS = 3_600_000;
/** Longer than the lease of an operation. */
const LEASE_MS = 46_000;
const POLL_SECONDS = 5;

let running: RunningBot;
let buyer: BotBuyer;

beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
beforeEach(async () => {
  buyer = await givenBotBuyer(running);
  shown.set(buyer.user, (await bot.chat(buyer.user)).messages.length);
});
const bot = current(() => running);

/** How many messages of a chat a test has looked at. */
const shown = new Map<number, number>();

/** What has come to the chat since it was looked at. */
async function told(user = buyer.user) {
  const { messages } = await bot.chat(user);
  const before = shown.get(user) ?? 0;
  shown.set(user, messages.length);
  return messages.slice(before);
}

/** Has what an hour before the end of an order is due be told. */
async function lookBefore(end: Date | null): Promise<void> {
  const { database } = bot.services;
  await sql`update ends_told set until = now()`.execute(database.sql);
  await tellOfEnds(database.sql, new Date((end?.getTime() ?? 0) - HOUR_MS));
}

const pay = () => {
  const { database, clock } = bot.services;
  const { resellerId } = buyer;
  return topUp(database, { resellerId, amount: 5_000_000n, reference: randomUUID(), at: clock.now() });
};

/** The upstream reads so many percent of an order of 1 GB as used. */
async function use(orderId: number, percent: number): Promise<void> {
  const { database, clock } = bot.services;
  const name = { resellerId: buyer.resellerId, orderId };
  const traffic = (await readTraffic(database.sql, [name])).get(orderId);
  if (!traffic) throw new Error('no Luxury order');
  const left = (traffic.totalBytes * BigInt(100 - percent)) / 100n;
  const snapshot = await takeSnapshot(database.sql);
  await noteUsage(database, snapshot, new Map([[traffic.upstreamId, left]]), clock.now(), POLL_SECONDS);
}

test('a top-up that arrived is told', async () => {
  await pay();
  expect((await told()).map(({ text }) => text)).toEqual(['You received $5.00. Your balance is $105.00.']);
  expect(await told()).toEqual([]);
});

test('a low balance is told with the amount that it fell below', async () => {
  await setThreshold(bot.services.database, { resellerId: buyer.resellerId, usd: 100 });
  await buyer.buy(PREMIUM);
  expect((await told())[0]?.text).toMatch(/^Your balance is low: \$99\.25\.\n\nIt is now below \$100\.00/);
});

test('money that went back after a process died is told', async () => {
  const { resellerId } = buyer;
  const died = purchase(dyingAt(bot.services, 'buy', 'before'), buyerOf({ resellerId }), PREMIUM);
  await expect(died).rejects.toThrow(Died);
  bot.clock.advance(LEASE_MS);
  expect(await recoverOne(bot.services)).toBe(true);
  expect((await told())[0]?.text).toMatch(/^Refund: \$0\.60\. Your balance is \$100\.00\./);
});

test('an order that ends within a day is told, and its button leads to the renewal', async () => {
  const order = await buyer.buy(PREMIUM);
  await lookBefore(order.expiresAt);
  const [notice] = await told();
  expect(notice?.text).toMatch(new RegExp(`^Order ${order.id} expires soon: .* UTC\\. If you renew it`));
  await bot.press(buyer.user, 'Renew');
  await bot.press(buyer.user, '7 days: $0.75');
  expect((await bot.press(buyer.user, 'Pay $0.75')).pressed.text).toMatch(/has been renewed until/);
});

test.each(['en', 'ru'] as const)(
  'the end of an order that cannot be renewed is told with a button that buys the same again, in %s',
  async (language) => {
    const words = {
      en: ['It cannot be renewed, but you can buy the same again.', 'Buy the same again', /^Buy for /],
      ru: ['Продлить его нельзя, но можно купить такие же прокси.', 'Купить такой же ещё раз', /^Купить за /],
    } as const;
    const [text, button, confirm] = words[language];
    const person = await givenBotBuyer(bot, { language });
    const order = await person.buy({ tier: 'econ', type: 'ipv6', country: 'DE', period: '7d' });
    await told(person.user);
    await lookBefore(order.expiresAt);
    const [notice] = await told(person.user);
    expect(notice?.text).toContain(text);
    const { pressed } = await bot.press(person.user, button);
    expect(pressed.buttons.flat()[0]).toMatch(confirm);
  },
);

test('used traffic is told at its marks, and the button leads to more of it', async () => {
  const order = await buyer.buy();
  await use(order.id, 81);
  expect((await told())[0]?.text).toBe(`Order ${order.id} has used 80% of its traffic.`);
  await use(order.id, 100);
  expect((await told())[0]?.text).toMatch(/is out of traffic\. It works again as soon as you add some\.$/);
  const { pressed } = await bot.press(buyer.user, 'Add traffic');
  expect(pressed.text).toMatch(/^How much traffic do you want to add to order/);
});

test.each([
  ['gone', 'It answered 410 Gone.'],
  ['failing', 'Nothing could be delivered for five days.'],
] as const)(
  'a webhook that was switched off (%s) is told of with its address, the reason and what to do',
  async (reason, words) => {
    const { services } = bot;
    const { resellerId } = buyer;
    const url = 'http://localhost/hook';
    const given = { resellerId, url, types: [], description: null, at: bot.clock.now() };
    const { webhookId } = await createWebhook(services, given);
    await services.database.inTransaction((tx) =>
      switchOff(tx, { resellerId, webhookId, reason, at: bot.clock.now() }),
    );
    const [{ text } = { text: '' }] = await told();
    expect(text).toContain(url);
    expect(text).toContain(words);
    expect(text).toContain('/console');
  },
);

test('ends and used traffic can be switched off and on, each by itself, and what is about money cannot', async () => {
  const order = await buyer.buy();
  const ending = await buyer.buy(PREMIUM);
  await bot.say(buyer.user, '/balance');
  const { pressed } = await bot.press(buyer.user, 'Notifications');
  expect(pressed.buttons.flat()).toEqual([
    'An order expires or is not renewed: on',
    'An order has renewed itself: on',
    'On Mondays, the renewals of the week: on',
    'Traffic at 80, 95 and 100%: on',
    '« Back',
  ]);
  await bot.press(buyer.user, 'Traffic at 80, 95 and 100%: on');
  const { pressed: off } = await bot.press(buyer.user, 'An order expires or is not renewed: on');
  expect(off.buttons.flat().slice(0, 4)).toEqual([
    'An order expires or is not renewed: off',
    'An order has renewed itself: on',
    'On Mondays, the renewals of the week: on',
    'Traffic at 80, 95 and 100%: off',
  ]);
  await told();
  await use(order.id, 81);
  await lookBefore(ending.expiresAt);
  expect(await told()).toEqual([]);
  await pay();
  expect(await told()).toHaveLength(1);
  await bot.press(buyer.user, 'Traffic at 80, 95 and 100%: off');
  await told();
  await use(order.id, 96);
  expect(await told()).toHaveLength(1);
  expect(await forgePress(bot, buyer.user, 'notices:topped_up:off')).toMatch(/^This button no longer works/);
});

test('a press that comes twice switches once', async () => {
  await forgePress(bot, buyer.user, 'notices:order_ends:off');
  await forgePress(bot, buyer.user, 'notices:order_ends:off');
  const { sql } = bot.services.database;
  expect(await readNotices(sql, buyer.resellerId)).not.toContain('order_ends');
  await forgePress(bot, buyer.user, 'notices:order_ends:on');
  await forgePress(bot, buyer.user, 'notices:order_ends:on');
  expect((await readNotices(sql, buyer.resellerId)).filter((kind) => kind === 'order_ends')).toHaveLength(1);
});

test('who is bound to a reseller by a link is told of everything, too', async () => {
  const { resellerId } = await givenReseller(bot.services);
  const { database, clock } = bot.services;
  const { code } = await createLinkCode(database.sql, { resellerId, at: clock.now() });
  await bot.say(buyer.user, `/start link_${code}`);
  expect(await readNotices(database.sql, resellerId)).toEqual(CHOSEN_KINDS);
});

test('an account that is linked again keeps the notices that were chosen for it', async () => {
  const { resellerId } = await givenReseller(bot.services);
  const { database, clock } = bot.services;
  const link = async ({ user }: BotBuyer) => {
    const { code } = await createLinkCode(database.sql, { resellerId, at: clock.now() });
    await bot.say(user, `/start link_${code}`);
  };
  await link(buyer);
  await forgePress(bot, buyer.user, 'notices:order_ends:off');
  const kinds = () => readNotices(database.sql, resellerId);
  const chosen = await kinds();
  expect(chosen).not.toContain('order_ends');
  await link(buyer);
  expect(await kinds()).toEqual(chosen);
  const other = await givenBotBuyer(bot);
  await link(other);
  expect(await kinds()).toEqual(chosen);
  expect((await bot.say(other.user, '/notices'))[0]?.buttons.flat().join()).toContain('off');
});

test('notices are in the language of the person, and none is sent to who blocked the bot', async () => {
  const russian = await givenBotBuyer(bot, { language: 'ru' });
  expect((await told(russian.user)).at(-1)?.text).toBe('Поступило 100,00\u00a0$. На балансе 100,00\u00a0$.');
  buyer = russian;
  await bot.control('POST', 'telegram/block', { user: russian.user, blocked: true });
  await bot.chat(russian.user);
  await pay();
  expect(await told(russian.user)).toEqual([]);
});
