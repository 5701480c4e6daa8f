import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';

export type Billing = 'per_proxy' | 'per_gb';
export type Protocol = 'http' | 'socks5' | 'both';

export interface Tier {
  id: string;
  name: string;
  types: ProductType[];
}

export interface ProductType {
  tier: string;
  id: string;
  name: string;
  description: string;
  billing: Billing;
  maxQuantity: number;
  renewable: boolean;
  protocol: Protocol;
  /** The network that it is bought from, and as what. */
  upstream: 'px6' | 'dataimpulse';
  upstreamProduct: string;
  periods: Period[];
}

export interface Period {
  tier: string;
  type: string;
  id: string;
  name: string;
  /** Null for traffic volumes. */
  days: number | null;
  /** GB of 2^30 bytes; null for terms. */
  gb: number | null;
  /** The API price of the reader's price list, for one proxy or one volume. */
  price: Micros;
  /** The chat bot's price. */
  retailPrice: Micros;
}

interface Row {
  tier: string;
  tier_name: string;
  id: string;
  name: string;
  description: string;
  billing: Billing;
  max_quantity: number;
  renewable: boolean;
  protocol: Protocol;
  upstream: 'px6' | 'dataimpulse';
  upstream_product: string;
  period: string;
  period_name: string;
  days: number | null;
  gb: number | null;
  retail_price: string;
  price: string;
}

/** The whole catalog with the prices of one price list, in the operator's order; one statement. */
export async function readCatalog(sqlClient: Sql, priceList: string): Promise<Tier[]> {
  const { rows } = await select(sqlClient, priceList, sql`true`);
  const tiers = new Map<string, Tier>();
  const types = new Map<string, ProductType>();
  for (const row of rows) {
    const tier = tiers.get(row.tier) ?? { id: row.tier, name: row.tier_name, types: [] };
    tiers.set(tier.id, tier);
    const path = JSON.stringify([row.tier, row.id]);
    const type = types.get(path) ?? toType(row);
    if (!types.has(path)) tier.types.push(type);
    types.set(path, type);
    type.periods.push(toPeriod(row));
  }
  return [...tiers.values()];
}

export function productIn(tiers: readonly Tier[], tier: string, id: string): ProductType | undefined {
  return tiers.find((one) => one.id === tier)?.types.find((type) => type.id === id);
}

/** One type with its periods and the prices of one price list; `undefined` when it is not in the catalog. */
export async function findType(
  sqlClient: Sql,
  priceList: string,
  tier: string,
  id: string,
): Promise<ProductType | undefined> {
  const { rows } = await select(sqlClient, priceList, sql`y.tier = ${tier} and y.id = ${id}`);
  const [first] = rows;
  return first && { ...toType(first), periods: rows.map(toPeriod) };
}

/** The type of an id that is paid by traffic, whatever its tier; of several, the first in the operator's order. */
export async function findLuxuryType(
  sqlClient: Sql,
  priceList: string,
  id: string,
): Promise<ProductType | undefined> {
  const { rows } = await select(sqlClient, priceList, sql`y.id = ${id} and y.billing = 'per_gb'`);
  const [first] = rows;
  return first && { ...toType(first), periods: rows.filter(({ tier }) => tier === first.tier).map(toPeriod) };
}

function select(sqlClient: Sql, priceList: string, condition: ReturnType<typeof sql>) {
  return sql<Row>`
    select t.id as tier, t.name as tier_name, y.id, y.name, y.description, y.billing, y.max_quantity, y.renewable,
      y.protocol, y.upstream, y.upstream_product, p.id as period, p.name as period_name, p.days, p.gb, p.retail_price,
      coalesce(own.price, standard.price) as price
    from tiers t
    join product_types y on y.tier = t.id
    join periods p on p.tier = y.tier and p.type = y.id
    join prices standard on (standard.tier, standard.type, standard.period) = (p.tier, p.type, p.id)
      and standard.price_list = 'standard'
    left join prices own on (own.tier, own.type, own.period) = (p.tier, p.type, p.id) and own.price_list = ${priceList}
    where ${condition}
    order by t.position, y.position, p.position
  `.execute(sqlClient);
}

function toType(row: Row): ProductType {
  return {
    tier: row.tier,
    id: row.id,
    name: row.name,
    description: row.description,
    billing: row.billing,
    maxQuantity: row.max_quantity,
    renewable: row.renewable,
    protocol: row.protocol,
    upstream: row.upstream,
    upstreamProduct: row.upstream_product,
    periods: [],
  };
}

function toPeriod(row: Row): Period {
  return {
    tier: row.tier,
    type: row.id,
    id: row.period,
    name: row.period_name,
    days: row.days,
    gb: row.gb,
    price: BigInt(row.price),
    retailPrice: BigInt(row.retail_price),
  };
}
