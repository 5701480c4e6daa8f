import { sql } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import type { KnownStock, Reading } from './known-stock.ts';

/** When something was read: by the database's clock, and how many milliseconds ago that was by the same clock. */
interface Stored {
  read_at: string;
  age: number;
}

/**
 * Takes over what any process has read later than this one, and writes down what this one has read. What is later is told by the
 * database's clock, which all processes share: to one whose own is ahead, or behind, nothing that others read would be worth anything,
 * or everything.
 */
export async function exchangeReadings(
  db: Sql,
  stock: string,
  known: KnownStock,
  clock: Clock,
): Promise<void> {
  await loadReadings(db, stock, known, clock);
  await saveCountries(db, stock, known, clock);
  await saveCounts(db, stock, known, clock);
}

/** What is as if it were read in the future was written under another clock, and is read again. */
const BELIEVED = sql`read_at <= clock_timestamp()`;
const AGE = sql`(extract(epoch from clock_timestamp() - read_at) * 1000)::float8 as age`;

/** Takes over what any process has read later than this one. */
export async function loadReadings(db: Sql, stock: string, known: KnownStock, clock: Clock): Promise<void> {
  const lists = await sql<Stored & { countries: string[] }>`
    select countries, read_at, ${AGE} from stocks where name = ${stock} and ${BELIEVED}`.execute(db);
  const now = clock.now().getTime();
  for (const row of lists.rows)
    if (isNewer(row, known.countries, now)) known.noteCountries(row.countries, now - row.age, storedAt(row));
  const counts = await sql<Stored & { country: string; available: number }>`
    select country, available, read_at, ${AGE} from stock_counts where stock = ${stock} and ${BELIEVED}`.execute(
    db,
  );
  const then = clock.now().getTime();
  for (const row of counts.rows)
    if (isNewer(row, known.counts.get(row.country), then))
      known.noteCount(row.country, row.available, then - row.age, storedAt(row));
}

/** The very same reading is not newer: here a sale may have been taken off it since. */
function isNewer(row: Stored, known: Reading<unknown> | undefined, now: number): boolean {
  if (!known) return true;
  return known.storedAt === undefined ? now - row.age > known.readAt : storedAt(row) > known.storedAt;
}

function storedAt(row: { read_at: string }): number {
  return new Date(row.read_at).getTime();
}

async function saveCountries(db: Sql, stock: string, known: KnownStock, clock: Clock): Promise<void> {
  const { countries } = known;
  if (!countries || countries.storedAt !== undefined) return;
  const { rows } = await sql<{ read_at: string }>`
    with listed as (
      insert into stocks as s (name, countries, read_at)
      values (${stock}, ${[...countries.value]}::text[],
        clock_timestamp() - make_interval(secs => ${secondsSince(countries.readAt, clock)}))
      on conflict (name) do update set countries = excluded.countries, read_at = excluded.read_at
        where s.read_at < excluded.read_at or s.read_at > clock_timestamp()
      returning countries, read_at
    ), gone as (
      delete from stock_counts c using listed where c.stock = ${stock} and c.country <> all (listed.countries)
    )
    select read_at from listed
  `.execute(db);
  for (const row of rows) known.noteCountriesStored(countries.readAt, storedAt(row));
}

async function saveCounts(db: Sql, stock: string, known: KnownStock, clock: Clock): Promise<void> {
  const unsaved = new Map([...known.counts].filter(([, reading]) => reading.storedAt === undefined));
  if (unsaved.size === 0) return;
  const readings = [...unsaved.values()];
  const { rows } = await sql<{ country: string; read_at: string }>`
    insert into stock_counts as c (stock, country, available, read_at)
    select ${stock}, r.country, r.available, clock_timestamp() - make_interval(secs => r.age) from unnest(
      ${[...unsaved.keys()]}::text[],
      ${readings.map(({ value }) => value)}::int[],
      ${readings.map(({ readAt }) => secondsSince(readAt, clock))}::float8[]
    ) as r (country, available, age)
    on conflict (stock, country) do update set available = excluded.available, read_at = excluded.read_at
      where c.read_at < excluded.read_at or c.read_at > clock_timestamp()
    returning country, read_at
  `.execute(db);
  for (const row of rows) {
    const reading = unsaved.get(row.country);
    if (reading) known.noteCountStored(row.country, reading.readAt, storedAt(row));
  }
}

function secondsSince(readAt: number, clock: Clock): number {
  return Math.max(0, clock.now().getTime() - readAt) / 1_000;
}
