import { sql } from 'kysely';
import { MOVEMENT_KINDS, type MovementKind } from '../billing/ledger.ts';
import { KINDS, movementsWithin } from '../billing/movements.ts';
import { lastPeriods, type Period, periodBefore } from '../billing/spending.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import { withWork } from './account-statement.ts';

/** The longest period that is added up: a leap year, with a change of the clocks. */
export const MAX_SUMMED_DAYS = 366;
/** Movements that one step adds up: some hundredths of a second of the database. */
const MOVEMENTS_OF_STEP = 5_000;
/** What is bought, and what of it came back. */
const SPENDING: ReadonlySet<MovementKind> = new Set([
  'purchase',
  'renewal',
  'traffic',
  'refund',
  'operation_refund',
]);

/** Movements of a period, and their sum as the statement has it: negative when it was taken. */
export interface Sum {
  movements: number;
  amount: Micros;
  /** In the period before. */
  previous: Micros;
}

export interface StatementSums extends Period {
  before: Period;
  spent: Sum;
  /** Of charges and what came back of them, what cost most first. */
  byProduct: (Sum & { tier: string; type: string })[];
  byCountry: (Sum & { country: string })[];
  /** Of all movements. */
  byKind: (Sum & { kind: MovementKind })[];
}

interface Asked {
  from?: Date | undefined;
  /** Not included. */
  to?: Date | undefined;
  timeZone: string;
}

/**
 * A statement added up for a period, last month when left out, and for the one that it is compared with. Days
 * that are over come from their sums, the rest, two days at the most once they are kept, from the statement.
 * Throws InvalidRequestError.
 */
export async function readStatementSums(
  db: Sql,
  resellerId: number,
  { from, to, timeZone }: Asked,
  now: Date,
): Promise<StatementSums> {
  const [lastMonth] = lastPeriods('month', 2, now, timeZone);
  const end = to ?? (from ? now : (lastMonth?.to ?? now));
  const begin = from ?? lastPeriods('month', 2, new Date(end.getTime() - 1), timeZone)[1]?.from ?? end;
  if (begin > end) throw new InvalidRequestError([{ path: ['to'], message: 'must not be before "from"' }]);
  if (end.getTime() - begin.getTime() > MAX_SUMMED_DAYS * DAY_MS + DAY_MS / 24) {
    const message = `must be at most ${MAX_SUMMED_DAYS} days before the end of the period`;
    throw new InvalidRequestError([{ path: ['from'], message }]);
  }
  const period = { from: begin, to: end };
  const before = periodBefore(period, timeZone);
  const [kept] = await selectKept(db, { resellerId });
  const [rows, earlier] = await Promise.all(
    [period, before].map((one) => selectSums(db, { resellerId, ...partsOf(one, kept?.until) })),
  );
  const all = [
    ...(rows ?? []).map((row) => ({
      ...row,
      sum: { movements: Number(row.movements), amount: BigInt(row.amount), previous: 0n },
    })),
    ...(earlier ?? []).map((row) => ({
      ...row,
      sum: { movements: 0, amount: 0n, previous: BigInt(row.amount) },
    })),
  ];
  const spending = all.filter(({ kind }) => SPENDING.has(kind));
  return {
    ...period,
    before,
    spent: spending.reduce((total, { sum }) => added(total, sum), NONE),
    byProduct: grouped(spending, ({ tier, type }) => ({ tier, type })),
    byCountry: grouped(spending, ({ country }) => ({ country })),
    byKind: grouped(all, ({ kind }) => ({ kind })).sort(
      (a, b) => MOVEMENT_KINDS.indexOf(a.kind) - MOVEMENT_KINDS.indexOf(b.kind),
    ),
  };
}

const NONE: Sum = { movements: 0, amount: 0n, previous: 0n };

function added(a: Sum, b: Sum): Sum {
  return {
    movements: a.movements + b.movements,
    amount: a.amount + b.amount,
    previous: a.previous + b.previous,
  };
}

/** By what `nameOf` takes of each row, the most that was taken first. */
function grouped<Row extends { sum: Sum }, Name extends object>(
  rows: readonly Row[],
  nameOf: (row: Row) => Name,
): (Sum & Name)[] {
  const groups = new Map<string, Sum & Name>();
  for (const row of rows) {
    const name = nameOf(row);
    const key = JSON.stringify(name);
    groups.set(key, { ...name, ...added(groups.get(key) ?? NONE, row.sum) });
  }
  return [...groups.values()].sort((a, b) => Number(a.amount - b.amount) || Number(a.previous - b.previous));
}

/** Which days of a period are kept; all of it is read from the statement when it has no such day. */
function partsOf({ from, to }: Period, until: Date | undefined) {
  const first = Math.ceil(from.getTime() / DAY_MS) * DAY_MS;
  const last = Math.floor(Math.min(to.getTime(), until?.getTime() ?? 0) / DAY_MS) * DAY_MS;
  const [keptFrom, keptTo] = first < last ? [new Date(first), new Date(last)] : [to, to];
  const [begin, firstKept, lastKept, end] = [from, keptFrom, keptTo, to].map((at) => at.toISOString());
  return { from: begin, keptFrom: firstKept, keptTo: lastKept, to: end } as Parts;
}

interface Parts {
  from: string;
  keptFrom: string;
  keptTo: string;
  to: string;
}

const selectKept = statement<{ resellerId: number }>()((db, { resellerId }) =>
  db.selectFrom('summed_statements').select('until').where('reseller_id', '=', resellerId),
);

interface SumRow {
  kind: MovementKind;
  tier: string;
  type: string;
  country: string;
  movements: number | bigint;
  amount: number | bigint;
}

const selectSums = statement<{ resellerId: number } & Parts>()((db, at) => {
  const { resellerId } = at;
  const begin = movementsWithin({ resellerId, from: at.from, before: at.keptFrom });
  const end = movementsWithin({ resellerId, from: at.keptTo, before: at.to });
  return sql<SumRow>`
    select kind, tier, type, country, sum(movements)::bigint as movements, sum(amount)::bigint as amount from (
      select kind, tier, type, country, movements, amount from statement_days
      where reseller_id = ${resellerId} and day >= ${at.keptFrom}::timestamptz and day < ${at.keptTo}::timestamptz
      union all
      select kind, coalesce(tier, ''), coalesce(type, ''), coalesce(country, ''), 1, amount
      from ${withWork(db, sql`(${begin} union all ${end})`).clearOrderBy()} m
    ) s group by kind, tier, type, country`;
});

interface DueStep {
  resellerId: number;
  /** Instants as texts, with microseconds: what is kept, null for nothing, and the end of the step. */
  until: string | null;
  to: string;
}

/**
 * The next movements to be added up. Those of an account are written in the order of their instants, so what
 * came before the day of its newest one is final.
 */
const findDueStep = statement<object>()(
  () => sql<DueStep>`
    select a.reseller_id as "resellerId", s.until::text, coalesce(behind.created_at, newest.day)::text as to
    from accounts a
    left join summed_statements s on s.reseller_id = a.reseller_id
    cross join lateral (select date_trunc('day', a.moved_at, 'UTC') as day) newest
    left join lateral (
      select early.created_at from ${sql.raw(KINDS)}
      cross join lateral (
        select l.created_at from ledger l
        where l.reseller_id = a.reseller_id and l.kind = kinds.kind
          and l.created_at >= coalesce(s.until, '-infinity') and l.created_at < newest.day
        order by l.created_at limit ${sql.lit(MOVEMENTS_OF_STEP + 1)}
      ) early
      order by early.created_at offset ${sql.lit(MOVEMENTS_OF_STEP)} limit 1
    ) behind on true
    where newest.day > coalesce(s.until, '-infinity')
    order by a.reseller_id limit 1`,
);

/** Of two at once only one moves the mark, and the other adds nothing. */
const sumStep = statement<DueStep>()((db, { resellerId, until, to }) => {
  const from = sql<string>`coalesce(${until}::timestamptz, '-infinity')`;
  return sql`
    with marked as (
      insert into summed_statements as s (reseller_id, until) values (${resellerId}, ${to}::timestamptz)
      on conflict (reseller_id) do update set until = excluded.until where s.until = ${until}::timestamptz
      returning s.reseller_id
    )
    insert into statement_days as d (reseller_id, day, kind, tier, type, country, movements, amount)
    select marked.reseller_id, date_trunc('day', to_timestamp(m.position / 1000000), 'UTC'), m.kind,
      coalesce(m.tier, ''), coalesce(m.type, ''), coalesce(m.country, ''), count(*), sum(m.amount)
    from marked
    cross join ${withWork(db, movementsWithin({ resellerId, from, before: to })).clearOrderBy()} m
    group by 1, 2, 3, 4, 5, 6
    on conflict (reseller_id, day, kind, tier, type, country) do update
      set movements = d.movements + excluded.movements, amount = d.amount + excluded.amount`;
});

/** Adds up some more movements of days that are over. Returns of how many resellers: 1, or 0 when all are. */
export async function sumFinalDays(db: Sql): Promise<number> {
  const [due] = await findDueStep(db, {});
  if (!due) return 0;
  await sumStep(db, due);
  return 1;
}
