import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { readProxies } from '../../src/orders/proxies.ts';
import { createKey } from '../../src/resellers/keys.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { type BotBuyer, givenBotBuyer } from '../support/bot-buyer.ts';
import { current } from '../support/current.ts';

let running: RunningBot;
let buyer: BotBuyer;
/** Numbers of orders. */
let luxury: number;
let term: number;
beforeAll(async () => {
  running = await startBot();
  buyer = await givenBotBuyer(running);
  luxury = (await buyer.buy()).id;
  term = (await buyer.buy({ tier: 'prem', type: 'ipv4', country: 'DE', period: '7d', quantity: 2 })).id;
  // The sandbox has one address for all proxies.
  await sql`update proxies set host = '198.51.100.' || position, port = 8080 where order_id = ${term}`.execute(
    running.services.database.sql,
  );
});
afterAll(() => running.close());
const bot = current(() => running);

const answerTo = async (text: string) => (await bot.say(buyer.user, text))[0];

test('a number or an address that is typed shows the one order with its buttons', async () => {
  for (const text of [
    `${term}`,
    `#${term}`,
    `order ${term}`,
    `заказ ${term}`,
    '198.51.100.1',
    '198.51.100.1:8080',
  ]) {
    bot.clock.advance(10_000);
    const answer = await answerTo(text);
    expect(answer?.text, text).toMatch(`Order ${term}\n`);
    expect(answer?.buttons.flat()).toContain('Renew');
  }
});

test('a login that is typed shows its order', async () => {
  const { services } = bot;
  const { database, vault } = services;
  const proxies = await readProxies(database.sql, vault, buyer.resellerId, [luxury, term]);
  for (const id of [luxury, term]) {
    const { login = '' } = proxies.get(id)?.at(-1) ?? {};
    expect((await answerTo(login))?.text).toMatch(`Order ${id}\n`);
  }
});

test('several things are a list, each with its button', async () => {
  const { services } = bot;
  const at = services.clock.now();
  const { resellerId } = buyer;
  await topUp(services.database, { resellerId, amount: 5_000_000n, reference: 'contract-12', at });
  const payment = await answerTo('contract-12');
  expect(payment?.text).toMatch(/^Found for “contract-12”\n\n.*\$5\.00.*Top-up/);
  expect(payment?.buttons).toEqual([['Balance']]);
  const other = (await buyer.buy()).id;
  const orders = await answerTo('127.0.0.1');
  expect(orders?.buttons.flat()).toEqual([
    expect.stringContaining(`${other}: Luxury`),
    expect.stringContaining(`${luxury}: Luxury`),
  ]);
  const { apiKey } = await createKey(services.database, { resellerId, at });
  const key = await answerTo(apiKey.slice(0, 7));
  expect(key?.buttons.flat()).toContain(`${apiKey.slice(0, 8)}…`);
  const { pressed } = await bot.press(buyer.user, `${apiKey.slice(0, 8)}…`);
  expect(pressed.text).toContain(`API key ${apiKey.slice(0, 8)}…`);
});

test('what is not found is said with what can be searched for, in both languages', async () => {
  bot.clock.advance(60_000);
  expect((await answerTo('<nobody> & co'))?.text).toMatch(
    /^Nothing found for “<nobody> & co”\. You can search for:/,
  );
  await bot.say(buyer.user, '/language');
  await bot.press(buyer.user, 'Русский');
  expect((await answerTo('198.51.100.99'))?.text).toMatch(/^По запросу «198\.51\.100\.99» ничего не найдено/);
});
