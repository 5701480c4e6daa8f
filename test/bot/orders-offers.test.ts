import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCoins } from '../../src/billing/accounts.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { findOrder } from '../../src/orders/order.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { type BotBuyer, givenBotBuyer } from '../support/bot-buyer.ts';
import { current } from '../support/current.ts';
import { forgePress } from '../support/forge-press.ts';

const PREMIUM = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d', quantity: 2 };
const DAY_MS = 86_400_000;
const GB = 2n ** 30n;

let running: RunningBot;
let buyer: BotBuyer;

beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
beforeEach(async () => {
  running.sandbox.arm([]);
  buyer = await givenBotBuyer(running);
});
const bot = current(() => running);

const press = (button: string) => bot.press(buyer.user, button);
const show = (orderId: number) => forgePress(bot, buyer.user, `order:show:${orderId}`);
const textsOf = async () => (await bot.chat(buyer.user)).messages.map(({ text }) => text);

/**
 * Presses a button of the newest message some times at once, and has Telegram deliver the last press again.
 */
async function pressAtOnce(button: string, times: number): Promise<void> {
  const { messages } = await bot.chat(buyer.user);
  const messageId = messages.findLast(({ buttons }) => buttons.flat().includes(button))?.messageId;
  const one = () => bot.control('POST', 'telegram/press', { user: buyer.user, messageId, button });
  await Promise.all(Array.from({ length: times }, one));
  for (let i = 0; i < 2; i++) await bot.control('POST', 'telegram/repeat', { user: buyer.user });
  await bot.say(buyer.user, '/help');
}

test('a renewal shows the retail price, and is charged once however often its button is pressed', async () => {
  const order = await buyer.buy(PREMIUM);
  await show(order.id);
  const { pressed } = await press('Renew');
  expect(pressed.buttons.flat()).toEqual(['7 days: $1.50', '30 days: $4.40', '90 days: $11.80', '« Back']);
  expect((await press('7 days: $1.50')).pressed.text).toMatch(
    /Price: \$1\.50\nBalance: \$98\.50, after this payment: \$97\.00/,
  );
  const before = await buyer.balance();
  await pressAtOnce('Pay $1.50', 4);
  expect(before - (await buyer.balance())).toBe(1_500_000n);
  const texts = await textsOf();
  expect(
    texts.filter((text) => /^Order \d+ has been renewed until .* Paid: \$1\.50\./.test(text)),
  ).toHaveLength(1);
  expect(texts.filter((text) => text.startsWith('This has already been done'))).toHaveLength(3);
  const { sql } = bot.services.database;
  const after = await findOrder(sql, buyer.resellerId, order.id, bot.clock.now());
  const added = Number(after.expiresAt) - Number(order.expiresAt);
  expect(Math.round(added / DAY_MS)).toBe(7);
});

test('traffic is added once, and coins pay a part of it', async () => {
  const { resellerId } = buyer;
  const { sql } = bot.services.database;
  const order = await buyer.buy({ period: '10gb' });
  const coins = await readCoins(sql, resellerId);
  expect(coins).toBeGreaterThan(0);
  const before = await buyer.balance();
  await show(order.id);
  const periods = (await press('Add traffic')).pressed.buttons.flat();
  const one = periods.find((text) => text.startsWith('1 GB: ')) ?? '';
  const price = Math.round(Number(one.replace('1 GB: $', '')) * 1e6);
  await press(one);
  const spend = coins === 1 ? 'Use 1 coin' : `Use ${coins} coins`;
  const offered = (await press(spend)).pressed;
  expect(offered.text).toContain(`(${coins} coin`);
  const pay = offered.buttons.flat()[0] ?? '';
  await pressAtOnce(pay, 3);
  expect(before - (await buyer.balance())).toBe(BigInt(price) - BigInt(coins) * 10_000n);
  const traffic = (await readTraffic(sql, [{ resellerId, orderId: order.id }])).get(order.id);
  expect(traffic?.totalBytes).toBe(11n * GB);
  expect((await textsOf()).filter((text) => text.includes(': 11 GB left. Paid'))).toHaveLength(1);
});

test.each([
  ['en', 'Another number of coins', 'How many coins do you want to use?', 'Coins: −$0.03 (3 coins)'],
  ['ru', 'Другое число монет', 'Сколько монет списать?', 'Монеты: −0,03\u00a0$ (3 монеты)'],
] as const)(
  'any number of coins pays a part, also of a renewal, in %s',
  async (language, other, question, line) => {
    buyer = await givenBotBuyer(bot, { language });
    const { resellerId, user } = buyer;
    const { sql } = bot.services.database;
    const order = await buyer.buy(PREMIUM);
    const coins = await readCoins(sql, resellerId);
    expect(coins).toBeGreaterThan(3);
    await forgePress(bot, user, `again:${order.id}`);
    for (const open of [`again:${order.id}`, `extend:${order.id}:7d`]) {
      await forgePress(bot, user, open);
      const { pressed } = await press(other);
      expect(pressed.text).toContain(question);
      for (const odd of ['0', '-1', '2.5', String(coins + 50), 'all'])
        expect((await bot.say(user, odd))[0]?.text).toMatch(/^(Please type a|Введите, пожалуйста,)/);
      const offered = (await bot.say(user, '3'))[0];
      expect(offered?.text).toContain(line);
      const before = { coins: await readCoins(sql, resellerId), balance: await buyer.balance() };
      await press(offered?.buttons.flat()[0] ?? '');
      const paid = before.balance - (await buyer.balance());
      expect(paid).toBe(1_470_000n);
      expect(await readCoins(sql, resellerId)).toBe(before.coins - 3 + 4);
    }
  },
);

test('who is asked for a number of coins can go back, and a command ends the question', async () => {
  const order = await buyer.buy(PREMIUM);
  await forgePress(bot, buyer.user, `extend:${order.id}:7d`);
  await press('Another number of coins');
  expect((await press('« Back')).pressed.buttons[0]).toEqual(['Pay $1.50']);
  await press('Another number of coins');
  await bot.say(buyer.user, '/help');
  expect((await bot.say(buyer.user, '1'))[0]?.text).not.toMatch(/coin/);
});

test('an offer that another one replaced charges nothing', async () => {
  const order = await buyer.buy();
  await buyer.buy({ period: '10gb' });
  await show(order.id);
  await press('Add traffic');
  const { pressed: first } = await press((await textOf(/^1 GB/)) ?? '');
  const { sql } = bot.services.database;
  const { token } = await sql
    .selectFrom('bot_offers')
    .select('token')
    .where('reseller_id', '=', buyer.resellerId)
    .executeTakeFirstOrThrow();
  const before = await buyer.balance();
  await press(first.buttons.flat().find((text) => text.startsWith('Use ')) ?? '');
  expect(await forgePress(bot, buyer.user, `extend_ok:${token}`)).toMatch(/^This offer has expired/);
  expect(await buyer.balance()).toBe(before);
});

test('an offer of somebody else, and one of yesterday, charge nothing', async () => {
  const order = await buyer.buy();
  await show(order.id);
  await press('Add traffic');
  await press((await textOf(/^1 GB/)) ?? '');
  const { sql } = bot.services.database;
  const { token } = await sql
    .selectFrom('bot_offers')
    .select('token')
    .where('reseller_id', '=', buyer.resellerId)
    .executeTakeFirstOrThrow();
  const before = await buyer.balance();
  const other = await givenBotBuyer(bot);
  for (const data of ['extend_ok', 'ok', 'offer:1'])
    expect(await forgePress(bot, other.user, `${data}:${token}`)).toMatch(/^This offer has expired/);
  bot.clock.advance(DAY_MS);
  expect(await forgePress(bot, buyer.user, `extend_ok:${token}`)).toMatch(/^This offer has expired/);
  expect(await buyer.balance()).toBe(before);
});

test('a balance that does not cover it is told before, and at the payment, and topping up lets it go on', async () => {
  buyer = await givenBotBuyer(bot, { balance: 3_000_000n });
  const { resellerId } = buyer;
  const { database, clock } = bot.services;
  const pay = (amount: bigint) =>
    topUp(database, { resellerId, amount, reference: randomUUID(), at: clock.now() });
  const order = await buyer.buy(PREMIUM);
  await show(order.id);
  await press('Renew');
  const { pressed: short } = await press('30 days: $4.40');
  expect(short.text).toContain('You need $2.90 more.');
  const topUps = (amount: string, stars: number) => [
    [`Top up ${amount}: ${stars} Stars`],
    [`Top up ${amount}: Crypto Pay`],
    ['Another amount', 'Check balance'],
  ];
  expect(short.buttons).toEqual([
    ...topUps('$2.90', 224),
    ['Use 4 coins', 'Another number of coins'],
    ['« Back'],
  ]);
  // The offer stays while the balance is topped up, and so do the coins that were chosen.
  expect((await press('Another amount')).sent[0]?.text).toMatch(/^How much do you want to add/);
  expect((await press('Use 4 coins')).pressed.buttons[2]).toEqual(['Another amount', 'Check balance']);
  await pay(3_000_000n);
  expect((await press('Check balance')).pressed.buttons).toEqual([
    ['Pay $4.36'],
    ['Do not use coins', 'Another number of coins'],
    ['« Back'],
  ]);

  // Most of it is spent elsewhere before the button is pressed.
  await buyer.buy(PREMIUM);
  const { pressed: refused } = await press('Pay $4.36');
  expect(refused.text).toMatch(/^This costs \$4\.36, and your balance is \$3\.00\./);
  expect(refused.buttons).toEqual([...topUps('$1.36', 105), ['« Back']]);
  expect(await buyer.balance()).toBe(3_000_000n);
  await pay(3_000_000n);
  await press('Check balance');
  // The coins that were chosen are kept.
  expect((await press('Pay $4.36')).pressed.text).toMatch(/has been renewed until/);
});

test('when the upstream does not extend the order, nothing stays charged, and another offer can be paid', async () => {
  const order = await buyer.buy(PREMIUM);
  const before = await buyer.balance();
  await show(order.id);
  await press('Renew');
  await press('7 days: $1.50');
  bot.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'refuse', times: 1 }]);
  expect((await press('Pay $1.50')).pressed.text).toMatch(/^The proxy provider could not do this/);
  expect(await buyer.balance()).toBe(before);
  await press('Try again');
  expect((await press('Pay $1.50')).pressed.text).toMatch(/has been renewed until/);
  expect(before - (await buyer.balance())).toBe(1_500_000n);
});

test('an order that ended long ago is not renewed', async () => {
  const order = await buyer.buy(PREMIUM);
  bot.clock.advance(11 * DAY_MS);
  expect(await show(order.id)).toContain('Status: expired');
  expect(await forgePress(bot, buyer.user, `order:extend:${order.id}`)).toMatch(/can no longer be renewed/);
  expect(await forgePress(bot, buyer.user, `extend:${order.id}:7d`)).toMatch(/can no longer be renewed/);
});

test('a period that the type does not have is refused', async () => {
  const order = await buyer.buy();
  expect(await forgePress(bot, buyer.user, `extend:${order.id}:7d`)).toMatch(
    /^This is no longer sold for that period/,
  );
});

/** A button of the newest message. */
async function textOf(pattern: RegExp): Promise<string | undefined> {
  const { messages } = await bot.chat(buyer.user);
  return messages
    .findLast(({ from }) => from === 'bot')
    ?.buttons.flat()
    .find((text) => pattern.test(text));
}
