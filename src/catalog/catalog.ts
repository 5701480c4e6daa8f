import type { Expression } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { aboutNobody } from '../kit/request.ts';
import { statement } from '../kit/statement.ts';
import { InvalidPeriodError } from './errors.ts';

type Billing = 'per_proxy' | 'per_gb';
type Protocol = 'http' | 'socks5' | 'both';

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
  /** The network that it is bought from, and the network's own name of the product. */
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
  /** The price of the API on the price list that was read, for one proxy or one volume. */
  price: Micros;
  /** The price in the chat bot. */
  retailPrice: Micros;
}

const readAll = statement<{ priceList: string }>()((db, { priceList }) => offers(db, priceList));
const readType = statement<{ priceList: string; tier: string; id: string }>()((db, { priceList, tier, id }) =>
  offers(db, priceList).where('y.tier', '=', tier).where('y.id', '=', id),
);
type Offer = Awaited<ReturnType<typeof readAll>>[number];

/** The whole catalog with the prices of one price list, in the operator's order. One statement. */
export async function readCatalog(sqlClient: Sql, priceList: string): Promise<Tier[]> {
  const rows = await readAll(sqlClient, { priceList });
  const tiers = new Map<string, Tier>();
  const types = new Map<string, ProductType>();
  for (const row of rows) {
    const tier = tiers.getOrInsert(row.tier, { id: row.tier, name: row.tierName, types: [] });
    const type = types.getOrInsertComputed(JSON.stringify([row.tier, row.id]), () => toType(row));
    if (type.periods.length === 0) tier.types.push(type);
    type.periods.push(toPeriod(row));
  }
  return [...tiers.values()];
}

export function productIn(tiers: readonly Tier[], tier: string, id: string): ProductType | undefined {
  return tiers.find((one) => one.id === tier)?.types.find((type) => type.id === id);
}

/** A term or volume of the type. Throws InvalidPeriodError. */
export function periodOf({ periods }: ProductType, id: string): Period {
  const period = periods.find((offered) => offered.id === id);
  if (!period) throw new InvalidPeriodError(id, periods);
  return period;
}

/** One type with its periods and the prices of one price list; `undefined` when it is not in the catalog. */
export async function findType(
  sqlClient: Sql,
  priceList: string,
  tier: string,
  id: string,
): Promise<ProductType | undefined> {
  const rows = await readType(sqlClient, { priceList, tier, id });
  const [first] = rows;
  return first && { ...toType(first), periods: rows.map(toPeriod) };
}

/** Everything that can be bought, one row for each period, in the operator's order. */
function offers(db: Sql, priceList: Expression<string>) {
  return db
    .selectFrom('tiers as t')
    .innerJoin('product_types as y', 'y.tier', 't.id')
    .innerJoin('periods as p', (join) => join.onRef('p.tier', '=', 'y.tier').onRef('p.type', '=', 'y.id'))
    .innerJoin('prices as standard', (join) =>
      join
        .onRef('standard.tier', '=', 'p.tier')
        .onRef('standard.type', '=', 'p.type')
        .onRef('standard.period', '=', 'p.id')
        .on('standard.price_list', '=', 'standard'),
    )
    .leftJoin('prices as own', (join) =>
      join
        .onRef('own.tier', '=', 'p.tier')
        .onRef('own.type', '=', 'p.type')
        .onRef('own.period', '=', 'p.id')
        .on('own.price_list', '=', priceList),
    )
    .select(['t.id as tier', 't.name as tierName', 'y.id', 'y.name', 'y.description', 'y.billing'])
    .select(['y.max_quantity as maxQuantity', 'y.renewable', 'y.protocol', 'y.upstream'])
    .select(['y.upstream_product as upstreamProduct', 'p.id as period', 'p.name as periodName'])
    .select(['p.days', 'p.gb', 'p.retail_price as retailPrice'])
    .select((eb) => eb.fn.coalesce('own.price', 'standard.price').as('price'))
    .orderBy('t.position')
    .orderBy('y.position')
    .orderBy('p.position');
}

function toType({ tierName, period, periodName, days, gb, price, retailPrice, ...type }: Offer): ProductType {
  return { ...type, periods: [] };
}

function toPeriod(row: Offer): Period {
  const { tier, id: type, period: id, periodName: name, days, gb, price, retailPrice } = row;
  return { tier, type, id, name, days, gb, price: BigInt(price), retailPrice: BigInt(retailPrice) };
}

/** Whole percents, 0 to 100. */
export interface CoinRates {
  /** Percent of what a purchase in the chat bot costs in money that the buyer earns in coins. */
  cashback: number;
  /** Percent of that money which the buyer's referrer earns in coins. */
  referral: number;
  /** Percent of a price that can be paid in coins. */
  payable: number;
}

const selectRates = statement<object>()((db) =>
  db.selectFrom('coin_rates').select(['cashback', 'referral', 'payable']),
);

export async function readCoinRates(sqlClient: Sql): Promise<CoinRates> {
  const [rates] = await selectRates(sqlClient, {});
  if (!rates) throw new Error('the catalog has no rates for coins');
  return rates;
}

export interface CatalogView {
  priceList: string;
  /** The version that the admission of the request found; undefined for work of no request. */
  catalogVersion?: string | undefined;
}

/**
 * The catalog as this process has read it, for as long as it is not changed: every change gives it a new
 * version in its transaction, and every admission reads the version. There are few price lists.
 */
export class CatalogCache {
  readonly #database: Database;
  #version: string | undefined;
  #kept = new Map<string, Promise<unknown>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** The whole catalog with the prices of one list, in the operator's order. */
  read({ priceList, catalogVersion }: CatalogView): Promise<readonly Tier[]> {
    return this.#once(catalogVersion, `prices ${priceList}`, () =>
      readCatalog(this.#database.sql, priceList),
    );
  }

  /** What coins are earned and taken for. */
  coinRates({ catalogVersion }: Pick<CatalogView, 'catalogVersion'>): Promise<CoinRates> {
    return this.#once(catalogVersion, 'coins', () => readCoinRates(this.#database.sql));
  }

  /** One type with its periods; undefined when it is not in the catalog. */
  async findType(view: CatalogView, tier: string, id: string): Promise<ProductType | undefined> {
    if (view.catalogVersion === undefined) {
      return findType(this.#database.sql, view.priceList, tier, id);
    }
    return productIn(await this.read(view), tier, id);
  }

  #once<Result>(version: string | undefined, name: string, read: () => Promise<Result>): Promise<Result> {
    if (version === undefined) return read();
    if (version !== this.#version) this.#kept = new Map();
    this.#version = version;
    const kept = this.#kept as Map<string, Promise<Result>>;
    return kept.getOrInsertComputed(name, () => {
      const reading = aboutNobody(read);
      reading.catch(() => kept.delete(name));
      return reading;
    });
  }
}
