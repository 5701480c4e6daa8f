import { sql } from 'kysely';
import type { MovementKind } from '../billing/ledger.ts';
import { movementsWithin } from '../billing/movements.ts';
import { type Period, periodBefore, startOfMonth } from '../billing/spending.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import { withWork } from './account-statement.ts';

/** The longest period that is added up: a leap year. */
export const MAX_SUMMED_DAYS = 366;
/** The most movements of a period and the one before it together, which take the database a second. */
export const MAX_SUMMED = 100_000;

/** Movements that have a product, a country or a kind in common; what they have not is null. */
export interface Sum {
  tier: string | null;
  type: string | null;
  country: string | null;
  kind: MovementKind | null;
  movements: number;
  /** As the statement has it: negative when it was taken. */
  amount: Micros;
  /** In the period before. */
  previous: Micros;
}

export interface StatementSums extends Period {
  before: Period;
  /** What cost most first. Only what is charged, or came back of it, has a product and a country. */
  byProduct: Sum[];
  byCountry: Sum[];
  byKind: Sum[];
}

/** Sums of a period, last month when left out, beside the one before. Throws InvalidRequestError. */
export async function readStatementSums(
  db: Sql,
  resellerId: number,
  { timeZone, ...asked }: { from?: Date | undefined; to?: Date | undefined; timeZone: string },
  now: Date,
): Promise<StatementSums> {
  const to = asked.to ?? (asked.from ? now : startOfMonth(now, timeZone));
  const from = asked.from ?? startOfMonth(new Date(to.getTime() - 1), timeZone);
  const refuse = (message: string) => new InvalidRequestError([{ path: ['from'], message }]);
  if (from > to) throw refuse('must not be after the end of the period');
  if (to.getTime() - from.getTime() > MAX_SUMMED_DAYS * DAY_MS)
    throw refuse(`must be at most ${MAX_SUMMED_DAYS} days before the end: ask for a shorter period`);
  const before = periodBefore({ from, to }, timeZone);
  const rows = await selectSums(db, {
    resellerId,
    since: from.getTime() * 1_000,
    begins: [before.from, from],
    ends: [before.to, to],
    // One more than are added up: it shows whether there are more.
    rows: MAX_SUMMED + 1,
  });
  const summed = rows.reduce((count, { kind, all }) => count + (kind ? Number(all) : 0), 0);
  if (summed > MAX_SUMMED)
    throw refuse(
      `must be later: the period and the one before have more than ${MAX_SUMMED} movements; ask for a shorter one`,
    );
  const sums = rows.map(({ all: _all, movements, amount, previous, ...of }) => ({
    ...of,
    movements: Number(movements),
    amount: BigInt(amount),
    previous: BigInt(previous),
  }));
  return {
    from,
    to,
    before,
    byProduct: sums.filter(({ tier }) => tier),
    byCountry: sums.filter(({ country }) => country),
    byKind: sums.filter(({ kind }) => kind),
  };
}

interface SumRow extends Omit<Sum, 'movements' | 'amount' | 'previous'> {
  /** Of both periods. */
  all: number | bigint;
  movements: number | bigint;
  amount: number | bigint;
  previous: number | bigint;
}

interface Ranges {
  resellerId: number;
  /** The position at which the period begins, and when both begin and end. */
  since: number;
  begins: readonly Date[];
  ends: readonly Date[];
  rows: number;
}

const selectSums = statement<Ranges>()(
  (db, ranges) => sql<SumRow>`
    select tier, type, country, kind, count(*) as all,
      count(*) filter (where position >= ${ranges.since}::bigint) as movements,
      coalesce(sum(amount) filter (where position >= ${ranges.since}::bigint), 0)::bigint as amount,
      coalesce(sum(amount) filter (where position < ${ranges.since}::bigint), 0)::bigint as previous
    from ${withWork(db, movementsWithin(ranges)).clearOrderBy()} m
    group by grouping sets ((tier, type), (country), (kind)) order by amount, previous`,
);
