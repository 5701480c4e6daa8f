import type { Insertable } from 'kysely';
import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { parseUsd } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import { STANDARD, savePriceLists } from '../resellers/resellers.ts';
import { type CatalogFile, parseCatalogFile, readCatalogFile } from './catalog-file.ts';
import { type CatalogChange, CatalogChangedError, differencesOf } from './diff-catalog.ts';
import { isImplausible, lockCatalog } from './set-price.ts';

const MAX_PER_PROXY = 50;

/**
 * Replaces the whole catalog by that of a file, or changes nothing. Orders keep what they were bought as.
 * Returns what has changed. Throws InvalidRequestError; unless it is forced, also when a price changes by
 * more than a half, and a CatalogChangedError when the file has the version of an earlier catalog.
 *
 * It deletes and inserts in bulk, without a unit of work, since nothing depends on what was there before.
 * With 10,000 prices, all of them changed, a unit of work, which reads, compares and writes the differences,
 * was measured to take 9.5 seconds, and this 2.4.
 */
export async function importCatalog(
  database: Database,
  contents: string,
  { force = false } = {},
): Promise<CatalogChange[]> {
  const file = parseCatalogFile(contents);
  return database.inTransaction(async (tx) => {
    await lockCatalog(tx);
    const catalog = await readCatalogFile(tx);
    const differences = differencesOf(catalog, file);
    const isOfThis = file.version === undefined || file.version === catalog.version;
    if (!force && !isOfThis) throw new CatalogChangedError(differences);
    if (!force) refuseImplausible(differences);
    await tx.deleteFrom('prices').execute();
    await tx.deleteFrom('periods').execute();
    await tx.deleteFrom('product_types').execute();
    await tx.deleteFrom('tiers').execute();
    await savePriceLists(tx, file.priceLists);
    await tx.updateTable('coin_rates').set(file.coins).execute();
    const { tiers, product_types, periods, prices } = rowsOf(file);
    for (const rows of batches(tiers)) await tx.insertInto('tiers').values(rows).execute();
    for (const rows of batches(product_types)) await tx.insertInto('product_types').values(rows).execute();
    for (const rows of batches(periods)) await tx.insertInto('periods').values(rows).execute();
    for (const rows of batches(prices)) await tx.insertInto('prices').values(rows).execute();
    return differences;
  });
}

function refuseImplausible(differences: readonly CatalogChange[]): void {
  const odd = differences.find(
    ({ of, field, old, new: now }) =>
      of !== 'coins' &&
      field?.endsWith('Usd') &&
      old !== null &&
      now !== null &&
      isImplausible(parseUsd(old) ?? 0n, parseUsd(now) ?? 0n),
  );
  if (odd)
    throw new InvalidRequestError(
      `${odd.name}: ${odd.old} -> ${odd.new} changes the price by more than a half; "catalog diff" lists all changes, --force takes them.`,
    );
}

function rowsOf({ tiers, priceLists }: CatalogFile) {
  const rows: { [Table in 'tiers' | 'product_types' | 'periods' | 'prices']: Insertable<Tables[Table]>[] } = {
    tiers: [],
    product_types: [],
    periods: [],
    prices: [],
  };
  for (const [place, { id: tier, name, types }] of tiers.entries()) {
    rows.tiers.push({ id: tier, name, position: place });
    for (const [position, { id: type, maxQuantity, upstream, periods, ...described }] of types.entries()) {
      rows.product_types.push({
        ...described,
        tier,
        id: type,
        max_quantity: described.billing === 'per_gb' ? 1 : (maxQuantity ?? MAX_PER_PROXY),
        upstream: upstream.network,
        upstream_product: upstream.product,
        position,
      });
      for (const [number, sold] of periods.entries()) {
        const { priceUsd: price, retailPriceUsd: retail_price, days = null, gb = null, ...period } = sold;
        rows.periods.push({ ...period, tier, type, days, gb, retail_price, position: number });
        rows.prices.push({ price_list: STANDARD, tier, type, period: period.id, price });
      }
    }
  }
  for (const { id: price_list, prices } of priceLists)
    for (const { priceUsd: price, ...path } of prices) rows.prices.push({ price_list, ...path, price });
  return rows;
}

/** PostgreSQL takes 65,535 parameters in a statement. The widest row has eleven. */
const ROWS_PER_STATEMENT = 1_000;

function* batches<Row>(rows: readonly Row[]): Iterable<Row[]> {
  for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) yield rows.slice(i, i + ROWS_PER_STATEMENT);
}
