import { topUp } from '../../src/billing/top-ups.ts';
import type { ChatMessage, RunningBot } from './bot.ts';

export interface GivenBuyer {
  user: number;
  resellerId: number;
}

let users = 300;

/** Somebody who has started the bot, with 100 USD unless another balance is given. */
export async function givenBuyer(
  bot: RunningBot,
  { language = 'en', balance = 100_000_000n }: { language?: string; balance?: bigint } = {},
): Promise<GivenBuyer> {
  users += 1;
  const user = users;
  await bot.say(user, '/start', { firstName: 'Ann', language });
  const { database, clock } = bot.services;
  const { reseller_id: resellerId } = await database.sql
    .selectFrom('bot_people')
    .select('reseller_id')
    .where('user_id', '=', user)
    .executeTakeFirstOrThrow();
  if (resellerId === null) throw new Error('the bot was not started');
  const reference = `given:${user}`;
  if (balance > 0n) await topUp(database, { resellerId, amount: balance, reference, at: clock.now() });
  return { user, resellerId };
}

/** Presses one button after the other, and returns the message of the last one as it is then. */
export async function pressAll(
  bot: RunningBot,
  user: number,
  buttons: readonly string[],
): Promise<ChatMessage> {
  let last: ChatMessage | undefined;
  for (const button of buttons) last = (await bot.press(user, button)).pressed;
  if (!last) throw new Error('no button was given');
  return last;
}

/** Up to the question for the country. */
export const PREMIUM = ['Premium', 'IPv4 HTTP, from $0.75', '30 days, $2.20'];
export const LUXURY = ['Luxury', 'Residential, from $1.30', '1 GB, $1.30'];

/** Goes through `/buy` to the offer of a number of premium proxies in Germany. */
export async function offerPremium(bot: RunningBot, user: number, quantity = 2): Promise<ChatMessage> {
  await bot.say(user, '/buy');
  await pressAll(bot, user, PREMIUM);
  await bot.say(user, 'de');
  return (await bot.say(user, String(quantity))).at(-1) as ChatMessage;
}

/** The orders of a reseller, and what was charged for all of them. */
export async function ordersOf({ services }: RunningBot, resellerId: number) {
  const { sql } = services.database;
  const orders = await sql
    .selectFrom('orders')
    .select(['id', 'tier', 'type', 'country', 'quantity', 'price', 'source'])
    .where('reseller_id', '=', resellerId)
    .orderBy('id')
    .execute();
  return orders.map((order) => ({ ...order, price: BigInt(order.price) }));
}

/** The proxies in a message, as URLs. */
export function urlsIn({ text }: { text: string }): string[] {
  const lines = text.matchAll(/^([\w.]+):(\d+):(\w+):(\w+)$/gm);
  return [...lines].map(([, host, port, login, password]) => `http://${login}:${password}@${host}:${port}`);
}
