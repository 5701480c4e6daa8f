import { z } from 'zod';
import { InvalidRequestError } from '../kit/errors.ts';
import { type Micros, parseUsd } from '../kit/money.ts';
import { textFlaw } from '../kit/text.ts';
import { DATAIMPULSE_PRODUCTS } from '../upstreams/dataimpulse/pools.ts';
import { PX6_PRODUCTS } from '../upstreams/px6/products.ts';

/** How many problems one error lists. The others are listed once these are corrected. */
const MAX_PROBLEMS_SHOWN = 20;

const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => textFlaw(value) === undefined, 'contains a character that is not allowed');

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'must be 1 to 32 lower-case letters, digits, "-" or "_"');

const price = z.string().transform((value, context): Micros => {
  const amount = parseUsd(value);
  if (amount !== undefined && amount > 0n) return amount;
  context.addIssue({ code: 'custom', message: 'must be a decimal string above 0 such as "1.20"' });
  return z.NEVER;
});

const period = z.strictObject({
  id,
  name: text(100),
  days: z.int().min(1).max(3650).optional(),
  gb: z.int().min(1).max(100_000).optional(),
  priceUsd: price,
  retailPriceUsd: price,
});

const type = z
  .strictObject({
    id,
    name: text(100),
    description: text(500),
    billing: z.enum(['per_proxy', 'per_gb']),
    maxQuantity: z.int().min(1).max(50).optional(),
    renewable: z.boolean(),
    protocol: z.enum(['http', 'socks5', 'both']),
    upstream: z.strictObject({ network: z.enum(['px6', 'dataimpulse']), product: z.string() }),
    periods: z.array(period).min(1).max(50),
  })
  .superRefine(({ billing, maxQuantity, upstream, periods }, context) => {
    const perGb = billing === 'per_gb';
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (perGb && maxQuantity !== undefined && maxQuantity !== 1)
      complain(['maxQuantity'], 'is always 1 for per_gb');
    if (upstream.network !== (perGb ? 'dataimpulse' : 'px6'))
      complain(['upstream', 'network'], `does not sell ${billing}`);
    const products: readonly string[] = perGb ? DATAIMPULSE_PRODUCTS : PX6_PRODUCTS;
    if (!products.includes(upstream.product))
      complain(['upstream', 'product'], `must be one of ${products.join(', ')}`);
    for (const [i, { days, gb }] of periods.entries()) {
      if ((perGb ? gb : days) === undefined || (perGb ? days : gb) !== undefined) {
        complain(['periods', i], perGb ? 'must have "gb" and no "days"' : 'must have "days" and no "gb"');
      }
    }
    refuseDuplicates(periods, ['periods'], context);
  });

const tier = z
  .strictObject({ id, name: text(100), types: z.array(type).min(1).max(50) })
  .superRefine(({ types }, context) => refuseDuplicates(types, ['types'], context));

const listedPrice = z.strictObject({ tier: id, type: id, period: id, priceUsd: price });
const priceList = z.strictObject({ id, name: text(100), prices: z.array(listedPrice).max(10_000) });

const percent = z.int().min(0).max(100);
const coins = z.strictObject({
  cashback: percent.default(3),
  referral: percent.default(5),
  payable: percent.default(50),
});

const catalogFile = z
  .strictObject({
    version: z.uuid().optional(),
    tiers: z.array(tier).min(1).max(50),
    priceLists: z.array(priceList).max(100).default([]),
    coins: coins.prefault({}),
  })
  .superRefine(({ tiers, priceLists }, context) => {
    refuseDuplicates(tiers, ['tiers'], context);
    refuseDuplicates(priceLists, ['priceLists'], context);
    const sold = new Set(
      tiers.flatMap((t) => t.types.flatMap((y) => y.periods.map((p) => JSON.stringify([t.id, y.id, p.id])))),
    );
    for (const [i, list] of priceLists.entries()) {
      if (list.id === 'standard') {
        context.addIssue({
          code: 'custom',
          path: ['priceLists', i, 'id'],
          message: 'is reserved for the prices of the tiers',
        });
      }
      const seen = new Set<string>();
      for (const [j, entry] of list.prices.entries()) {
        const path = JSON.stringify([entry.tier, entry.type, entry.period]);
        const message = !sold.has(path)
          ? 'names no period of the tiers'
          : seen.has(path)
            ? 'is there twice'
            : undefined;
        seen.add(path);
        if (message) context.addIssue({ code: 'custom', path: ['priceLists', i, 'prices', j], message });
      }
    }
  });

/**
 * The catalog as one file: tiers, types, periods and prices, the price lists that differ from them, and the
 * rates of coins. Its version is that of the catalog which it was made of; one without was not made of any.
 */
export type CatalogFile = z.output<typeof catalogFile>;

/** Reads a whole catalog file. Throws InvalidRequestError, which lists every problem with its path. */
export function parseCatalogFile(contents: string): CatalogFile {
  let json: unknown;
  try {
    json = JSON.parse(contents);
  } catch (error) {
    throw new InvalidRequestError(`The catalog file is not JSON: ${(error as Error).message}`);
  }
  const { data, error } = catalogFile.safeParse(json);
  if (data) return data;
  const problems = error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
  const hidden = problems.length - MAX_PROBLEMS_SHOWN;
  const shown = problems.slice(0, MAX_PROBLEMS_SHOWN).join('; ');
  throw new InvalidRequestError(
    `The catalog file was refused. ${shown}${hidden > 0 ? `; and ${hidden} more` : ''}`,
  );
}

function refuseDuplicates(items: { id: string }[], path: string[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [i, item] of items.entries()) {
    if (seen.has(item.id))
      context.addIssue({ code: 'custom', path: [...path, i, 'id'], message: `"${item.id}" is there twice` });
    seen.add(item.id);
  }
}
