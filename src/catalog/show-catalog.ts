import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { formatUsd } from '../kit/money.ts';
import { type ProductType, readCatalog } from './catalog.ts';

/** The catalog in the form of the file that it is imported from: what this returns can be edited and imported again. */
export async function showCatalog(database: Database) {
  // Both statements see one catalog, also when an import ends between them.
  return database.snapshot(async (tx) => {
    const tiers = await readCatalog(tx, 'standard');
    return {
      tiers: tiers.map(({ id, name, types }) => ({ id, name, types: types.map(toTypeOfFile) })),
      priceLists: await readPriceLists(tx),
    };
  });
}

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

interface PriceListRow {
  id: string;
  name: string;
  /** Money as text: JSON's numbers would round it. */
  prices: { tier: string; type: string; period: string; price: string }[];
}

/** Every list but the standard one, whose prices stand in the tiers. */
async function readPriceLists(tx: Sql) {
  const { rows } = await sql<PriceListRow>`
    select l.id, l.name, coalesce(
      json_agg(
        json_build_object('tier', c.tier, 'type', c.type, 'period', c.period, 'price', c.price::text)
        order by t.position, y.position, p.position
      ) filter (where c.price is not null), '[]') as prices
    from price_lists l
    left join (prices c
        join tiers t on t.id = c.tier
        join product_types y on (y.tier, y.id) = (c.tier, c.type)
        join periods p on (p.tier, p.type, p.id) = (c.tier, c.type, c.period))
      on c.price_list = l.id
    where l.id <> 'standard' group by l.id order by l.id`.execute(tx);
  return rows.map(({ id, name, prices }) => ({
    id,
    name,
    prices: prices.map(({ price, ...path }) => ({ ...path, priceUsd: formatUsd(BigInt(price)) })),
  }));
}
