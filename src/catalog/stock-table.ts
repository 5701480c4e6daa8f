import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { KnownStock, Reading } from './known-stock.ts';

/** When what the database has of a stock was read, in milliseconds. */
interface Stored {
  countries: number;
  counts: ReadonlyMap<string, number>;
}

/** Takes over what any process has read later than this one, and writes down what this one has read later. */
export async function exchangeReadings(db: Sql, stock: string, known: KnownStock): Promise<void> {
  const stored = await loadReadings(db, stock, known);
  await saveCountries(db, stock, known, stored);
  await saveCounts(db, stock, known, stored);
}

/** Takes over what any process has read later than this one. */
export async function loadReadings(db: Sql, stock: string, known: KnownStock): Promise<Stored> {
  const lists = await sql<{ countries: string[]; read_at: string }>`
    select countries, read_at from stocks where name = ${stock}`.execute(db);
  for (const row of lists.rows)
    if (isNewer(row, known.countries)) known.noteCountries(row.countries, millis(row));
  const counts = await sql<{ country: string; available: number; read_at: string }>`
    select country, available, read_at from stock_counts where stock = ${stock}`.execute(db);
  for (const row of counts.rows)
    if (isNewer(row, known.counts.get(row.country))) known.noteCount(row.country, row.available, millis(row));
  return {
    countries: lists.rows.map(millis)[0] ?? 0,
    counts: new Map(counts.rows.map((row) => [row.country, millis(row)])),
  };
}

/** The very same reading is not newer: here a sale may have been taken off it since. */
function isNewer(row: { read_at: string }, known: Reading<unknown> | undefined): boolean {
  return millis(row) > (known?.readAt ?? 0);
}

function millis(row: { read_at: string }): number {
  return new Date(row.read_at).getTime();
}

async function saveCountries(db: Sql, stock: string, { countries }: KnownStock, stored: Stored) {
  if (!countries || countries.readAt <= stored.countries) return;
  await sql`
    with listed as (
      insert into stocks as s (name, countries, read_at)
      values (${stock}, ${[...countries.value]}::text[], ${new Date(countries.readAt)})
      on conflict (name) do update set countries = excluded.countries, read_at = excluded.read_at
        where s.read_at < excluded.read_at
      returning countries
    )
    delete from stock_counts c using listed where c.stock = ${stock} and c.country <> all (listed.countries)
  `.execute(db);
}

async function saveCounts(db: Sql, stock: string, { counts }: KnownStock, stored: Stored) {
  const newer = [...counts].filter(([country, { readAt }]) => readAt > (stored.counts.get(country) ?? 0));
  if (newer.length === 0) return;
  await sql`
    insert into stock_counts as c (stock, country, available, read_at)
    select ${stock}, r.* from unnest(
      ${newer.map(([country]) => country)}::text[],
      ${newer.map(([, { value }]) => value)}::int[],
      ${newer.map(([, { readAt }]) => new Date(readAt))}::timestamptz[]
    ) as r (country, available, read_at)
    on conflict (stock, country) do update set available = excluded.available, read_at = excluded.read_at
      where c.read_at < excluded.read_at
  `.execute(db);
}
