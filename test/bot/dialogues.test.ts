import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningBot, startBot } from '../support/bot.ts';
import { current } from '../support/current.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

test('a person who starts the bot becomes a reseller with an empty balance, once', async () => {
  const [welcome] = await bot.say(7, '/start', { firstName: 'Ann', language: 'en' });
  expect(welcome?.text).toMatch(/^Welcome, Ann!/);
  const [again] = await bot.say(7, '/start');
  expect(again?.text).toMatch(/^Hello, Ann\./);
  const { pressed } = await bot.press(7, 'Balance');
  expect(pressed.text).toMatch(/^Balance: \$0\.00/);
  const rows = await bot.services.database.sql
    .selectFrom('resellers')
    .select(['name', 'price_list'])
    .execute();
  expect(rows).toEqual([{ name: 'Ann', price_list: 'standard' }]);
});
