import type { Database, Sql } from '../kit/database.ts';
import { formatUsd } from '../kit/money.ts';
import { type ProductType, readCatalog } from './catalog.ts';
import { readCoinRates } from './coin-rates.ts';

/**
 * The catalog in the form of its file, with its version: the result can be edited, and imported again until
 * somebody has changed the catalog.
 */
export async function showCatalog(database: Database) {
  // All statements see the same catalog, even when an import is committed between them.
  return database.snapshot(readCatalogFile);
}

/** The same within the caller's transaction. */
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
    const list = lists.get(id) ?? { id, name, prices: [] };
    lists.set(id, list);
    if (price !== null) list.prices.push({ ...path, priceUsd: formatUsd(BigInt(price)) });
  }
  return [...lists.values()];
}
