import { type RawBuilder, sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { type CatalogFile, parseCatalogFile } from './catalog-file.ts';

const MAX_PER_PROXY = 50;

/**
 * Replaces the catalog by the one in a file's contents, as a whole or not at all. Orders keep what they were bought as. Throws
 * InvalidRequestError.
 */
export async function importCatalog(database: Database, contents: string): Promise<void> {
  const file = parseCatalogFile(contents);
  await database.transaction(async (_em, tx) => {
    // One import at a time; readers go on and see the old catalog until the new one is complete.
    await sql`lock table tiers in share row exclusive mode`.execute(tx);
    await assertListsInUseStay(tx, file);
    await sql`delete from prices`.execute(tx);
    await sql`delete from periods`.execute(tx);
    await sql`delete from product_types`.execute(tx);
    await sql`delete from tiers`.execute(tx);
    await insertRows(tx, 'tiers', sql`(id, name, position)`, tierRows(file));
    await insertRows(
      tx,
      'product_types',
      sql`(tier, id, name, description, billing, max_quantity, renewable, protocol, upstream, upstream_product, position)`,
      typeRows(file),
    );
    await insertRows(
      tx,
      'periods',
      sql`(tier, type, id, name, days, gb, retail_price, position)`,
      periodRows(file),
    );
    await replacePriceLists(tx, file);
    await insertRows(tx, 'prices', sql`(price_list, tier, type, period, price)`, priceRows(file));
  });
}

async function assertListsInUseStay(tx: Sql, { priceLists }: CatalogFile): Promise<void> {
  const kept = ['standard', ...priceLists.map(({ id }) => id)];
  const { rows } = await sql<{ price_list: string }>`
    select distinct price_list from resellers where price_list <> all (${kept}::text[])`.execute(tx);
  if (rows.length > 0) {
    const names = rows.map((row) => `"${row.price_list}"`).join(', ');
    throw new InvalidRequestError(
      `Resellers use the price list ${names}, which the file does not have; keep it.`,
    );
  }
}

async function replacePriceLists(tx: Sql, { priceLists }: CatalogFile): Promise<void> {
  const ids = ['standard', ...priceLists.map(({ id }) => id)];
  await sql`delete from price_lists where id <> all (${ids}::text[])`.execute(tx);
  for (const { id, name } of priceLists) {
    await sql`insert into price_lists (id, name) values (${id}, ${name})
      on conflict (id) do update set name = excluded.name`.execute(tx);
  }
}

function tierRows({ tiers }: CatalogFile): RawBuilder<unknown>[] {
  return tiers.map((tier, i) => sql`(${tier.id}, ${tier.name}, ${i}::int)`);
}

function typeRows({ tiers }: CatalogFile): RawBuilder<unknown>[] {
  return tiers.flatMap((tier) =>
    tier.types.map((type, i) => {
      const maxQuantity = type.billing === 'per_gb' ? 1 : (type.maxQuantity ?? MAX_PER_PROXY);
      const { network, product } = type.upstream;
      return sql`(${tier.id}, ${type.id}, ${type.name}, ${type.description}, ${type.billing}, ${maxQuantity}::int,
        ${type.renewable}::boolean, ${type.protocol}, ${network}, ${product}, ${i}::int)`;
    }),
  );
}

function periodRows({ tiers }: CatalogFile): RawBuilder<unknown>[] {
  return tiers.flatMap((tier) =>
    tier.types.flatMap((type) =>
      type.periods.map(
        (period, i) => sql`(${tier.id}, ${type.id}, ${period.id}, ${period.name}, ${period.days ?? null}::int,
          ${period.gb ?? null}::int, ${period.retailPriceUsd}::bigint, ${i}::int)`,
      ),
    ),
  );
}

function priceRows({ tiers, priceLists }: CatalogFile): RawBuilder<unknown>[] {
  const standard = tiers.flatMap((tier) =>
    tier.types.flatMap((type) =>
      type.periods.map(
        (period) => sql`('standard', ${tier.id}, ${type.id}, ${period.id}, ${period.priceUsd}::bigint)`,
      ),
    ),
  );
  const others = priceLists.flatMap((list) =>
    list.prices.map(
      (entry) => sql`(${list.id}, ${entry.tier}, ${entry.type}, ${entry.period}, ${entry.priceUsd}::bigint)`,
    ),
  );
  return [...standard, ...others];
}

/** PostgreSQL takes 65,535 parameters in a statement; the widest row has eleven. */
const ROWS_PER_STATEMENT = 1_000;

async function insertRows(tx: Sql, table: string, columns: RawBuilder<unknown>, rows: RawBuilder<unknown>[]) {
  for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) {
    const batch = rows.slice(i, i + ROWS_PER_STATEMENT);
    await sql`insert into ${sql.table(table)} ${columns} values ${sql.join(batch)}`.execute(tx);
  }
}
