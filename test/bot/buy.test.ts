import { afterAll, beforeAll, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-up.ts';
import { byConnect, byForwarding, openTarget } from '../e2e/through-proxy.ts';
import { type ChatMessage, type RunningBot, startBot } from '../support/bot.ts';
import { current } from '../support/current.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

let users = 300;

/** Somebody who has started the bot, with a balance. */
async function given({ language = 'en', balance = 100_000_000n } = {}) {
  users += 1;
  const user = users;
  await bot.say(user, '/start', { firstName: 'Ann', language });
  const { database, clock } = bot.services;
  const { reseller_id: resellerId } = await database.sql
    .selectFrom('bot_people')
    .select('reseller_id')
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow();
  if (resellerId === null) throw new Error('not started');
  if (balance > 0n)
    await topUp(database, { resellerId, amount: balance, reference: `given:${user}`, at: clock.now() });
  return { user, resellerId };
}

async function press(user: number, ...buttons: string[]): Promise<ChatMessage> {
  let last: ChatMessage | undefined;
  for (const button of buttons) {
    const { pressed } = await bot.press(user, button);
    last = pressed;
  }
  if (!last) throw new Error('nothing was pressed');
  return last;
}

test('proxies that are bought by buttons come as a message and carry traffic', async () => {
  const { user } = await given();
  const [first] = await bot.say(user, '/buy');
  expect(first?.text).toBe('What would you like to buy?');
  expect((await press(user, 'Premium')).text).toContain('IPv4 HTTP: A private IPv4 address');
  expect((await press(user, 'IPv4 HTTP, from $0.75')).text).toContain('Premium IPv4 HTTP');
  const country = await press(user, '30 days, $2.20');
  console.log(country);
  const quantity = await press(user, country.buttons[0]?.[0] ?? '');
  console.log(quantity);
  const offer = await press(user, '2');
  console.log(offer);
  const { pressed, sent } = await bot.press(user, 'Buy for $4.40');
  console.log(pressed, sent);
  const lines = sent[0]?.text.split('\n').filter((line) => /^[\w.]+:\d+:\w+:\w+$/.test(line)) ?? [];
  expect(lines).toHaveLength(2);
  const target = await openTarget();
  const [host, port, login, password] = lines[0]?.split(':') ?? [];
  expect((await byForwarding(`http://${login}:${password}@${host}:${port}`, `${target}/1000`)).bytes).toBe(1000);
});

test('luxury', async () => {
  const { user } = await given();
  await bot.say(user, '/buy');
  console.log(await press(user, 'Luxury'));
  const period = await press(user, (await bot.chat(user)).messages.at(-1)?.buttons[0]?.[0] ?? '');
  console.log(period);
  console.log(await press(user, period.buttons[0]?.[0] ?? ''));
  console.log((await bot.say(user, 'united st')).at(-1));
  console.log(await press(user, 'Keep the address'));
  console.log(await press(user, 'City: any'));
  console.log((await bot.say(user, 'los ang')).at(-1));
  console.log(await press(user, 'Go on »'));
  const offer = (await bot.chat(user)).messages.at(-1);
  const { pressed, sent } = await bot.press(user, offer?.buttons[0]?.[0] ?? '');
  console.log(pressed, sent);
  const line = /\S+:\d+:\S+:\S+/.exec(sent[0]?.text ?? '')?.[0];
  const [host, port, login, password] = line?.split(':') ?? [];
  const target = await openTarget();
  expect((await byConnect(`http://${login}:${password}@${host}:${port}`, `${target}/1000`)).bytes).toBe(1000);
});
