import { sql } from 'kysely';
import { newestMovement } from '../billing/movements.ts';
import type { Sql } from '../kit/database.ts';
import type { Finding } from './compare-upstreams.ts';

/** What is checked: the ledger behind its checkpoint, all of it, and what the upstreams have for us. */
export type CheckName = 'ledger_new' | 'ledger_all' | 'upstreams';

/** Kinds of findings at the upstreams; `left_out` is what was only counted or not asked for. */
const GOODS = ['lost', 'unknown', 'surplus', 'refunded', 'extended', 'overfilled', 'missing'] as const;
export const LEFT = [...GOODS, 'left_out'] as const satisfies (Finding['kind'] | 'left_out')[];

/** How many of each kind; of the ledger `problems`. */
type Found = Readonly<Record<string, number>>;

/** How each check has ended last, in whichever process. */
export type BookChecks = { [Name in CheckName]?: { checkedAt: Date; found: Found } | undefined };

export async function readBookChecks(db: Sql): Promise<BookChecks> {
  const rows = await db.selectFrom('book_checks').select(['name', 'checked_at', 'found']).execute();
  return Object.fromEntries(
    rows.map(({ name, checked_at: checkedAt, found }) => [name, { checkedAt, found }]),
  );
}

export async function noteCheck(db: Sql, name: CheckName, at: Date, found: Found): Promise<void> {
  const row = { checked_at: at, found };
  await db
    .insertInto('book_checks')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** What only a check of all of the ledger can find stays known until the next one of these. */
export function knownProblems({ ledger_new, ledger_all }: BookChecks): number {
  return Math.max(ledger_new?.found['problems'] ?? 0, ledger_all?.found['problems'] ?? 0);
}

/** Each costs one look into the index of movements for each of their kinds: some milliseconds in all. */
const BALANCES_AT_ONCE = 200;

/**
 * Compares some balances, those of the resellers after `after`, with the newest line of the ledger of each,
 * as of one instant. Returns whose do not agree, and where to go on; from the beginning (0) after the last
 * one.
 *
 * It sees a balance or a newest line that was changed. Only `verifyLedger` reads the lines before.
 */
export async function checkSomeBalances(db: Sql, after: number): Promise<{ wrong: number[]; next: number }> {
  const { rows } = await sql<{ reseller_id: number; is_wrong: boolean }>`
    select a.reseller_id,
      a.balance <> coalesce(m.balance_after, 0) or a.spent <> coalesce(m.spent_after, 0) as is_wrong
    from accounts a
    left join lateral (${sql.raw(newestMovement('a.reseller_id'))}) m on true
    where a.reseller_id > ${after}
    order by a.reseller_id
    limit ${sql.lit(BALANCES_AT_ONCE)}`.execute(db);
  const last = rows.length < BALANCES_AT_ONCE ? undefined : rows.at(-1);
  return {
    wrong: rows.filter(({ is_wrong }) => is_wrong).map(({ reseller_id }) => reseller_id),
    next: last?.reseller_id ?? 0,
  };
}
