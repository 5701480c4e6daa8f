import { sql } from 'kysely';
import { KINDS, newestMovement } from '../billing/movements.ts';
import type { Database, Sql } from '../kit/database.ts';

/** How many accounts one statement writes. */
const ACCOUNTS_AT_ONCE = 10_000;
/** Nobody looks at older verifications. The newest is kept, however old. */
const KEPT_FOR = '90 days';

/**
 * Entries, and what they have moved: operations that were charged, and what accounts of the ledger got less
 * what they gave, in micro-dollars. The names are those of the columns.
 */
export type Sums = Record<(typeof SUMS)[number], bigint>;

const SUMS = ['transfers', 'operations', 'outside', 'adjustments', 'in_flight', 'revenue'] as const;

/** The last verification that has moved the checkpoint: as of when it has read, and the sums up to it. */
export interface Verification {
  id: number;
  startedAt: Date;
  /** Which checks it has made. */
  checks: string;
  sums: Sums;
}

/** Undefined if there was none. */
export async function readNewest(tx: Sql): Promise<Verification | undefined> {
  const row = await tx
    .selectFrom('verifications')
    .select(['id', 'started_at', 'checks', ...SUMS])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, startedAt: row.started_at, checks: row.checks, sums: toSums(row) };
}

/** Where a verification that has found nothing moves the checkpoint, and what it followed. */
export interface Checkpoint extends Omit<Verification, 'id'> {
  follows: number;
  accounts: readonly AccountPoint[];
}

/**
 * Moves the checkpoint, in one transaction, unless another verification has moved it meanwhile. Returns
 * whether it did.
 */
export async function moveCheckpoint(database: Database, checkpoint: Checkpoint): Promise<boolean> {
  const { follows, startedAt, checks, sums, accounts } = checkpoint;
  const [transfers, operations] = [Number(sums.transfers), Number(sums.operations)];
  return database.inTransaction(async (tx) => {
    // Another verification that follows the same one waits here, and then changes nothing.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('verifications')
      .values({ follows, started_at: startedAt, checks, ...sums, transfers, operations })
      .onConflict((conflict) => conflict.column('follows').doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return false;
    for (let i = 0; i < accounts.length; i += ACCOUNTS_AT_ONCE)
      await writeAccounts(tx, accounts.slice(i, i + ACCOUNTS_AT_ONCE));
    await sql`
      delete from verifications
      where started_at < ${startedAt}::timestamptz - ${KEPT_FOR}::interval`.execute(tx);
    return true;
  });
}

async function writeAccounts(tx: Sql, accounts: readonly AccountPoint[]): Promise<void> {
  const rows = JSON.stringify(accounts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  await sql`
    insert into verified_accounts as v (reseller_id, moved_at, balance, spent, coins_moved_at, coins)
    select reseller_id, moved_at, balance, spent, coins_moved_at, coins
    from json_populate_recordset(null::verified_accounts, ${rows}::json)
    on conflict (reseller_id) do update set moved_at = excluded.moved_at, balance = excluded.balance,
      spent = excluded.spent, coins_moved_at = excluded.coins_moved_at, coins = excluded.coins
    where (v.moved_at, v.balance, v.spent, v.coins_moved_at, v.coins) is distinct from
      (excluded.moved_at, excluded.balance, excluded.spent, excluded.coins_moved_at, excluded.coins)`.execute(
    tx,
  );
}

/** Each account at the checkpoint. */
export const VERIFIED_POINTS = `
  select r.id as reseller_id, v.moved_at
  from resellers r left join verified_accounts v on v.reseller_id = r.id`;

/**
 * Each account as it is now, or as it was just before its oldest charge that is still in flight.
 *
 * Nothing can come behind it that belongs before it, whatever order transactions are committed in:
 * each movement is written while the row of its account is locked until the commit, with a later instant than
 * the one before. And every operation that was charged up to it has ended.
 */
export const CURRENT_POINTS = `
  select r.id as reseller_id,
    case when f.charged_at is null then a.moved_at else before.created_at end as moved_at,
    coalesce(case when f.charged_at is null then a.balance else before.balance_after end, 0) as balance,
    coalesce(case when f.charged_at is null then a.spent else before.spent_after end, 0) as spent,
    c.moved_at as coins_moved_at, coalesce(c.balance, 0) as coins
  from resellers r
  left join accounts a on a.reseller_id = r.id
  left join coin_accounts c on c.reseller_id = r.id
  left join (
    select o.reseller_id, min(t.created_at) as charged_at
    from operations o
    join ledger t on t.reseller_id = o.reseller_id and t.operation_id = o.id and t.stage = 1
    where o.state = 'running'
    group by o.reseller_id
  ) f on f.reseller_id = r.id
  left join lateral (${newestMovement('r.id', 'l.created_at < f.charged_at')}) before on true`;

/** A row of the checkpoint. Its instants are texts: a Date has no microseconds. */
interface AccountPoint {
  reseller_id: number;
  moved_at: string | null;
  balance: number | bigint;
  spent: number | bigint;
  coins_moved_at: string | null;
  coins: number;
}

export async function readPoints(tx: Sql): Promise<AccountPoint[]> {
  const text = `
    select p.reseller_id, p.moved_at::text, p.balance, p.spent, p.coins_moved_at::text, p.coins
    from (${CURRENT_POINTS}) p`;
  return (await sql.raw<AccountPoint>(text).execute(tx)).rows;
}

/**
 * The movements `l` behind the point of each account. They are a subquery that the planner may not merge
 * with the rest (`offset 0`): it would read all movements of an account and compare each with the point.
 */
export const movementsAfter = (points: string) => `(${points}) p
  cross join ${KINDS}
  cross join lateral (
    select m.* from ledger m
    where m.reseller_id = p.reseller_id and m.kind = kinds.kind
      and m.created_at > coalesce(p.moved_at, '-infinity')
    offset 0
  ) l`;

/**
 * All entries behind the points. What an operation has earned belongs to its charge; what is given back of
 * that later is a movement of its own.
 */
export const entriesAfter = (points: string) => `
  with moved as (
    select l.reseller_id, l.operation_id, l.stage, l.debit, l.credit, l.amount from ${movementsAfter(points)}
  )
  select debit, credit, amount from moved
  union all
  select e.debit, e.credit, e.amount
  from moved m
  join ledger e on e.reseller_id = m.reseller_id and e.operation_id = m.operation_id
  where m.stage = 1 and e.kind is null`;

/** The sums of these entries of the ledger, which have `debit`, `credit` and `amount`. */
export async function sumsOf(tx: Sql, entries: string): Promise<Sums> {
  const net = (account: string) =>
    `sum(case '${account}' when credit then amount when debit then -amount end) as ${account}`;
  const [, , ...accounts] = SUMS;
  const text = `
    select count(*) as transfers, count(*) filter (where credit = 'in_flight') as operations,
      ${accounts.map(net).join(', ')}
    from (${entries}) entries`;
  const [row = {}] = (await sql.raw<Summed>(text).execute(tx)).rows;
  return toSums(row);
}

/** The database returns sums as texts, and null for none. */
type Summed = Partial<Record<(typeof SUMS)[number], string | number | bigint | null>>;

function toSums(row: Summed): Sums {
  return mapSums((name) => BigInt(row[name] ?? 0));
}

export function addSums(a: Sums, b: Sums, sign: 1n | -1n = 1n): Sums {
  return mapSums((name) => a[name] + sign * b[name]);
}

function mapSums(toSum: (name: (typeof SUMS)[number]) => bigint): Sums {
  return Object.fromEntries(SUMS.map((name) => [name, toSum(name)])) as Sums;
}
