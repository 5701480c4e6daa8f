import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { readBalance, readCoins } from '../../src/billing/accounts.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { confirmOffer } from '../../src/bot/dialogues/offer.ts';
import { receive } from '../../src/bot/updates/inbox.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import {
  type GivenBuyer,
  givenBuyer,
  offerPremium,
  ordersOf,
  PREMIUM,
  pressAll,
  urlsIn,
} from '../support/buying.ts';
import { botBuyerOf, DOLLAR_ITEM, earnCoins } from '../support/coins.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { recoverOne } from '../support/recover-one.ts';

const running: RunningBot[] = [];

async function start(options: Parameters<typeof startBot>[0] = {}): Promise<RunningBot> {
  const bot = await startBot(options);
  running.unshift(bot);
  return bot;
}

afterEach(async () => {
  for (const bot of running.splice(0)) await bot.close();
});

const BUY = 'Buy for $4.40';
const BOUGHT = /^Order \d+ is ready\n/;

/** Delivers the press of a button of a message, also when the message has it no more. */
async function pressAt(bot: RunningBot, user: number, messageId: number, button = BUY): Promise<void> {
  await bot.control('POST', 'telegram/press', { user, messageId, button });
}

async function balanceOf(bot: RunningBot, { resellerId }: GivenBuyer): Promise<bigint> {
  return readBalance(bot.services.database.sql, resellerId);
}

async function tokenOf(bot: RunningBot, { resellerId }: GivenBuyer): Promise<string> {
  const offer = await bot.services.database.sql
    .selectFrom('bot_offers')
    .select('token')
    .where('reseller_id', '=', resellerId)
    .executeTakeFirstOrThrow();
  return offer.token;
}

const newTexts = async (bot: RunningBot, user: number) =>
  (await bot.chat(user)).messages.filter(({ from }) => from === 'bot').map(({ text }) => text);

/** The sample catalog with another retail price of 30 days of premium proxies. */
async function setPrice({ services }: RunningBot, retailPriceUsd: string): Promise<void> {
  const sample = await readFile(new URL('../../src/catalog/sample-catalog.json', import.meta.url), 'utf8');
  const file = JSON.parse(sample);
  Object.assign(file.tiers[0].types[0].periods[1], { priceUsd: '0.10', retailPriceUsd });
  await importCatalog(services.database, JSON.stringify(file), { force: true });
}

test('a confirming button that is pressed several times at once buys once, and further presses name the order', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  const { messageId } = await offerPremium(bot, buyer.user);
  await Promise.all([1, 2, 3].map(() => pressAt(bot, buyer.user, messageId)));
  await bot.say(buyer.user, '/help');
  expect(await ordersOf(bot, buyer.resellerId)).toHaveLength(1);
  expect(await balanceOf(bot, buyer)).toBe(95_600_000n);
  const texts = await newTexts(bot, buyer.user);
  expect(texts.filter((text) => text.startsWith('You have already bought this: order 1.'))).toHaveLength(2);
  expect(texts.filter((text) => text.startsWith('Order 1 until'))).toHaveLength(1);
});

test('an update that is delivered again neither buys nor answers again', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  await offerPremium(bot, buyer.user);
  await bot.press(buyer.user, BUY);
  const before = await newTexts(bot, buyer.user);
  for (let i = 0; i < 3; i++) await bot.control('POST', 'telegram/repeat', { user: buyer.user });
  await givenBuyer(bot);
  expect(await newTexts(bot, buyer.user)).toEqual(before);
  expect(await balanceOf(bot, buyer)).toBe(95_600_000n);
});

test('a purchase goes on in another process where the first one stopped', async () => {
  const first = await start();
  const buyer = await givenBuyer(first);
  await offerPremium(first, buyer.user);
  const { sandbox, databaseUrl, credentialsKey } = first;
  const second = await start({ sandbox, databaseUrl, credentialsKey });
  await first.bot.close();
  const { pressed, sent } = await second.press(buyer.user, BUY);
  expect(pressed.text).toMatch(BOUGHT);
  expect(sent.flatMap(urlsIn)).toHaveLength(2);
});

test('two processes that confirm the same offer at once buy once', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  await offerPremium(bot, buyer.user);
  const token = await tokenOf(bot, buyer);
  const { sandbox, databaseUrl, credentialsKey } = bot;
  const other = await start({ sandbox, databaseUrl, credentialsKey, started: false });
  const outcomes = await Promise.all(
    [bot, other, bot, other].map(({ services }) => confirmOffer(services, botBuyerOf(buyer), token)),
  );
  for (const outcome of outcomes) {
    if (outcome && 'refusal' in outcome) expect(outcome.refusal.code).toBe('request_in_progress');
    else expect(outcome?.offer.kind).toBe('purchase');
  }
  const { pressed } = await bot.press(buyer.user, BUY);
  expect(pressed.text).toMatch(BOUGHT);
  expect(await ordersOf(bot, buyer.resellerId)).toHaveLength(1);
  expect(await balanceOf(bot, buyer)).toBe(95_600_000n);
});

test.each(['before', 'after'] as const)(
  'a process that dies between charge and answer, %s the upstream sold, leaves the answer to the same button',
  async (when) => {
    const bot = await start();
    const buyer = await givenBuyer(bot);
    await offerPremium(bot, buyer.user);
    const dying = dyingAt(bot.services, 'buy', when);
    const death = confirmOffer(dying, botBuyerOf(buyer), await tokenOf(bot, buyer));
    await expect(death).rejects.toThrow(Died);
    expect(await balanceOf(bot, buyer)).toBe(95_600_000n);

    const { sent } = await bot.press(buyer.user, BUY);
    expect(sent.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Your purchase is still in progress/),
    ]);
    bot.clock.advance(10 * 60_000);
    expect(await recoverOne(bot.services)).toBe(true);

    const after = await bot.press(buyer.user, BUY);
    if (when === 'after') {
      expect(after.pressed.text).toMatch(BOUGHT);
      expect(after.sent.flatMap(urlsIn)).toHaveLength(2);
      expect(await balanceOf(bot, buyer)).toBe(95_600_000n);
    } else {
      expect(after.pressed.text).toContain('you keep your money');
      expect(await balanceOf(bot, buyer)).toBe(100_000_000n);
      await pressAll(bot, buyer.user, ['Try again']);
      expect((await bot.press(buyer.user, BUY)).pressed.text).toMatch(BOUGHT);
    }
    expect(await ordersOf(bot, buyer.resellerId)).toHaveLength(1);
  },
);

test('a press whose process died after the charge is answered by the next process, with no other press', async () => {
  const first = await start();
  const buyer = await givenBuyer(first);
  const { messageId } = await offerPremium(first, buyer.user);
  const token = await tokenOf(first, buyer);
  await first.bot.close();
  const { services, sandbox, databaseUrl, credentialsKey, clock } = first;
  const from = { id: buyer.user, is_bot: false, first_name: 'Ann', language_code: 'en' };
  const chat = { id: buyer.user, type: 'private' as const, first_name: 'Ann' };
  const message = { message_id: messageId, date: 0, chat, text: 'x' };
  const callback_query = { id: '1', from, chat_instance: '1', data: `ok:${token}`, message };
  const { sql } = services.database;
  await receive(sql, services.vault, [{ update_id: 900_000_000, callback_query }], clock.now());
  const death = confirmOffer(dyingAt(services, 'buy', 'after'), botBuyerOf(buyer), token);
  await expect(death).rejects.toThrow(Died);
  clock.advance(10 * 60_000);
  expect(await recoverOne(services)).toBe(true);

  const next = await start({ sandbox, databaseUrl, credentialsKey });
  await expect.poll(async () => (await newTexts(next, buyer.user)).at(-1)).toMatch(/^Order \d+ until/);
  expect(await ordersOf(next, buyer.resellerId)).toHaveLength(1);
  expect(await balanceOf(next, buyer)).toBe(95_600_000n);
});

test('the button of an old price says so and shows an offer at the new one', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  const { messageId } = await offerPremium(bot, buyer.user);
  await setPrice(bot, '3.00');
  const { pressed } = await bot.press(buyer.user, BUY);
  expect(pressed.text).toContain(
    'The price has changed: it is now $6.00, and was $4.40. Nothing was charged.',
  );
  expect(pressed.text).toContain('Price: $6.00');
  expect(pressed.buttons).toEqual([['Buy for $6.00'], ['« Back', 'Cancel']]);
  expect(await ordersOf(bot, buyer.resellerId)).toEqual([]);
  expect((await bot.press(buyer.user, 'Buy for $6.00')).pressed.text).toContain('Paid: $6.00');
  expect(messageId).toBe(pressed.messageId);
});

test('a price that has fallen is what is paid', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  await offerPremium(bot, buyer.user);
  await setPrice(bot, '1.00');
  expect((await bot.press(buyer.user, BUY)).pressed.text).toContain('Paid: $2.00');
});

test('coins that were spent meanwhile are not promised any more', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  await earnCoins(bot.services, botBuyerOf(buyer), 3);
  await offerPremium(bot, buyer.user);
  await pressAll(bot, buyer.user, ['Use 220 coins']);
  const elsewhere = { ...DOLLAR_ITEM, quantity: 5, coins: 250 };
  await purchase(bot.services, botBuyerOf(buyer), elsewhere);
  const { pressed } = await bot.press(buyer.user, 'Buy for $2.20');
  expect(pressed.text).toMatch(/^You can use at most 57 coins here\. Nothing was charged\./);
  expect(pressed.buttons.flat()).toContain('Buy for $3.83');
  expect((await bot.press(buyer.user, 'Buy for $3.83')).pressed.text).toContain('and 57 coins');
  expect(await readCoins(bot.services.database.sql, buyer.resellerId)).toBe(11);
});

test('a balance that does not cover it is told before the purchase and at it, and topping up lets it go on', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot, { balance: 1_000_000n });
  const offer = await offerPremium(bot, buyer.user);
  expect(offer.text).toContain('Balance: $1.00. You need $3.40 more.');
  expect(offer.buttons).toEqual([
    ['Top up $3.40: 262 Stars'],
    ['Top up $3.40: Crypto Pay'],
    ['Another amount', 'Check balance'],
    ['« Back', 'Cancel'],
  ]);
  const { database, clock } = bot.services;
  const { resellerId } = buyer;
  await topUp(database, { resellerId, amount: 5_000_000n, reference: 'more', at: clock.now() });
  await pressAll(bot, buyer.user, ['Check balance']);

  // Most of it is spent elsewhere before the button is pressed.
  await purchase(bot.services, botBuyerOf(buyer), { ...DOLLAR_ITEM, quantity: 4 });
  const { pressed } = await bot.press(buyer.user, BUY);
  expect(pressed.text).toContain('This costs $4.40, and your balance is $2.00.');
  expect(pressed.buttons).toEqual([
    ['Top up $2.40: 185 Stars'],
    ['Top up $2.40: Crypto Pay'],
    ['Another amount', 'Check balance'],
    ['« Back', 'Cancel'],
  ]);
  await topUp(database, { resellerId, amount: 5_000_000n, reference: 'yet more', at: clock.now() });
  await pressAll(bot, buyer.user, ['Check balance']);
  expect((await bot.press(buyer.user, BUY)).pressed.text).toMatch(BOUGHT);
  expect(await balanceOf(bot, buyer)).toBe(2_600_000n);
});

test('what the upstream does not sell is told, and charged back', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  await offerPremium(bot, buyer.user);
  bot.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'out_of_stock' }]);
  const { pressed } = await bot.press(buyer.user, BUY);
  expect(pressed.text).toMatch(/^Not enough in stock: /);
  expect(pressed.buttons).toEqual([['Try again'], ['« Back', 'Cancel']]);
  bot.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse' }]);
  await pressAll(bot, buyer.user, ['Try again']);
  const refused = await bot.press(buyer.user, BUY);
  expect(refused.pressed.text).toContain('you keep your money');
  expect(await balanceOf(bot, buyer)).toBe(100_000_000n);
  bot.sandbox.arm([]);
  await pressAll(bot, buyer.user, ['Try again']);
  expect((await bot.press(buyer.user, BUY)).pressed.text).toMatch(BOUGHT);
});

test('an offer is too old after a day, and is deleted', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  const { messageId } = await offerPremium(bot, buyer.user);
  bot.clock.advance(23 * 3_600_000);
  const { sent } = await bot.press(buyer.user, BUY);
  expect(sent[0]?.text).toMatch(/^This offer has expired/);
  await cleanUp(bot.services);
  const { sql } = bot.services.database;
  expect(await sql.selectFrom('bot_offers').select('token').execute()).toEqual([]);
  await pressAt(bot, buyer.user, messageId);
  await bot.chat(buyer.user);
  expect(await ordersOf(bot, buyer.resellerId)).toEqual([]);
});

test('an offer that was replaced, and one of somebody else, buy nothing', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  const other = await givenBuyer(bot);
  await offerPremium(bot, buyer.user);
  const token = await tokenOf(bot, buyer);
  expect(await confirmOffer(bot.services, botBuyerOf(other), token)).toBeUndefined();
  await pressAll(bot, buyer.user, ['« Back', '3']);
  expect(await confirmOffer(bot.services, botBuyerOf(buyer), token)).toBeUndefined();
  await pressAll(bot, buyer.user, ['Cancel']);
  expect(await bot.services.database.sql.selectFrom('bot_offers').select('token').execute()).toEqual([]);
});

test('buttons of an earlier purchase are too old, and those of an earlier step show the present one', async () => {
  const bot = await start();
  const { user } = await givenBuyer(bot);
  const [old] = await bot.say(user, '/buy');
  await bot.say(user, '/buy');
  await pressAt(bot, user, old?.messageId ?? 0, 'Premium');
  await expect.poll(async () => (await newTexts(bot, user)).at(-1)).toMatch(/^This button no longer works/);
  const { messageId } = await pressAll(bot, user, ['Premium']);
  await pressAt(bot, user, messageId, 'Cancel');
  await expect.poll(async () => (await newTexts(bot, user)).at(-2)).toBe('Cancelled. Nothing was bought.');
});

test('an offer can be confirmed after other commands, which end the questions only', async () => {
  const bot = await start();
  const buyer = await givenBuyer(bot);
  await offerPremium(bot, buyer.user);
  await bot.say(buyer.user, '/balance');
  await bot.say(buyer.user, '/buy');
  expect((await bot.press(buyer.user, BUY)).pressed.text).toMatch(BOUGHT);
  // The newer purchase goes on.
  expect((await pressAll(bot, buyer.user, ['Premium'])).text).toContain('Which proxies?');
});

test('while an upstream cannot be asked for its countries, that is told, and the question stays', async () => {
  const bot = await start();
  const { user } = await givenBuyer(bot);
  await bot.say(user, '/buy');
  await pressAll(bot, user, PREMIUM.slice(0, 2));
  bot.sandbox.arm([{ upstream: 'px6', call: '*', mode: 'refuse' }]);
  const { pressed, sent } = await bot.press(user, '30 days, $2.20');
  expect(sent[0]?.text).toContain('try again in a moment');
  expect(pressed.text).toContain('For how long?');
  bot.sandbox.arm([]);
  expect((await pressAll(bot, user, ['30 days, $2.20'])).text).toContain('Which country?');
});

test('a type that is sold no more while it is being bought is told', async () => {
  const bot = await start();
  const { user, resellerId } = await givenBuyer(bot);
  await offerPremium(bot, user);
  const sample = await readFile(new URL('../../src/catalog/sample-catalog.json', import.meta.url), 'utf8');
  const file = JSON.parse(sample);
  file.tiers.shift();
  file.priceLists = [];
  await importCatalog(bot.services.database, JSON.stringify(file), { force: true });
  const { pressed } = await bot.press(user, BUY);
  expect(pressed.text).toContain('is no longer sold');
  expect((await bot.press(user, 'Try again')).sent[0]?.text).toContain('is no longer sold');
  expect((await pressAll(bot, user, ['Cancel'])).text).toMatch(/^Cancelled/);
  expect(await ordersOf(bot, resellerId)).toEqual([]);
});
