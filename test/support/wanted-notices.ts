import type { NoticeKind } from '../../src/billing/notices.ts';
import type { Sql } from '../../src/kit/database.ts';
import { readOptOuts, setOptOuts } from '../../src/resellers/resellers.ts';

/** The kinds that a reseller is sent once it has a chat. */
export const CHOSEN_KINDS = [
  'topped_up',
  'refunded',
  'order_ends',
  'traffic_used',
] as const satisfies NoticeKind[];

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
