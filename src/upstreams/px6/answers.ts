import { isIP } from 'node:net';
import { z } from 'zod';
import { productNamed } from './products.ts';

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
/**
 * Visible ASCII except `:` and `@`. These texts are written into `host:port:login:password` lines and proxy
 * addresses, where a line break or a separator would make another line or another host of them.
 */
const credential = z.string().regex(/^[!-9;-?A-~]{1,128}$/);

/** The end of one proxy's term. `date_end` is not read: it has no time zone. */
export const termAnswer = z
  .object({ id: upstreamId, unixtime_end: end })
  .transform(({ id, unixtime_end }) => ({ upstreamId: id, expiresAt: unixtime_end }));

/** One proxy of the list of all. */
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
  .transform(({ id, descr, unixtime, unixtime_end, country, user, pass, ...row }) => ({
    upstreamId: id,
    reference: descr,
    boughtAt: unixtime,
    expiresAt: unixtime_end,
    product: productNamed(row),
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

/**
 * An array, or an object by id. Entries are checked one by one, so that a bad entry does not hide the others.
 */
const list = z
  .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
  .transform((entries): unknown[] => Object.values(entries));

/** What a call costs. Whatever stands there, what was bought is delivered. */
const price = {
  price: z.union([z.string(), z.number()]).optional().catch(undefined),
  currency: z.string().optional().catch(undefined),
};
export const priceAnswer = z.object(price);
/** What was bought or extended, and for how much. */
export const paidAnswer = z.object({ list, ...price });
/** An entry without a comment could be any purchase's proxy, so it makes the whole page unusable. */
export const pageAnswer = z.object({
  list_count: whole.optional(),
  list: list.pipe(z.array(z.looseObject({ id: z.unknown(), descr: z.string() }))),
});
export const countAnswer = z.object({ count: whole.pipe(z.int().min(0).max(MAX_COUNT)) });
export const countriesAnswer = z.object({ list: list.pipe(z.array(z.string())) });

/** The part that every answer has. */
export const successAnswer = z.object({ status: z.literal('yes') });
export const refusalAnswer = z.object({ status: z.literal('no'), error_id: whole });
