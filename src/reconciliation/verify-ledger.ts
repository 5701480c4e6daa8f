import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { GOODS_CHECKS } from './goods-checks.ts';
import { LEDGER_CHECKS } from './ledger-checks.ts';
import { WORK_CHECKS } from './work-checks.ts';

const CHECKS = [...LEDGER_CHECKS, ...GOODS_CHECKS, ...WORK_CHECKS];

/** Reading a ledger of many millions of lines takes longer than any request may. */
const STATEMENT_LIMIT = '10min';
/** Problems that one check lists: a fault in a program shows in the first, and there may be a million like it. */
const MAX_PROBLEMS_LISTED = 20;

export interface LedgerReport {
  /** 0 when everything adds up. */
  problemCount: number;
  /** The first ones of each kind. */
  problems: LedgerProblem[];
  resellers: number;
  transfers: number;
  operations: number;
  /** All that was ever topped up; it is now on balances, in flight or earned. */
  toppedUp: Micros;
  balances: Micros;
  /** The charges of operations that still run. */
  inFlight: Micros;
  revenue: Micros;
}

export interface LedgerProblem {
  problem: string;
  resellerId: number;
  operationId: string | null;
  /** Null where there should be nothing, and for a problem that is not one of money; so is `found`. */
  expected: Micros | null;
  found: Micros | null;
}

interface ProblemRow {
  reseller_id: string;
  operation_id: string | null;
  expected?: string | null;
  found?: string | null;
  count: string;
}

/**
 * Checks every balance, ledger line and charged operation, and what was delivered, against each other, at one instant, beside a
 * running service.
 */
export async function verifyLedger(database: Database): Promise<LedgerReport> {
  return database.snapshot(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(STATEMENT_LIMIT)}`.execute(tx);
    const problems: LedgerProblem[] = [];
    let problemCount = 0;
    for (const { problem, rows: faulty } of CHECKS) {
      const { rows } = await sql<ProblemRow>`
        select *, count(*) over () from (${faulty}) faulty
        order by reseller_id, operation_id limit ${MAX_PROBLEMS_LISTED}`.execute(tx);
      problems.push(...rows.map((row) => toProblem(problem, row)));
      problemCount += Number(rows[0]?.count ?? 0);
    }
    return { problemCount, problems, ...(await readTotals(tx)) };
  });
}

function toProblem(problem: string, row: ProblemRow): LedgerProblem {
  return {
    problem,
    resellerId: Number(row.reseller_id),
    operationId: row.operation_id,
    expected: toMicros(row.expected),
    found: toMicros(row.found),
  };
}

function toMicros(amount: string | null | undefined): Micros | null {
  return amount == null ? null : BigInt(amount);
}

async function readTotals(tx: Sql): Promise<Omit<LedgerReport, 'problemCount' | 'problems'>> {
  const { rows } = await sql<Record<string, string>>`
    select (select count(*) from resellers) as resellers, (select count(*) from operations) as operations,
      (select coalesce(sum(balance), 0) from accounts) as balances, lines.*
    from (
      select count(*) as transfers,
        coalesce(sum(amount) filter (where debit = 'outside'), 0) as topped_up,
        coalesce(sum(amount) filter (where credit = 'revenue'), 0) as revenue,
        coalesce(sum(case when credit = 'in_flight' then amount when debit = 'in_flight' then -amount end), 0) as in_flight
      from transfers) lines`.execute(tx);
  const total = (name: string) => BigInt(rows[0]?.[name] ?? 0);
  return {
    resellers: Number(total('resellers')),
    transfers: Number(total('transfers')),
    operations: Number(total('operations')),
    toppedUp: total('topped_up'),
    balances: total('balances'),
    inFlight: total('in_flight'),
    revenue: total('revenue'),
  };
}
