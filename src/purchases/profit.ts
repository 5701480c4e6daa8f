import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  type NotNull,
  type SqlBool,
  sql,
} from 'kysely';
import { DAY_MS, firstIdAt, instantOfId } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { jsonText } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';

/** The most rows of a report; what is left out is added up in one more. */
const MAX_ROWS = 1_000;
/** Operations that one statement adds up: some tenths of a second of the database. */
const OPERATIONS_OF_STEP = 100_000;

export const PROFIT_GROUPS = ['upstream', 'product', 'reseller', 'day'] as const;
export type ProfitGroup = (typeof PROFIT_GROUPS)[number];

/** What is added up. Amounts are in micro-dollars. */
interface Sums {
  /** Operations that were settled. */
  sales: number;
  /** Operations that were refunded. */
  refunds: number;
  /** What was earned in money, less what the operator gave back of it; coins are no money. */
  revenue: Micros;
  /** What the operator gave back of settled operations. */
  givenBack: Micros;
  /** What of the revenue is that of sales whose cost is known. */
  knownRevenue: Micros;
  /** What the sales have cost, as far as that is known. */
  cost: Micros;
  /** What was paid for work that nobody paid us for, as far as that is known. */
  losses: Micros;
  unknownCostSales: number;
  unknownLosses: number;
}

export interface ProfitFigures extends Omit<Sums, 'knownRevenue'> {
  /** The revenue of the sales whose cost is known, less that cost and the losses. */
  profit: Micros;
  /** The profit in percent of the revenue of sales with a known cost; null without such revenue. */
  marginPercent: number | null;
  unknownCostRevenue: Micros;
}

export interface ProfitReport {
  rows: ({ name: string } & ProfitFigures)[];
  /** The groups that are not among the rows, if there are too many: the oldest days, or the least revenue. */
  others: ({ groups: number } & ProfitFigures) | null;
  total: ProfitFigures;
}

interface ProfitOptions {
  by: ProfitGroup;
  /** The beginning of the first UTC day of the report. */
  from: Date;
  /** The beginning of the first UTC day after the report. */
  to: Date;
  /** Called between two steps with the instant until which operations were read, as ISO 8601. */
  onProgress?: (progress: { operationsRead: number; readUntil: string }) => void;
}

/**
 * What was sold in some UTC days, and what it has cost. An operation belongs to the day in which it was
 * started, which its id says: so it belongs to one day, with its refund and its losses, and the report reads
 * the primary keys, step by step, and needs no index of its own. Throws InvalidRequestError.
 */
export async function readProfit(db: Sql, options: ProfitOptions): Promise<ProfitReport> {
  const { by, from, to, onProgress } = options;
  const groups = new Map<string, Sums>();
  const range = { after: firstIdAt(from), before: firstIdAt(to) };
  let operationsRead = 0;
  for (let after: string | undefined = range.after; after !== undefined; ) {
    const behind = await firstBehind(db, OPERATIONS_OF_STEP, { ...range, after });
    const step = { after, before: behind ?? range.before };
    for (const row of await readSales(db, by, step)) add(groups, row);
    after = behind;
    if (behind === undefined) continue;
    operationsRead += OPERATIONS_OF_STEP;
    onProgress?.({ operationsRead, readUntil: instantOfId(behind).toISOString() });
  }
  for (const row of await readWrittenOff(db, by, range)) add(groups, row);
  for (const row of await readGivenBack(db, by, range)) add(groups, row);
  return toReport(by, groups);
}

type Row = { name: string } & Partial<Sums>;

const eb = expressionBuilder<Tables>();

/** The UTC day of an operation's id, which begins with the time in milliseconds, in days since 1970. */
const STARTED_ON = sql<string>`(('x' || encode(substr(uuid_send(o.id), 1, 6), 'hex'))::bit(48)::bigint / ${sql.lit(DAY_MS)})::text`;

/** What an operation sold, as its request says. */
function nameOf(by: ProfitGroup): AliasableExpression<string> {
  switch (by) {
    case 'upstream':
      return sql.ref<string>('o.upstream');
    case 'product':
      return eb.fn<string>('concat_ws', [sql.lit('/'), sql.ref('o.tier'), sql.ref('o.type')]);
    case 'reseller':
      return eb.cast<string>(sql.ref('o.reseller_id'), 'text');
    case 'day':
      return STARTED_ON;
  }
}

async function readSales(db: Sql, by: ProfitGroup, range: IdRange): Promise<Row[]> {
  const rows = await db
    .selectFrom(workWhere(db, isIn(range)).as('o'))
    .select(nameOf(by).as('name'))
    .groupBy('name')
    .where('o.state', '<>', sql.lit('running' as const))
    .select(({ fn, eb, and }) => {
      const isSettled = eb('o.state', '=', sql.lit('settled' as const));
      const isKnown = eb('o.cost', 'is not', null);
      const isRefunded = eb('o.state', '=', sql.lit('refunded' as const));
      return [
        fn.countAll<number>().filterWhere(isSettled).as('sales'),
        fn.countAll<number>().filterWhere(isRefunded).as('refunds'),
        fn.sum<string | null>('o.amount').filterWhere(isSettled).as('revenue'),
        fn
          .sum<string | null>('o.amount')
          .filterWhere(and([isSettled, isKnown]))
          .as('known_revenue'),
        fn.sum<string | null>('o.cost').filterWhere(isSettled).as('cost'),
        fn.sum<string | null>('o.cost').filterWhere(isRefunded).as('losses'),
        fn
          .countAll<number>()
          .filterWhere(and([isSettled, eb('o.cost', 'is', null)]))
          .as('unknown_cost_sales'),
      ];
    })
    .execute();
  return rows.map((row) => ({
    name: row.name,
    sales: row.sales,
    refunds: row.refunds,
    revenue: BigInt(row.revenue ?? 0),
    knownRevenue: BigInt(row.known_revenue ?? 0),
    cost: BigInt(row.cost ?? 0),
    losses: BigInt(row.losses ?? 0),
    unknownCostSales: row.unknown_cost_sales,
  }));
}

/** The work of a row: the limit has it looked up for each, and not all of it read. */
function workOf(db: Sql, row: 'h' | 'c') {
  return workWhere(db, (id) => eb(id, '=', sql.ref<string>(`${row}.operation_id`))).limit(sql.lit(1));
}

/** What write-offs cost. They are few, so they are read at once. */
async function readWrittenOff(db: Sql, by: ProfitGroup, range: IdRange): Promise<Row[]> {
  const rows = await db
    .selectFrom('house_items as h')
    .where(({ ref }) => isIn(range)(ref('h.operation_id')))
    .innerJoinLateral(workOf(db, 'h').as('o'), (join) => join.onTrue())
    .select(nameOf(by).as('name'))
    .groupBy('name')
    .select(({ fn }) => fn.sum<string | null>('h.cost').as('losses'))
    .select(({ fn, eb }) =>
      fn
        .countAll<number>()
        .filterWhere(eb('h.cost', 'is', null))
        .as('unknown_losses'),
    )
    .execute();
  return rows.map(({ name, losses, unknown_losses: unknownLosses }) => ({
    name,
    losses: BigInt(losses ?? 0),
    unknownLosses,
  }));
}

/** What `operation refund` gave back. These rows are few: an operator gives back by hand. */
async function readGivenBack(db: Sql, by: ProfitGroup, range: IdRange): Promise<Row[]> {
  const rows = await db
    .selectFrom('corrections as c')
    .where(({ ref }) => isIn(range)(ref('c.operation_id')))
    .innerJoinLateral(workOf(db, 'c').as('o'), (join) => join.onTrue())
    .select(nameOf(by).as('name'))
    .groupBy('name')
    .where('c.kind', '=', sql.lit('operation_refund' as const))
    .select(({ fn, eb }) => [
      fn.sum<string>('c.amount').as('amount'),
      fn
        .sum<string | null>('c.amount')
        .filterWhere(eb('o.cost', 'is not', null))
        .as('known_amount'),
    ])
    .execute();
  return rows.map(({ name, amount, known_amount: known }) => ({
    name,
    revenue: -BigInt(amount),
    givenBack: BigInt(amount),
    knownRevenue: -BigInt(known ?? 0),
  }));
}

const NOTHING: Sums = {
  sales: 0,
  refunds: 0,
  revenue: 0n,
  givenBack: 0n,
  knownRevenue: 0n,
  cost: 0n,
  losses: 0n,
  unknownCostSales: 0,
  unknownLosses: 0,
};

function add(groups: Map<string, Sums>, { name, ...row }: Row): void {
  groups.set(name, plus(groups.get(name) ?? NOTHING, row));
}

function plus(sums: Sums, more: Partial<Sums>): Sums {
  return {
    sales: sums.sales + (more.sales ?? 0),
    refunds: sums.refunds + (more.refunds ?? 0),
    revenue: sums.revenue + (more.revenue ?? 0n),
    givenBack: sums.givenBack + (more.givenBack ?? 0n),
    knownRevenue: sums.knownRevenue + (more.knownRevenue ?? 0n),
    cost: sums.cost + (more.cost ?? 0n),
    losses: sums.losses + (more.losses ?? 0n),
    unknownCostSales: sums.unknownCostSales + (more.unknownCostSales ?? 0),
    unknownLosses: sums.unknownLosses + (more.unknownLosses ?? 0),
  };
}

function toReport(by: ProfitGroup, groups: ReadonlyMap<string, Sums>): ProfitReport {
  const sorted = [...groups].sort(([name, one], [otherName, other]) => {
    if (by === 'day') return Number(name) - Number(otherName);
    if (one.revenue !== other.revenue) return one.revenue < other.revenue ? 1 : -1;
    return name < otherName ? -1 : 1;
  });
  const first = by === 'day' ? Math.max(0, sorted.length - MAX_ROWS) : 0;
  const shown = sorted.slice(first, first + MAX_ROWS);
  const hidden = [...sorted.slice(0, first), ...sorted.slice(first + MAX_ROWS)].map(([, sums]) => sums);
  return {
    rows: shown.map(([name, sums]) => ({
      name: by === 'day' ? nameOfDay(Number(name)) : name,
      ...toFigures(sums),
    })),
    others:
      hidden.length === 0 ? null : { groups: hidden.length, ...toFigures(hidden.reduce(plus, NOTHING)) },
    total: toFigures([...groups.values()].reduce(plus, NOTHING)),
  };
}

/** Such as `2026-11-01`, of days since 1970. */
function nameOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function toFigures({ knownRevenue, ...sums }: Sums): ProfitFigures {
  const profit = knownRevenue - sums.cost - sums.losses;
  return {
    ...sums,
    profit,
    marginPercent: knownRevenue === 0n ? null : Number((profit * 1_000n) / knownRevenue) / 10,
    unknownCostRevenue: sums.revenue - knownRevenue,
  };
}

/** The first id, and the one behind the last. */
interface IdRange {
  after: string;
  before: string;
}

/**
 * The operation of the range behind the first so many; undefined when it has no more. Each table is read in
 * its own order so far: for both together the planner would sort all of them.
 */
async function firstBehind(db: Sql, count: number, range: IdRange): Promise<string | undefined> {
  const operations = db
    .selectFrom('operations')
    .select('id')
    .where(({ ref }) => isIn(range)(ref('id')))
    .orderBy('id')
    .limit(sql.lit(count + 1));
  const deleted = db
    .selectFrom('charged_work')
    .select('operation_id as id')
    .where(({ ref }) => isIn(range)(ref('operation_id')))
    .orderBy('operation_id')
    .limit(sql.lit(count + 1));
  const found = await db
    .selectFrom(operations.as('o'))
    .selectAll()
    .unionAll(db.selectFrom(deleted.as('d')).selectAll())
    .orderBy('id')
    .offset(sql.lit(count))
    .limit(sql.lit(1))
    .executeTakeFirst();
  return found?.id;
}

/** Whether the operation of this id is of the range. */
function isIn({ after, before }: IdRange) {
  return (id: Expression<string>) => eb.and([eb(id, '>=', after), eb(id, '<', before)]);
}

/** What was charged for: operations, and what is kept of those that were deleted. */
function workWhere(db: Sql, isWanted: (id: Expression<string>) => Expression<SqlBool>) {
  const asked = (field: 'upstream' | 'tier' | 'type') => jsonText(sql.ref('request'), field).as(field);
  return db
    .selectFrom('operations')
    .select(['id', 'reseller_id', 'order_id', 'state', 'amount', 'cost'])
    .select([asked('upstream'), asked('tier'), asked('type')])
    .where(({ ref }) => isWanted(ref('id')))
    .unionAll(
      db
        .selectFrom('charged_work')
        .select(['operation_id as id', 'reseller_id', 'order_id', 'state', 'amount', 'cost'])
        .select(['upstream', 'tier', 'type'])
        .where(({ ref }) => isWanted(ref('operation_id')))
        .$narrowType<{ state: NotNull; amount: NotNull }>(),
    );
}
