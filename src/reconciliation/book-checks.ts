import type { Sql } from '../kit/database.ts';
import type { Finding } from './findings.ts';

/** What is checked: the ledger behind its verified point, all of it, and what the upstreams have for us. */
export type CheckName = 'ledger_new' | 'ledger_all' | 'upstreams';

/** Of the upstreams: kinds of findings, and `left_out`, what was only counted or not asked for. */
const GOODS = ['lost', 'unknown', 'surplus', 'refunded', 'extended', 'overfilled', 'missing'] as const;
export const LEFT = [...GOODS, 'left_out'] as const satisfies (Finding['kind'] | 'left_out')[];

/** How many of each kind; of the ledger `problems`. */
type Found = Readonly<Record<string, number>>;

/** How each check has ended last, in whichever process. */
export type BookChecks = { [Name in CheckName]?: { checkedAt: Date; found: Found } | undefined };

export async function readBookChecks(db: Sql): Promise<BookChecks> {
  const rows = await db.selectFrom('book_checks').selectAll().execute();
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
