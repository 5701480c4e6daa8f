import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeInvoice } from '../../src/payments/crypto-pay/invoices.ts';
import type { Fault } from '../../src/sandbox/faults.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { current } from '../support/current.ts';
import { holdPool } from '../support/fill-pool.ts';

/** More than a process has connections for. */
const PEOPLE = Array.from({ length: 12 }, (_, i) => 100 + i);

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

/** Resolves when so many calls hang. */
const hanging = (fault: Fault, calls: number, begin: () => Promise<unknown>) => {
  bot.sandbox.arm([{ ...fault, mode: 'hang', times: calls }]);
  return begin().then(() =>
    expect.poll(() => fetch(`${bot.sandbox.url}/control/faults`).then((answer) => answer.json())).toEqual([]),
  );
};

/** That the process can use every connection that it may have. */
async function expectAllFree(): Promise<void> {
  const release = await holdPool(bot.services.database);
  await release();
}

test('while Telegram answers no message every connection of the database is free', async () => {
  await hanging({ upstream: 'telegram', call: 'sendMessage', mode: 'hang' }, PEOPLE.length, () =>
    Promise.all(PEOPLE.map((user) => bot.control('POST', 'telegram/send', { user, text: '/start' }))),
  );
  await expectAllFree();
  const { sql: db } = bot.services.database;
  expect(await sql`select from bot_messages`.execute(db)).toMatchObject({ rows: { length: PEOPLE.length } });
});

test('while Crypto Pay makes no invoice every connection of the database is free', async () => {
  bot.sandbox.arm([]);
  const ann = PEOPLE[0] ?? 0;
  await bot.say(ann, '/topup');
  await bot.press(ann, '$10');
  await bot.press(ann, 'Crypto Pay');
  let making: Promise<boolean> | undefined;
  await hanging({ upstream: 'cryptopay', call: 'createInvoice', mode: 'hang' }, 1, async () => {
    making = makeInvoice(bot.payments);
  });
  await expectAllFree();
  await bot.sandbox.close();
  expect(await making).toBe(true);
});
