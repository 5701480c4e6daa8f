import { isIP } from 'node:net';
import { z } from 'zod';
import type { UpstreamOutcome } from '../failure.ts';
import { credential } from '../http.ts';
import { type Balance, balanceCondition, type Condition, millionths } from '../own-account.ts';

/** 2100-01-01, in seconds: a later end is a number in another unit. */
const LAST_END_SECONDS = 4_102_444_800;
/** The longest host name that DNS can carry. */
const MAX_HOST_LENGTH = 253;

/** The largest integer of PostgreSQL and of GraphQL. No stock is nearly as large. */
const MAX_COUNT = 2 ** 31 - 1;

/** PX6 writes the same number as a number in some answers and as a string in others. */
const whole = z.union([z.int(), z.string().regex(/^\d{1,15}$/)]).transform(Number);

const upstreamId = z.union([z.int().positive(), z.string().regex(/^\d{1,20}$/)]).transform(String);
const end = whole
  .pipe(z.int().min(1).max(LAST_END_SECONDS))
  .transform((seconds) => new Date(seconds * 1_000));

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i;
const host = z
  .string()
  .max(MAX_HOST_LENGTH)
  .refine((text) => (isIP(text) !== 0 && !text.includes('%')) || HOST_NAME.test(text));
const port = whole.pipe(z.int().min(1).max(65_535));

/** The end of one proxy's term. `date_end` is not read: it has no time zone. */
export const termAnswer = z
  .object({ id: upstreamId, unixtime_end: end })
  .transform(({ id, unixtime_end }) => ({ upstreamId: id, expiresAt: unixtime_end }));

export const heldAnswer = z
  .object({
    id: upstreamId,
    descr: z.string(),
    unixtime: end,
    unixtime_end: end,
    version: z.union([z.string(), z.int().transform(String)]).optional(),
    type: z.string().optional(),
    country: z.string().max(2).default(''),
    user: credential.optional().catch(undefined),
    pass: credential.optional().catch(undefined),
  })
  .transform(({ id, descr, unixtime, unixtime_end, country, user, pass, version, type }) => ({
    named: { version, type },
    upstreamId: id,
    reference: descr,
    boughtAt: unixtime,
    expiresAt: unixtime_end,
    country: country.toUpperCase(),
    credentials: user === undefined || pass === undefined ? undefined : { login: user, password: pass },
  }));

/** One proxy that can be stored and delivered. */
export const proxyAnswer = z
  .object({ id: upstreamId, host, port, user: credential, pass: credential, unixtime_end: end })
  .transform((proxy) => ({
    upstreamId: proxy.id,
    host: proxy.host,
    port: proxy.port,
    login: proxy.user,
    password: proxy.pass,
    expiresAt: proxy.unixtime_end,
  }));

/** An array, or an object by id. Entries are checked alone: a bad one does not hide the others. */
const list = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .transform((entries): unknown[] => Object.values(entries));

/** What a call costs. Whatever stands there, what was bought is delivered. */
const price = {
  price: z.union([z.string(), z.number()]).optional().catch(undefined),
  currency: z.string().optional().catch(undefined),
};
export const priceAnswer = z.object(price);
export const paidAnswer = z.object({ list, ...price });
/** An entry without a comment could be any purchase's proxy, so it makes the whole page unusable. */
export const pageAnswer = z.object({
  list_count: whole.optional(),
  list: list.pipe(z.array(z.looseObject({ id: z.unknown(), descr: z.string() }))),
});
export const countAnswer = z.object({ count: whole.pipe(z.int().min(0).max(MAX_COUNT)) });
export const countriesAnswer = z.object({ list: list.pipe(z.array(z.string())) });

export const successAnswer = z.object({ status: z.literal('yes') });
export const refusalAnswer = z.object({ status: z.literal('no'), error_id: whole });

const OUT_OF_STOCK = 300;

/**
 * The numbers that PX6 gives before it does anything: key, address, method, count, period, country, ids,
 * version, comment, type, our own money at PX6, not found, price. After any other, its "unknown error" (30)
 * included, the work may have been done.
 */
const CERTAIN = [100, 105, 110, 200, 210, 220, 230, 240, 250, 260, 400, 404, 410];

/** The error numbers by which each call tells of an object that does not exist: country 220, ids 230, 404. */
const NO_SUCH_THING: ReadonlyMap<string, readonly number[]> = new Map([
  ['getcount', [220, 404]],
  ['getproxy', [404]],
  ['prolong', [230, 404]],
  ['delete', [230, 404]],
]);

/** What PX6's error number means for the money in the call. */
export function outcomeOf(method: string, errorNumber: number): UpstreamOutcome {
  if (errorNumber === OUT_OF_STOCK) return 'out_of_stock';
  if (NO_SUCH_THING.get(method)?.includes(errorNumber)) return 'gone';
  return CERTAIN.includes(errorNumber) ? 'refused' : 'unknown';
}

/** PX6's error number for too little money on our account. */
const NO_MONEY = 400;
/** PX6's error numbers for a key that it does not know, or not from this address. */
const KEY_REFUSED: readonly number[] = [100, 105];

const balanceAnswer = z.object({
  balance: z.union([z.number(), z.string()]),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
const userAnswer = z.object({
  user_id: z.union([z.int().positive(), z.string().regex(/^[!-~]{1,40}$/)]).transform(String),
});

/** Whose account has answered; undefined when the answer does not say. */
export function userOf(content: unknown): string | undefined {
  return userAnswer.safeParse(content).data?.user_id;
}

/** What is left on the account after the call; undefined when the answer does not say. */
export function balanceOf(content: unknown): Balance | undefined {
  if (!successAnswer.safeParse(content).success) return undefined;
  const { data } = balanceAnswer.safeParse(content);
  const amount = millionths(data?.balance);
  return data && amount !== undefined ? { amount, unit: data.currency } : undefined;
}

/** What an answer says of our money and our key. `lowBelow`: the low balance of a currency. */
export function conditionsOf(content: unknown, lowBelow: (unit: string) => bigint | undefined): Condition[] {
  const lack = lackOf(content);
  if (lack) return [{ about: lack, isGood: false }];
  if (!successAnswer.safeParse(content).success) return [];
  const accepted: Condition = { about: 'key', isGood: true };
  const balance = balanceOf(content);
  if (!balance) return [accepted];
  // As PX6 writes it.
  const written = String((content as { balance: unknown }).balance);
  const lasting = balanceCondition(balance, lowBelow(balance.unit), written);
  return lasting ? [accepted, lasting] : [accepted];
}

/** What of our account PX6 has refused a call for; nothing was done, and another account may do it. */
export function lackOf(content: unknown): 'key' | 'balance' | undefined {
  const refusal = refusalAnswer.safeParse(content);
  if (!refusal.success) return undefined;
  const { error_id: number } = refusal.data;
  if (number === NO_MONEY) return 'balance';
  return KEY_REFUSED.includes(number) ? 'key' : undefined;
}
