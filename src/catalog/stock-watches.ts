import { sql } from 'kysely';
import { lockForMany, tell } from '../events/tell.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Job } from '../kit/job.ts';
import { statement } from '../kit/statement.ts';
import { lockReseller } from '../resellers/resellers.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TermUpstream } from '../upstreams/term.ts';
import type { CatalogCache, CatalogView } from './catalog.ts';
import type { Countries } from './countries.ts';
import { InvalidCountryError, UnknownProductError } from './errors.ts';
import { saveCounts } from './stock-reader.ts';

/** How many a reseller has. */
export const MAX_WATCHES = 50;
/** The age in seconds at which a count that somebody watches is read again. */
const FRESH_SECONDS = 30;
/** How often the counts are looked at, and how many are read then: a call in a second. */
const LOOK_EVERY_MS = 5_000;
const READS_OF_LOOK = 5;
/** Watches that one transaction changes: it locks all logs. */
const TOLD_AT_ONCE = 200;

/** The watches of any number of resellers, the oldest first. */
export const selectWatches = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('stock_watches as w')
    .leftJoin('stock_counts as c', (join) =>
      join.onRef('c.stock', '=', 'w.stock').onRef('c.country', '=', 'w.country'),
    )
    .select(['w.reseller_id as resellerId', 'w.id', 'w.tier', 'w.type', 'w.country', 'w.below'])
    .select(['w.is_low as isLow', 'w.created_at as createdAt', 'c.available'])
    .where(({ eb, fn }) => eb('w.reseller_id', '=', fn.any(resellerIds)))
    .orderBy('w.id'),
);
/** With how many are left at the last reading, null before the first. */
export type StockWatch = Awaited<ReturnType<typeof selectWatches>>[number];

interface WatchServices {
  database: Database;
  catalog: CatalogCache;
  countries: Countries;
  term: TermUpstream;
}

interface NewWatch extends Pick<StockWatch, 'tier' | 'type' | 'country' | 'below'> {
  at: Date;
}

/**
 * Has the reseller told when fewer than `below` are left of a type in a country, also if that is so already,
 * and when there are as many again. Returns the watch's number. Throws UnknownProductError,
 * InvalidCountryError, ProviderError, and InvalidRequestError for what cannot be watched.
 */
export async function watchStock(
  { database, catalog, countries, term }: WatchServices,
  { resellerId, ...view }: CatalogView & { resellerId: number },
  { tier, type, country, below, at }: NewWatch,
): Promise<number> {
  const product = await catalog.findType(view, tier, type);
  if (!product) throw new UnknownProductError(tier, type);
  if (product.billing === 'per_gb') {
    const message =
      'is paid by traffic, of which there is always enough: watch a type that is sold by the piece';
    throw new InvalidRequestError([{ path: ['type'], message }]);
  }
  if (!term.sells(product.upstreamProduct)) throw new UnknownProductError(tier, type);
  const sold = await countries.of(product);
  if (!sold.some(({ code }) => code === country)) throw new InvalidCountryError(country);
  const stock = term.stockOf(product.upstreamProduct);
  return database.inTransaction(async (tx) => {
    await lockReseller(tx, resellerId);
    const own = await selectWatches(tx, { resellerIds: [resellerId] });
    const same = own.find(
      (one) => one.tier === tier && one.type === type && one.country === country && one.below === below,
    );
    if (same) return same.id;
    if (own.length >= MAX_WATCHES)
      throw new InvalidRequestError(
        `You watch ${MAX_WATCHES} stocks, the most there may be; end a watch that is not needed any more.`,
      );
    const { rows } = await sql<{ id: number }>`
      insert into stock_watches (reseller_id, tier, type, stock, country, below, created_at)
      values (${resellerId}, ${tier}, ${type}, ${stock}, ${country}, ${below}, ${at})
      returning id`.execute(tx);
    return rows[0]?.id as number;
  });
}

/** Throws InvalidRequestError when there is no such watch. */
export async function unwatchStock(db: Sql, resellerId: number, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('stock_watches')
    .where('reseller_id', '=', resellerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n)
    throw new InvalidRequestError([{ path: ['id'], message: 'is the id of no watch that you have' }]);
}

type LookServices = Omit<WatchServices, 'catalog'> & { clock: Clock };

/** Reads what is watched, in one process of all, and tells of it. */
export const STOCK_WATCH_JOB: Job<{ services: LookServices }> = {
  name: 'stock watches',
  everyMs: LOOK_EVERY_MS,
  leader: { name: 'stock watches', seconds: 25 },
  begin: ({ services }) => ({ round: () => lookAtStocks(services) }),
};

/** In no order, so that what cannot be read keeps nothing from being read. */
const selectOld = statement<{ seconds: number; rows: number }>()(
  (_db, { seconds, rows }) => sql<{ stock: string; country: string }>`
    select w.stock, w.country from stock_watches w left join stock_counts c using (stock, country)
    group by w.stock, w.country
    having coalesce(max(c.read_at), 'epoch') < clock_timestamp() - make_interval(secs => ${seconds}::float8)
    order by random() limit ${rows}::int`,
);

export async function lookAtStocks({ database, clock, countries, term }: LookServices): Promise<void> {
  const { sql: db } = database;
  const { stocks } = countries;
  const old = term.isUp() ? await selectOld(db, { seconds: FRESH_SECONDS, rows: READS_OF_LOOK }) : [];
  for (const { stock, country } of old) {
    try {
      await stocks.readCount(stock, country, 'background');
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
    }
    await saveCounts(db, stock, stocks.known(stock), clock);
  }
  while ((await tellOfStocks(database)) === TOLD_AT_ONCE);
}

const HAS_CHANGED = sql`(c.available < w.below) <> w.is_low`;
const selectChanged = statement<{ rows: number }>()(
  (_db, { rows }) => sql<{ reseller_id: number; id: number }>`
    select w.reseller_id, w.id from stock_watches w join stock_counts c using (stock, country)
    where ${HAS_CHANGED} limit ${rows}::int`,
);

/** Which side a watch is on is written with the event, so each change is told once. Returns how many are. */
async function tellOfStocks(database: Database): Promise<number> {
  const changed = await selectChanged(database.sql, { rows: TOLD_AT_ONCE });
  if (changed.length === 0) return 0;
  await database.inTransaction(async (tx) => {
    await lockForMany(tx);
    const { rows } = await sql<Pick<StockWatch, 'resellerId' | 'isLow'> & { facts: object }>`
      update stock_watches w set is_low = not w.is_low
      from stock_counts c, unnest(
        ${changed.map((one) => one.reseller_id)}::bigint[], ${changed.map((one) => one.id)}::bigint[]
      ) one (reseller_id, id)
      where w.reseller_id = one.reseller_id and w.id = one.id
        and c.stock = w.stock and c.country = w.country and ${HAS_CHANGED}
      returning w.reseller_id as "resellerId", w.is_low as "isLow", jsonb_build_object('tier', w.tier,
        'type', w.type, 'country', w.country, 'available', c.available, 'below', w.below) as facts`.execute(
      tx,
    );
    await tell(
      tx,
      rows.map(({ resellerId, isLow, facts }) => ({
        type: isLow ? 'stock.low' : 'stock.back',
        cause: 'upstream',
        resellerId,
        facts,
      })),
    );
  });
  return changed.length;
}
