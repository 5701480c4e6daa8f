import { z } from 'zod';
import { UpstreamError } from '../failure.ts';
import { credential } from '../http.ts';

/** Every integer that is exact in JavaScript has at most sixteen digits. */
const digits = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number);
/** Not negative and exact. DataImpulse writes a number as a number here and as a string there. */
export const whole = z.union([z.number(), digits]).pipe(z.int().min(0));
const bytes = whole.transform(BigInt);

export const accountId = z.union([z.number(), digits]).pipe(z.int().positive()).transform(String);

/** A token that can stand in a header unchanged. */
export const tokenAnswer = z
  .object({ token: z.string().regex(/^[!-~]{1,8000}$/) })
  .transform(({ token }) => token);

export const credentialsAnswer = z.object({ login: credential, password: credential });

export const accountAnswer = credentialsAnswer
  .extend({ id: accountId })
  .transform(({ id, login, password }) => ({ upstreamId: id, login, password }));

const allowedIp = z.union([z.string(), z.object({ ip: z.string() }).transform(({ ip }) => ip)]);
/** The lists of an account. An answer without `blocked_hosts` says nothing about them. */
export const listsAnswer = z
  .object({
    allowed_ips: z.array(allowedIp).nullable(),
    blocked_hosts: z.array(z.string()).optional().catch(undefined),
  })
  .transform((lists) => ({ allowedIps: lists.allowed_ips ?? [], blockedHosts: lists.blocked_hosts }));

export const trafficAnswer = z
  .object({ balance_total: bytes, balance: bytes, balance_used: bytes.optional().catch(undefined) })
  .transform((answer) => ({
    totalBytes: answer.balance_total,
    leftBytes: answer.balance,
    usedBytes: answer.balance_used,
  }));

/** Our own balance, in GB with decimals. */
export const ownBalanceAnswer = z
  .object({ balance: z.union([z.number(), z.string().regex(/^-?\d{1,12}(\.\d{1,10})?$/)]) })
  .transform(({ balance }) => Number(balance));

/** Whole GB, negative where they were taken back. A string may end with a point and zeros. */
const movedGb = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,9}(\.0+)?$/)
    .transform(Number),
]);
export const additionRow = z.object({ traffic_added: movedGb }).transform((row) => row.traffic_added);

/** Adding traffic counts as done only when the answer says so: an answer of another form is not enough. */
export const additionAnswer = z.object({ success: z.literal(true) });
/** The account, with `success` or with almost nothing. Refusals are recognized before. */
export const doneAnswer = z.union([z.looseObject({}), z.array(z.unknown())]);

const rows = z.array(z.unknown()).optional();
/** Some of DataImpulse's clients expect the rows as `subusers`, others as `items` with a `total`. */
export const pageAnswer = z
  .object({ subusers: rows, items: rows, total: whole.nullish() })
  .transform(({ subusers, items, total }) => ({ rows: subusers ?? items ?? null, total: total ?? undefined }))
  .refine((page): page is { rows: unknown[]; total: number | undefined } => page.rows !== null);

export const balanceRow = z.object({ id: accountId, balance: bytes });
export const heldRow = z
  .looseObject({
    id: accountId,
    label: z.union([z.string(), z.number(), z.null()]),
    balance: bytes,
    login: credential.optional().catch(undefined),
    password: credential.optional().catch(undefined),
    pool_type: z.string().optional(),
    default_pool_parameters: z
      .object({ countries: z.array(z.string()) })
      .optional()
      .catch(undefined),
  })
  .transform(({ id, label, balance, login, password, pool_type, default_pool_parameters }) => {
    const [country, ...others] = default_pool_parameters?.countries ?? [];
    return {
      upstreamId: id,
      reference: String(label ?? ''),
      leftBytes: balance,
      product: productNamed(pool_type),
      country: country === undefined || others.length > 0 ? null : country.toUpperCase(),
      credentials: login === undefined || password === undefined ? undefined : { login, password },
    };
  });
/** A row without a label could be any purchase's account, so it makes the whole page unusable. */
export const labelRow = z.looseObject({ label: z.union([z.string(), z.number(), z.null()]) });

/** Rows under an unknown key: the answer itself, or the first array in it, at most one level down. */
export const wrappedRows = z
  .union([z.array(z.unknown()), z.looseObject({})])
  .transform((content) => rowsIn(content, 2));

function rowsIn(content: unknown, levels: number): unknown[] | undefined {
  if (Array.isArray(content)) return content;
  if (typeof content !== 'object' || content === null || levels === 0) return undefined;
  const values = Object.values(content);
  return values.find(Array.isArray) ?? values.map((value) => rowsIn(value, levels - 1)).find(Array.isArray);
}

/** Shown to customers unchanged, so control characters and unpaired surrogates are refused. */
const printable = z.string().regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u);
const code = z.union([printable, z.int().min(0).transform(String)]);
export const geoRow = z
  .object({ code, name: printable.nullish(), count: whole })
  .transform((row) => ({ code: row.code, name: row.name ?? row.code, count: row.count }));

/** Only the day is read, such as `2026-01-31`: in some answers a time follows. */
const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .transform((text) => text.slice(0, 10));
export const usageRow = z
  .object({ d_usage: day, traffic: bytes, request: whole })
  .transform((row) => ({ date: row.d_usage, bytes: row.traffic, requests: row.request }));
/** The call asks for one week, so an error whose day cannot be read still belongs to it. */
export const errorRow = z.object({
  datetime: day.optional().catch(undefined),
  error: z
    .string()
    .regex(/^\w{1,60}$/)
    .toUpperCase(),
  count: whole,
});

export function usable<T>(answer: z.ZodType<T>, entries: readonly unknown[]): T[] {
  return entries.flatMap((entry) => {
    const parsed = answer.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

/** The pools that DataImpulse sells, by its own names. In its API they are values of `pool_type`. */
export const DATAIMPULSE_PRODUCTS = ['residential', 'residential_premium', 'mobile', 'datacenter'] as const;
const POOLS: ReadonlySet<string> = new Set(DATAIMPULSE_PRODUCTS);

export function isPool(product: string): boolean {
  return POOLS.has(product);
}

/** Some of DataImpulse's clients name the premium pool the other way round. */
function productNamed(poolType: string | undefined): string | undefined {
  const name = poolType === 'premium_residential' ? 'residential_premium' : poolType;
  return name !== undefined && isPool(name) ? name : undefined;
}

export function poolOf(product: string): string {
  if (isPool(product)) return product;
  throw new UpstreamError('refused', `dataimpulse: does not sell ${JSON.stringify(product.slice(0, 40))}`);
}
