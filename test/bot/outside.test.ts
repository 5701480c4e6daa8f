import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotContext } from '../../src/bot/dialogues/context.ts';
import { html } from '../../src/bot/texts/html.ts';
import { InvalidRequestError } from '../../src/kit/errors.ts';
import { setThreshold } from '../../src/resellers/resellers.ts';
import { handlerOf, type RunningBot, startBot } from '../support/bot.ts';
import { current } from '../support/current.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
  await running.say(USER, '/start', { language: 'en' });
});
afterAll(() => running.close());
const bot = current(() => running);

const USER = 7;
let updates = 1_000_000;

/** Has a dialogue handle a message of the person, and returns the answers. */
async function run(dialogue: (ctx: BotContext) => Promise<void>) {
  const { handler, deliver, failures } = handlerOf(bot, dialogue);
  const before = (await bot.chat(USER)).messages.length;
  const from = { id: USER, is_bot: false, first_name: 'Ann' };
  const chat = { id: USER, type: 'private' as const, first_name: 'Ann' };
  updates += 1;
  await deliver({ update_id: updates, message: { message_id: 1, date: 0, from, chat, text: 'x' } });
  await handler.idle();
  const answers = (await bot.chat(USER)).messages.slice(before).map(({ text }) => text);
  return { answers, failures };
}

const thresholdOf = async (ctx: Pick<BotContext, 'database'>) => {
  const row = await ctx.database.sql
    .selectFrom('resellers')
    .select('low_balance_threshold_usd as usd')
    .executeTakeFirstOrThrow();
  return row.usd;
};

test('work outside has its result in the transaction, holds none while it is done, and is done once', async () => {
  const done: string[] = [];
  const { answers } = await run(async (ctx) => {
    await setThreshold(ctx.database, { resellerId: ctx.resellerId, usd: 77 });
    const first = await ctx.outside('first', async ({ database }) => {
      done.push('first');
      // The row is neither changed nor locked.
      await sql`select from bot_people where user_id = ${USER} for update nowait`.execute(database.sql);
      return thresholdOf({ database });
    });
    const second = await ctx.outside(`second ${first}`, async () => {
      done.push('second');
      return first + 1;
    });
    await ctx.say(html`${first} ${second}`);
  });
  expect(answers).toEqual(['10 11']);
  expect(done).toEqual(['first', 'second']);
  expect(await thresholdOf(bot.services)).toBe(77);
});

test('a refusal of work outside is thrown where its result would be', async () => {
  const { answers } = await run(async (ctx) => {
    const outcome = await ctx
      .outside('refused', () => Promise.reject(new InvalidRequestError('No.')))
      .catch((error: unknown) => error);
    if (!(outcome instanceof InvalidRequestError)) throw outcome;
    await ctx.say(html`${outcome.message}`);
  });
  expect(answers).toEqual(['No.']);
});

test('a refusal that no dialogue takes undoes what was done, and is told', async () => {
  const before = await thresholdOf(bot.services);
  const { answers, failures } = await run(async (ctx) => {
    await setThreshold(ctx.database, { resellerId: ctx.resellerId, usd: 5 });
    await ctx.say(html`Done.`);
    throw new InvalidRequestError('Not so.');
  });
  expect(answers).toEqual(['Not so.']);
  expect(failures).toEqual([]);
  expect(await thresholdOf(bot.services)).toBe(before);
});

test('a dialogue that fails is undone, logged and answered, and the next update is handled', async () => {
  const before = await thresholdOf(bot.services);
  const bug = new Error('a bug');
  const { answers, failures } = await run(async (ctx) => {
    await setThreshold(ctx.database, { resellerId: ctx.resellerId, usd: 5 });
    throw bug;
  });
  expect(answers).toEqual([expect.stringMatching(/^Something went wrong/)]);
  expect(failures).toEqual([bug]);
  expect(await thresholdOf(bot.services)).toBe(before);
  expect((await bot.say(USER, '/help'))[0]?.text).toMatch(/^What this bot does/);
});

test('a statement that fails in the transaction is answered, too', async () => {
  const { answers } = await run(async (ctx) => {
    await sql`select 1 / 0`.execute(ctx.database.sql);
  });
  expect(answers).toEqual([expect.stringMatching(/^Something went wrong/)]);
});
