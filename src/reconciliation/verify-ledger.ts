import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { ALL_BOOKS, type Books, UNVERIFIED_BOOKS } from './check.ts';
import {
  addSums,
  type Checkpoint,
  CURRENT_POINTS,
  entriesAfter,
  moveCheckpoint,
  readNewest,
  readPoints,
  sumsOf,
  VERIFIED_POINTS,
  type Verification,
} from './checkpoint.ts';
import { GOODS_CHECKS } from './goods-checks.ts';
import { LEDGER_CHECKS } from './ledger-checks.ts';
import { PAYMENT_CHECKS } from './payment-checks.ts';
import { findUnverified, readTables } from './unverified.ts';
import { WORK_CHECKS } from './work-checks.ts';

export const CHECKS = [...LEDGER_CHECKS, ...PAYMENT_CHECKS, ...GOODS_CHECKS, ...WORK_CHECKS];

/** Reading a ledger of many millions of transfers takes longer than any request may. */
const STATEMENT_LIMIT = '10min';
/**
 * How many problems of one check are listed. A bug shows in the first ones, and there may be a million like
 * them.
 */
const MAX_PROBLEMS_LISTED = 20;

export interface LedgerReport {
  /**
   * As of when the verification before has read, behind which this one has; null when it has read everything.
   */
  since: Date | null;
  /** Transfers that were read: what is new, and what belongs to it. */
  transfersRead: number;
  /** Whether the next verification may begin here. It may not where something does not agree. */
  hasMovedCheckpoint: boolean;
  problemCount: number;
  /** The first problems of each check. */
  problems: LedgerProblem[];
  resellers: number;
  transfers: number;
  /** Operations that were ever charged. */
  operations: number;
  /**
   * The sum of all top-ups, less the payments that were given back. With what was adjusted it equals the sum
   * of the balances, the charges in flight and the revenue.
   */
  toppedUp: Micros;
  /** What the operator has added to balances, less what it has taken from them. */
  adjusted: Micros;
  balances: Micros;
  /** The charges of operations that are running. */
  inFlight: Micros;
  /** What was earned, less what was given back of it. */
  revenue: Micros;
  /** The sum of the balances of coins. */
  coins: number;
}

export interface LedgerProblem {
  problem: string;
  resellerId: number;
  operationId: string | null;
  /** Null where there should be nothing, and when the problem is not about money; so is `found`. */
  expected: Micros | null;
  found: Micros | null;
}

/** Called after each check of everything, and waited for. */
type OnChecked = (progress: { checked: number; of: number }) => unknown;

/** Names the checks of this program: a checkpoint says nothing of checks that nobody had made before it. */
const CHECKS_MADE = createHash('sha256')
  .update(CHECKS.map(({ problem }) => problem).join('\n'))
  .digest('hex');

/**
 * Checks all balances, transfers, payments, charged operations and what was delivered against each other, as
 * of one instant, beside a running service. If everything agrees, the checkpoint moves to that instant.
 */
export function verifyLedger(database: Database, onChecked?: OnChecked): Promise<LedgerReport> {
  return verify(database, true, onChecked);
}

/**
 * Checks what has come since the checkpoint, and adds it to what was verified before. It does not see what
 * was changed before the checkpoint. It checks everything where there is no checkpoint, and where the last
 * verification was made by a program with other checks.
 */
export function verifySinceCheckpoint(database: Database, onChecked?: OnChecked): Promise<LedgerReport> {
  return verify(database, false, onChecked);
}

async function verify(database: Database, isFull: boolean, onChecked?: OnChecked): Promise<LedgerReport> {
  const { checkpoint, ...report } = await database.snapshot(async (tx) => {
    // Keys of what is new are kept in temporary tables.
    if (!isFull) await sql`set transaction read write`.execute(tx);
    await sql`set local statement_timeout = ${sql.lit(STATEMENT_LIMIT)}`.execute(tx);
    const last = await readNewest(tx);
    const since = !isFull && last?.checks === CHECKS_MADE ? last : undefined;
    return readBooks(tx, { follows: last?.id ?? 0, since, onChecked });
  });
  const hasMovedCheckpoint = report.problemCount === 0 && (await moveCheckpoint(database, checkpoint));
  return { ...report, hasMovedCheckpoint };
}

interface Reading {
  follows: number;
  /** Reads what has come since this verification; undefined for all of the books. */
  since: Verification | undefined;
  onChecked: OnChecked | undefined;
}

async function readBooks(
  tx: Sql,
  { follows, since, onChecked }: Reading,
): Promise<Omit<LedgerReport, 'hasMovedCheckpoint'> & { checkpoint: Checkpoint }> {
  await readTables(tx, 'rowByRow');
  const accounts = await readPoints(tx);
  const behind = await sumsOf(tx, entriesAfter(CURRENT_POINTS));
  const added = since && addSums(since.sums, await sumsOf(tx, entriesAfter(VERIFIED_POINTS)));
  if (since) await findUnverified(tx, since.startedAt);
  else await readTables(tx, 'freely');
  const books = since ? UNVERIFIED_BOOKS : ALL_BOOKS;
  const read = await sumsOf(
    tx,
    `select debit, credit, amount from ledger
    where ${books.among('work', 'reseller_id, operation_id')}`,
  );
  const sums = added ?? read;
  const { startedAt, ...balances } = await readBalances(tx);
  return {
    since: since?.startedAt ?? null,
    transfersRead: Number(read.transfers),
    ...(await findProblems(tx, books, since ? undefined : onChecked)),
    ...balances,
    transfers: Number(sums.transfers),
    operations: Number(sums.operations),
    toppedUp: -sums.outside,
    adjusted: -sums.adjustments,
    inFlight: sums.in_flight,
    revenue: sums.revenue,
    checkpoint: { follows, startedAt, checks: CHECKS_MADE, sums: addSums(sums, behind, -1n), accounts },
  };
}

/** What a check returns. The server returns sums as texts. */
interface Discrepancy {
  reseller_id: number | null;
  operation_id: string | null;
  expected?: Amount;
  found?: Amount;
  /** How many problems the check has found, also those that are not listed. */
  count: number;
}

type Amount = number | bigint | string | null;

async function findProblems(
  tx: Sql,
  books: Books,
  onChecked?: OnChecked,
): Promise<Pick<LedgerReport, 'problemCount' | 'problems'>> {
  const problems: LedgerProblem[] = [];
  let problemCount = 0;
  for (const [i, check] of CHECKS.entries()) {
    const { rows } = await sql
      .raw<Discrepancy>(
        `select d.*, count(*) over () as count from (${check.sql(books)}) d
        order by reseller_id, operation_id limit ${MAX_PROBLEMS_LISTED}`,
      )
      .execute(tx);
    for (const { reseller_id, operation_id: operationId, expected, found } of rows) {
      const amounts = { expected: toMicros(expected), found: toMicros(found) };
      problems.push({ problem: check.problem, resellerId: Number(reseller_id), operationId, ...amounts });
    }
    problemCount += rows[0]?.count ?? 0;
    await onChecked?.({ checked: i + 1, of: CHECKS.length });
  }
  return { problemCount, problems };
}

function toMicros(amount: Amount | undefined): Micros | null {
  return amount == null ? null : BigInt(amount);
}

async function readBalances(tx: Sql) {
  const { rows } = await sql<{ startedAt: Date; resellers: number; balances: string; coins: string }>`
    select now() as "startedAt", (select count(*) from resellers) as resellers,
      (select coalesce(sum(balance), 0) from accounts) as balances,
      (select coalesce(sum(balance), 0) from coin_accounts) as coins`.execute(tx);
  const [{ startedAt, resellers, balances, coins }] = rows as [(typeof rows)[number]];
  return { startedAt, resellers, balances: BigInt(balances), coins: Number(coins) };
}
