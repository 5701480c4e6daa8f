import { type Expression, sql } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { insertSelect, statement } from '../kit/statement.ts';
import type { KnownStock, StockReading } from './known-stock.ts';

/**
 * When something was read, by the database's clock, and how many milliseconds ago that is by the same clock.
 */
interface Stored {
  read_at: Date;
  age: number;
}

/**
 * Takes from the database what another process has read later, and stores what this process has read. Which
 * reading is later is decided by the database's clock, since all processes share it. If each process compared
 * by its own clock, one whose clock is wrong would take none of the others' readings, or all of them.
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

const NOW = sql<Date>`clock_timestamp()`;
const ageOf = (readAt: Expression<Date>) =>
  sql<number>`(extract(epoch from ${NOW} - ${readAt}) * 1000)::float8`.as('age');

// A reading that is later than the database's present time was stored by another clock. It is ignored, so
// that the stock is read again.
const readCountries = statement<{ stock: string }>()((db, { stock }) =>
  db
    .selectFrom('stocks')
    .select(({ ref }) => ['countries', 'read_at', ageOf(ref('read_at'))])
    .where('name', '=', stock)
    .where('read_at', '<=', NOW),
);
const readCounts = statement<{ stock: string }>()((db, { stock }) =>
  db
    .selectFrom('stock_counts')
    .select(({ ref }) => ['country', 'available', 'read_at', ageOf(ref('read_at'))])
    .where('stock', '=', stock)
    .where('read_at', '<=', NOW),
);

/** Takes from the database what another process has read later than this one. */
export async function loadReadings(db: Sql, stock: string, known: KnownStock, clock: Clock): Promise<void> {
  const lists = await readCountries(db, { stock });
  const now = clock.now().getTime();
  for (const row of lists)
    if (isNewer(row, known.countries, now)) known.noteCountries(row.countries, now - row.age, storedAt(row));
  const counts = await readCounts(db, { stock });
  const then = clock.now().getTime();
  for (const row of counts)
    if (isNewer(row, known.counts.get(row.country), then))
      known.noteCount(row.country, row.available, then - row.age, storedAt(row));
}

/** The same reading is not newer: this process may have subtracted a sale from it since. */
function isNewer(row: Stored, known: StockReading<unknown> | undefined, now: number): boolean {
  if (!known) return true;
  return known.storedAt === undefined ? now - row.age > known.readAt : storedAt(row) > known.storedAt;
}

function storedAt(row: { read_at: Date }): number {
  return row.read_at.getTime();
}

async function saveCountries(db: Sql, stock: string, known: KnownStock, clock: Clock): Promise<void> {
  const { countries } = known;
  if (!countries || countries.storedAt !== undefined) return;
  const rows = await db
    .with('listed', (listed) =>
      listed
        .insertInto('stocks')
        .values({
          name: stock,
          countries: [...countries.value],
          read_at: sql<Date>`${NOW} - make_interval(secs => ${secondsSince(countries.readAt, clock)})`,
        })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet((eb) => ({
              countries: eb.ref('excluded.countries'),
              read_at: eb.ref('excluded.read_at'),
            }))
            .where((eb) =>
              eb.or([eb('stocks.read_at', '<', eb.ref('excluded.read_at')), eb('stocks.read_at', '>', NOW)]),
            ),
        )
        .returning(['countries', 'read_at']),
    )
    .with('gone', (gone) =>
      gone
        .deleteFrom('stock_counts as c')
        .using('listed')
        .where('c.stock', '=', stock)
        .where(({ ref }) => sql<boolean>`${ref('c.country')} <> all (${ref('listed.countries')})`),
    )
    .selectFrom('listed')
    .select('read_at')
    .execute();
  for (const row of rows) known.noteCountriesStored(countries.readAt, storedAt(row));
}

interface Counted {
  country: string;
  available: number;
  /** In seconds. */
  age: number;
}

async function saveCounts(db: Sql, stock: string, known: KnownStock, clock: Clock): Promise<void> {
  const unsaved = new Map([...known.counts].filter(([, reading]) => reading.storedAt === undefined));
  if (unsaved.size === 0) return;
  const readings = [...unsaved.values()];
  const countries = sql<string[]>`${[...unsaved.keys()]}::text[]`;
  const counts = sql<number[]>`${readings.map(({ value }) => value)}::int[]`;
  const ages = sql<number[]>`${readings.map(({ readAt }) => secondsSince(readAt, clock))}::float8[]`;
  const counted = sql<Counted>`unnest(${countries}, ${counts}, ${ages})`;
  const rows = await insertSelect(
    db.insertInto('stock_counts'),
    db.selectFrom(counted.as<'r'>(sql`r (country, available, age)`)),
    ({ ref }) => ({
      stock,
      country: ref('r.country'),
      available: ref('r.available'),
      read_at: sql<Date>`${NOW} - make_interval(secs => ${ref('r.age')})`,
    }),
  )
    .onConflict((conflict) =>
      conflict
        .columns(['stock', 'country'])
        .doUpdateSet((eb) => ({
          available: eb.ref('excluded.available'),
          read_at: eb.ref('excluded.read_at'),
        }))
        .where((eb) =>
          eb.or([
            eb('stock_counts.read_at', '<', eb.ref('excluded.read_at')),
            eb('stock_counts.read_at', '>', NOW),
          ]),
        ),
    )
    .returning(['country', 'read_at'])
    .execute();
  for (const row of rows) {
    const reading = unsaved.get(row.country);
    if (reading) known.noteCountStored(row.country, reading.readAt, storedAt(row));
  }
}

function secondsSince(readAt: number, clock: Clock): number {
  return Math.max(0, clock.now().getTime() - readAt) / 1_000;
}
