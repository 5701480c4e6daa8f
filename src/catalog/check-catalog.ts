import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { STANDARD } from '../resellers/resellers.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TermUpstream } from '../upstreams/term.ts';
import type { TrafficUpstream } from '../upstreams/traffic.ts';
import { findType, type Period, type ProductType, readCatalog } from './catalog.ts';

/** A price below what the upstream takes. */
interface Loss {
  period: Period;
  /** A price list of the API; null for the retail price of the chat bot. */
  priceList: string | null;
  price: Micros;
  cost: Micros;
}

/** What is free of a product at the upstream. */
export interface ProductStock {
  type: ProductType;
  /** Proxies by the counts that were read last, or GB that are left to us. Null when it is not known. */
  available: number | null;
  /** The countries that the upstream sells it in; null for traffic, and when it is not known. */
  countries: number | null;
  /** In how many of them proxies were counted; `available` is of these. Null for traffic. */
  countriesCounted: number | null;
  /** Whether none is there. Null when none was found, and not all countries are known and counted. */
  isEmpty: boolean | null;
  /** When the oldest of the counts was read. */
  countedAt: Date | null;
  /** Why something is not known; null when everything is. */
  reason: string | null;
}

export interface CheckedCatalog {
  /** How many prices were compared with a cost. */
  compared: number;
  losses: Loss[];
  /** Periods whose cost is not known, with the reason. */
  unknown: { period: Period; reason: string }[];
  stock: ProductStock[];
}

interface Checked {
  sql: Sql;
  term: TermUpstream;
  traffic: TrafficUpstream;
  /** Is told how many prices of how many were asked for. */
  onAsked?(asked: number, of: number): void;
}

/** Compares the catalog with the upstreams: one call for each term of a stock, three a second. */
export async function checkCatalog({ sql: db, term, traffic, onAsked }: Checked): Promise<CheckedCatalog> {
  const types = (await readCatalog(db, STANDARD)).flatMap((tier) => tier.types);
  const prices = await readPrices(db);
  const terms = new Map(
    types.flatMap((type) => type.periods.map((period) => [termOf(term, type, period), { type, period }])),
  );
  const costs = new Map<string, Answer<Micros>>();
  for (const [key, { type, period }] of terms) {
    costs.set(key, await costOf({ term, traffic }, type, period));
    onAsked?.(costs.size, terms.size);
  }
  const checked: CheckedCatalog = { compared: 0, losses: [], unknown: [], stock: [] };
  for (const type of types) {
    for (const period of type.periods) {
      const { value: cost, reason } = costs.get(termOf(term, type, period)) ?? { reason: 'not asked' };
      if (cost === undefined) {
        checked.unknown.push({ period, reason: reason ?? 'not known' });
        continue;
      }
      const listed = prices.get(pathOf(period)) ?? [];
      for (const { priceList, price } of [...listed, { priceList: null, price: period.retailPrice }]) {
        checked.compared += 1;
        if (price < cost) checked.losses.push({ period, priceList, price, cost });
      }
    }
  }
  checked.stock = await readStock({ sql: db, term, traffic }, types);
  return checked;
}

/** What an upstream says, or why it does not. */
type Answer<Value> = { value: Value; reason?: undefined } | { value?: undefined; reason: string };

async function answerOf<Value>(ask: () => Promise<Value> | Value): Promise<Answer<Value>> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { reason: error.message };
  }
}

/** What the upstream takes now for what a period sells; undefined when it is not known. */
export async function knownCost(
  { sql: db, ...upstreams }: Pick<Checked, 'sql' | 'term' | 'traffic'>,
  path: { tier: string; type: string; period: string },
): Promise<Micros | undefined> {
  const type = await findType(db, STANDARD, path.tier, path.type);
  const period = type?.periods.find(({ id }) => id === path.period);
  return type && period && (await costOf(upstreams, type, period)).value;
}

async function costOf(
  { term, traffic }: Pick<Checked, 'term' | 'traffic'>,
  { upstreamProduct: product }: ProductType,
  { days, gb }: Period,
): Promise<Answer<Micros>> {
  if (days === null) {
    const value = traffic.costOf(product, gb ?? 0);
    return value === undefined ? { reason: 'DATAIMPULSE_USD_PER_GB has no price of it' } : { value };
  }
  const { value, reason } = await answerOf(() => term.priceOf({ product, days, quantity: 1 }));
  if (value !== undefined) return { value };
  return { reason: reason ?? 'the price is in roubles, and PX6_RUB_PER_USD is not set' };
}

/** Terms of one stock cost the same, whichever product they are sold as. */
function termOf(term: TermUpstream, { upstreamProduct }: ProductType, { days, gb }: Period): string {
  return days === null ? `${upstreamProduct} ${gb} GB` : `${term.stockOf(upstreamProduct)} ${days} days`;
}

async function readPrices(db: Sql) {
  const rows = await db
    .selectFrom('prices')
    .select(['tier', 'type', 'period as id', 'price_list as priceList', 'price'])
    .orderBy('price_list')
    .execute();
  const prices = rows.map((row) => ({ ...row, price: BigInt(row.price) }));
  return Map.groupBy(prices, pathOf);
}

function pathOf({ tier, type, id }: Pick<Period, 'tier' | 'type' | 'id'>): string {
  return JSON.stringify([tier, type, id]);
}

async function readStock({ sql: db, term, traffic }: Checked, types: ProductType[]): Promise<ProductStock[]> {
  const own = await answerOf(() => traffic.ownGb());
  const stocks = new Map<string, Omit<ProductStock, 'type'>>();
  const read: ProductStock[] = [];
  for (const type of types) {
    if (type.billing === 'per_gb') {
      const { value: available = null, reason = null } = own;
      const isEmpty = available === null ? null : available === 0;
      const uncounted = { countries: null, countriesCounted: null, countedAt: null };
      read.push({ type, available, isEmpty, ...uncounted, reason });
      continue;
    }
    const name = term.stockOf(type.upstreamProduct);
    const stock = stocks.get(name) ?? (await readTermStock(db, term, name));
    stocks.set(name, stock);
    read.push({ type, ...stock });
  }
  return read;
}

async function readTermStock(
  db: Sql,
  term: TermUpstream,
  stock: string,
): Promise<Omit<ProductStock, 'type'>> {
  const { value: listed, reason } = await answerOf(() => term.countriesOf(stock, 'background'));
  const stored = await db
    .selectFrom('stock_counts')
    .select(['country', 'available', 'read_at'])
    .where('stock', '=', stock)
    .execute();
  const counts = stored.filter(({ country }) => listed?.includes(country) ?? true);
  const available = counts.reduce((sum, { available: inCountry }) => sum + inCountry, 0);
  const isComplete = counts.length === listed?.length;
  const countedAt = Math.min(...counts.map(({ read_at: at }) => at.getTime()));
  return {
    available: counts.length > 0 || isComplete ? available : null,
    countries: listed?.length ?? null,
    countriesCounted: counts.length,
    isEmpty: available > 0 ? false : isComplete || null,
    countedAt: counts.length > 0 ? new Date(countedAt) : null,
    reason: reason ?? (isComplete ? null : `${counts.length} of ${listed?.length} countries counted`),
  };
}
