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

/** What is read by itself, so that it spoils no answer. */
const unchecked = z.unknown().optional();

/** PX6 writes the same number as a number in some answers and as a string in others. */
const whole = z.union([z.int(), z.string().regex(/^\d{1,15}$/)]).transform(Number);

const upstreamId = z.union([z.string().regex(/^\d{1,20}$/), z.int().positive()]).transform(String);
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

/** What a proxy speaks, and where: the port may differ by the type. */
export const typedAnswer = z
  .object({ id: upstreamId, host, port, type: z.enum(['http', 'socks']) })
  .transform(({ id, ...proxy }) => ({ upstreamId: id, ...proxy }));

/** An array, or an object by id. Entries are checked alone: a bad one does not hide the others. */
const list = z
  .custom<object>((value) => typeof value === 'object' && value !== null)
  .transform((entries): unknown[] => Object.values(entries));

/** What a call costs. Whatever stands there, what was bought is delivered. */
const price = { price: unchecked, currency: unchecked };
export const priceAnswer = z.object(price);
export const paidAnswer = z.object({ list, ...price });
/** An entry without a comment could be any purchase's proxy, so it makes the whole page unusable. */
export const pageAnswer = z.object({
  list_count: whole.optional(),
  list: list.pipe(z.array(z.looseObject({ id: z.unknown(), descr: z.string() }))),
});
export const countAnswer = z.object({ count: whole.pipe(z.int().min(0).max(MAX_COUNT)) });
export const countriesAnswer = z.object({ list: list.pipe(z.array(z.string())) });

export const checkAnswer = z.object({ proxy_status: z.boolean() });
export const successAnswer = z.object({ status: z.literal('yes') });

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
  ['check', [230, 404]],
  ['settype', [230, 404]],
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

const userId = z.union([z.int().positive(), z.string().regex(/^[!-~]{1,40}$/)]).transform(String);

const told = z.discriminatedUnion('status', [
  z.object({ status: z.literal('yes'), user_id: unchecked, balance: unchecked, currency: unchecked }),
  z.object({ status: z.literal('no'), error_id: whole }),
]);
/** What any answer says of its call and of our account; undefined for one that PX6 does not give. */
export type Told = z.infer<typeof told> | undefined;

export function toldBy(content: unknown): Told {
  return told.safeParse(content).data;
}

/** Whose account has answered; undefined when the answer does not say. */
export function userOf(answer: Extract<Told, { status: 'yes' }>): string | undefined {
  return userId.safeParse(answer.user_id).data;
}

/** What is left on the account after the call; undefined when the answer does not say. */
export function balanceOf(answer: Told): Balance | undefined {
  if (answer?.status !== 'yes') return undefined;
  const { balance, currency: unit } = answer;
  const amount = millionths(balance);
  if (amount === undefined || typeof unit !== 'string' || !/^[A-Z]{3}$/.test(unit)) return undefined;
  return { amount, unit };
}

/** What an answer says of our money and our key. `lowBelow`: the low balance of a currency. */
export function conditionsOf(answer: Told, lowBelow: (unit: string) => bigint | undefined): Condition[] {
  const lack = lackOf(answer);
  if (lack) return [{ about: lack, isGood: false }];
  if (answer?.status !== 'yes') return [];
  const accepted: Condition = { about: 'key', isGood: true };
  const balance = balanceOf(answer);
  // As PX6 writes it.
  const lasting = balance && balanceCondition(balance, lowBelow(balance.unit), String(answer.balance));
  return lasting ? [accepted, lasting] : [accepted];
}

/** What of our account PX6 has refused a call for; nothing was done, and another account may do it. */
export function lackOf(answer: Told): 'key' | 'balance' | undefined {
  if (answer?.status !== 'no') return undefined;
  if (answer.error_id === NO_MONEY) return 'balance';
  return KEY_REFUSED.includes(answer.error_id) ? 'key' : undefined;
}
