import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAtStocks, watchStock } from '../../src/catalog/stock-watches.ts';
import { findOrder } from '../../src/orders/order.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { type BotBuyer, givenBotBuyer } from '../support/bot-buyer.ts';
import { current } from '../support/current.ts';
import { forgePress } from '../support/forge-press.ts';
import { logOf } from '../support/log-of.ts';

const PREMIUM = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

/** Somebody with an order, whose page is shown. */
async function givenShown(wanted: Parameters<BotBuyer['buy']>[0] = PREMIUM, language = 'en') {
  const buyer = await givenBotBuyer(bot, { language });
  const { id } = await buyer.buy(wanted);
  await bot.say(buyer.user, String(id));
  return { ...buyer, id, press: (button: string) => bot.press(buyer.user, button) };
}

test('a label, a customer and a note are typed, shown in the list and on the order, found, and erased', async () => {
  const { user, id, press, resellerId } = await givenShown();
  for (const [name, text] of [
    ['Label', ' shop 7 '],
    ['Customer', 'ACME-12'],
    ['Note', 'first line\nsecond line'],
  ] as const) {
    await press('Label and note');
    await press(name);
    const [answer] = await bot.say(user, text);
    expect(answer?.text).toContain(`${name}: ${text.trim()}`);
  }
  const [list] = await bot.say(user, '/orders');
  expect(list?.buttons.flat()[0]).toMatch(
    new RegExp(`^${id}: shop 7, ACME-12, Premium IPv4 HTTP, DE, until`),
  );
  expect((await bot.say(user, 'SHOP'))[0]?.text).toMatch(`Order ${id}\n`);
  await press('Label and note');
  await press('Label');
  expect((await press('Erase it')).pressed.text).not.toContain('Label:');
  const { database, clock } = bot.services;
  expect(await findOrder(database.sql, resellerId, id, clock.now())).toMatchObject({
    label: null,
    customer: 'ACME-12',
    note: 'first line\nsecond line',
  });
  await bot.say(user, '/balance');
  const { sent: statement } = await press('Statement (CSV)');
  expect(statement[0]?.document?.text.split('\r\n')[1]).toMatch(/,,,ACME-12$/);
  const events = await logOf(database.sql, resellerId, ['order.updated']);
  expect(events.map(({ cause }) => cause)).toEqual(['chat', 'chat', 'chat', 'chat']);
});

test('a label of several lines or too many characters is asked for again', async () => {
  const { user, press } = await givenShown();
  await press('Label and note');
  await press('Label');
  for (const text of ['one\ntwo', 'x'.repeat(65)])
    expect((await bot.say(user, text))[0]?.text).toMatch(/^A label, on one line, has up to 64 characters/);
  expect((await bot.say(user, 'x'.repeat(64)))[0]?.text).toContain(`Label: ${'x'.repeat(64)}`);
});

test('nothing is written on an order of somebody else', async () => {
  const { id } = await givenShown();
  const { user } = await givenBotBuyer(bot);
  for (const data of [`write:label:${id}`, `erase:label:${id}`, `protocol:socks5:${id}`, `order:check:${id}`])
    expect(await forgePress(bot, user, data), data).toMatch(/^You have no such order/);
});

test('the proxies of a term order are checked, and speak another protocol at the press of a button', async () => {
  const { press } = await givenShown({ ...PREMIUM, quantity: 2 });
  const { sent } = await press('Do they work?');
  expect(sent[0]?.text.match(/:\d+: works/g)).toHaveLength(2);
  expect((await press('Change protocol')).pressed.text).toContain('It is free');
  expect((await press('SOCKS5')).pressed.text).toContain('2 proxies, SOCKS5');
});

test('a Luxury order has the protocol in its settings, and says so to a forged press', async () => {
  const { user, id, press } = await givenShown({});
  expect(await forgePress(bot, user, `protocol:http:${id}`)).toMatch(
    /protocol of this order is in its settings/,
  );
  await press('Label and note');
  await press('Label');
  expect((await bot.say(user, 'scraper'))[0]?.text).toContain('Label: scraper');
});

test.each([
  ['en', /^Premium IPv4 HTTP, Japan: 3 left\. That is fewer than 10\.$/, 'Buy proxies'],
  ['ru', /^Premium IPv4 HTTP, Япония: осталось 3\. Это меньше 10\.$/, 'Купить прокси'],
] as const)('a stock that is watched is told of in %s, low and back', async (language, low, button) => {
  const { user, resellerId } = await givenBotBuyer(bot, { language });
  const { services } = bot;
  const wanted = { tier: 'prem', type: 'ipv4', country: 'JP', below: 10, at: services.clock.now() };
  await watchStock(services, { resellerId, priceList: 'standard' }, wanted);
  const before = (await bot.chat(user)).messages.length;
  for (const available of [3, 500]) {
    bot.sandbox.setStock('4', 'jp', available);
    await services.database.sql.deleteFrom('stock_counts').execute();
    await lookAtStocks(services);
  }
  const told = (await bot.chat(user)).messages.slice(before);
  expect(told.map(({ text }) => text)).toEqual([expect.stringMatching(low), expect.stringContaining('500')]);
  expect(told[0]?.buttons).toEqual([[expect.stringContaining(button.split(' ')[0] ?? '')]]);
});
