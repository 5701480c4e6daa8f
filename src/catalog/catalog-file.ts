import { z } from 'zod';
import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros, parseUsd } from '../kit/money.ts';
import { textFlaw } from '../kit/text.ts';
import { DATAIMPULSE_PRODUCTS } from '../upstreams/dataimpulse/answers.ts';
import { PX6_PRODUCTS } from '../upstreams/px6/px6.ts';
import { type ProductType, readCatalog, readCoinRates } from './catalog.ts';

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
      const message = 'is reserved for the prices of the tiers';
      if (list.id === 'standard')
        context.addIssue({ code: 'custom', path: ['priceLists', i, 'id'], message });
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

/** The catalog in the form of its file, to be edited and imported again until somebody has changed it. */
export async function showCatalog(database: Database) {
  // All statements see the same catalog, even when an import is committed between them.
  return database.snapshot(readCatalogFile);
}

/** Reads the catalog as a file has it, within the caller's transaction. */
export async function readCatalogFile(tx: Sql) {
  const { catalog_version: version } = await tx
    .selectFrom('service_state')
    .select('catalog_version')
    .executeTakeFirstOrThrow();
  const tiers = await readCatalog(tx, 'standard');
  return {
    version,
    tiers: tiers.map(({ id, name, types }) => ({ id, name, types: types.map(toTypeOfFile) })),
    priceLists: await readPriceLists(tx),
    coins: await readCoinRates(tx),
  };
}

export type ShownCatalog = Awaited<ReturnType<typeof readCatalogFile>>;

function toTypeOfFile(type: ProductType) {
  const { id, name, description, billing, maxQuantity, renewable, protocol, upstream, upstreamProduct } =
    type;
  return {
    id,
    name,
    description,
    billing,
    ...(billing === 'per_proxy' && { maxQuantity }),
    renewable,
    protocol,
    upstream: { network: upstream, product: upstreamProduct },
    periods: type.periods.map((period) => ({
      id: period.id,
      name: period.name,
      ...(period.days !== null && { days: period.days }),
      ...(period.gb !== null && { gb: period.gb }),
      priceUsd: formatUsd(period.price),
      retailPriceUsd: formatUsd(period.retailPrice),
    })),
  };
}

interface ShownList {
  id: string;
  name: string;
  prices: { tier: string | null; type: string | null; period: string | null; priceUsd: string }[];
}

/** Every price list except the standard one, whose prices are in the tiers. */
async function readPriceLists(tx: Sql): Promise<ShownList[]> {
  const rows = await tx
    .selectFrom('price_lists as l')
    .leftJoin('prices as c', 'c.price_list', 'l.id')
    .leftJoin('tiers as t', 't.id', 'c.tier')
    .leftJoin('product_types as y', (join) =>
      join.onRef('y.tier', '=', 'c.tier').onRef('y.id', '=', 'c.type'),
    )
    .leftJoin('periods as p', (join) =>
      join.onRef('p.tier', '=', 'c.tier').onRef('p.type', '=', 'c.type').onRef('p.id', '=', 'c.period'),
    )
    .where('l.id', '<>', 'standard')
    .select(['l.id', 'l.name', 'c.tier', 'c.type', 'c.period', 'c.price'])
    .orderBy('l.id')
    .orderBy('t.position')
    .orderBy('y.position')
    .orderBy('p.position')
    .execute();
  const lists = new Map<string, ShownList>();
  for (const { id, name, price, ...path } of rows) {
    const list = lists.getOrInsert(id, { id, name, prices: [] });
    if (price !== null) list.prices.push({ ...path, priceUsd: formatUsd(BigInt(price)) });
  }
  return [...lists.values()];
}
