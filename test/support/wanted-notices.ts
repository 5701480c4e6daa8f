import { NOTICE_KINDS } from '../../src/billing/notices.ts';
import type { Sql } from '../../src/kit/database.ts';
import { readOptOuts, setOptOuts } from '../../src/resellers/resellers.ts';

/** The kinds that a test chooses from: a low balance is told of to everybody. */
export const CHOSEN_KINDS = NOTICE_KINDS.filter((kind) => kind !== 'low_balance');

/** Has a reseller be sent these of them, and no others. */
export function setNotices(
  db: Sql,
  { resellerId, kinds }: { resellerId: number; kinds: readonly string[] },
): Promise<void> {
  return setOptOuts(db, { resellerId, kinds: CHOSEN_KINDS.filter((kind) => !kinds.includes(kind)) });
}

/** Which of them a reseller is sent. */
export async function readNotices(db: Sql, resellerId: number): Promise<string[]> {
  const optOuts = await readOptOuts(db, resellerId);
  return CHOSEN_KINDS.filter((kind) => !optOuts.includes(kind));
}
