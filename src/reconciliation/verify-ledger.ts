import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { Discrepancy } from './check.ts';
import { COIN_CHECKS } from './coin-checks.ts';
import { GOODS_CHECKS } from './goods-checks.ts';
import { LEDGER_CHECKS } from './ledger-checks.ts';
import { PAYMENT_CHECKS } from './payment-checks.ts';
import { STATEMENT_CHECKS } from './statement-checks.ts';
import { WORK_CHECKS } from './work-checks.ts';

const CHECKS = [
  ...LEDGER_CHECKS,
  ...STATEMENT_CHECKS,
  ...COIN_CHECKS,
  ...PAYMENT_CHECKS,
  ...GOODS_CHECKS,
  ...WORK_CHECKS,
];

/** Reading a ledger of many millions of transfers takes longer than any request may. */
const STATEMENT_LIMIT = '10min';
/**
 * How many problems of one check are listed. A bug shows in the first ones, and there may be a million like
 * them.
 */
const MAX_PROBLEMS_LISTED = 20;

export interface LedgerReport {
  /** 0 when everything agrees. */
  problemCount: number;
  /** The first problems of each check. */
  problems: LedgerProblem[];
  resellers: number;
  transfers: number;
  operations: number;
  /**
   * The sum of all top-ups, less the payments that were given back. It equals the sum of the balances, the
   * charges in flight and the revenue.
   */
  toppedUp: Micros;
  balances: Micros;
  /** The charges of operations that are running. */
  inFlight: Micros;
  revenue: Micros;
  /** The sum of the balances of coins. */
  coins: number;
}

interface LedgerProblem {
  problem: string;
  resellerId: number;
  operationId: string | null;
  /** Null where there should be nothing, and when the problem is not about money; so is `found`. */
  expected: Micros | null;
  found: Micros | null;
}

/**
 * Checks all balances, transfers, payments, charged operations and what was delivered against each other, as
 * of one instant, beside a running service.
 */
export async function verifyLedger(database: Database): Promise<LedgerReport> {
  return database.snapshot(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(STATEMENT_LIMIT)}`.execute(tx);
    const problems: LedgerProblem[] = [];
    let problemCount = 0;
    for (const { problem, discrepancies } of CHECKS) {
      const rows = await tx
        .selectFrom(discrepancies(tx).as('discrepancies'))
        .selectAll()
        .select((eb) => eb.fn.countAll<number>().over().as('count'))
        .orderBy('reseller_id')
        .orderBy('operation_id')
        .limit(MAX_PROBLEMS_LISTED)
        .execute();
      problems.push(...rows.map((fault) => toProblem(problem, fault)));
      problemCount += rows[0]?.count ?? 0;
    }
    return { problemCount, problems, ...(await readTotals(tx)) };
  });
}

function toProblem(
  problem: string,
  { reseller_id, operation_id, expected, found }: Discrepancy,
): LedgerProblem {
  return {
    problem,
    resellerId: Number(reseller_id),
    operationId: operation_id,
    expected: toMicros(expected),
    found: toMicros(found),
  };
}

function toMicros(amount: Discrepancy['expected']): Micros | null {
  return amount == null ? null : BigInt(amount);
}

async function readTotals(tx: Sql): Promise<Omit<LedgerReport, 'problemCount' | 'problems'>> {
  const totals = await tx
    .selectFrom('ledger')
    .select(({ eb, fn, selectFrom }) => [
      selectFrom('resellers').select(fn.countAll<number>().as('count')).as('resellers'),
      selectFrom('operations').select(fn.countAll<number>().as('count')).as('operations'),
      selectFrom('accounts')
        .select((accounts) => accounts.fn.sum<string | null>('balance').as('sum'))
        .as('balances'),
      selectFrom('coin_accounts')
        .select((accounts) => accounts.fn.sum<string | null>('balance').as('sum'))
        .as('coins'),
      fn.countAll<number>().as('transfers'),
      fn
        .sum<string | null>(
          eb
            .case()
            .when('debit', '=', 'outside')
            .then(eb.ref('amount'))
            .when('credit', '=', 'outside')
            .then(eb.neg(eb.ref('amount')))
            .end(),
        )
        .as('topped_up'),
      fn.sum<string | null>('amount').filterWhere('credit', '=', 'revenue').as('revenue'),
      fn
        .sum<string | null>(
          eb
            .case()
            .when('credit', '=', 'in_flight')
            .then(eb.ref('amount'))
            .when('debit', '=', 'in_flight')
            .then(eb.neg(eb.ref('amount')))
            .end(),
        )
        .as('in_flight'),
    ])
    .executeTakeFirstOrThrow();
  return {
    resellers: totals.resellers ?? 0,
    transfers: totals.transfers,
    operations: totals.operations ?? 0,
    toppedUp: BigInt(totals.topped_up ?? 0),
    balances: BigInt(totals.balances ?? 0),
    inFlight: BigInt(totals.in_flight ?? 0),
    revenue: BigInt(totals.revenue ?? 0),
    coins: Number(totals.coins ?? 0),
  };
}
