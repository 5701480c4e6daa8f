import type { Sql } from '../../src/kit/database.ts';
import { readOptOuts } from '../../src/resellers/resellers.ts';

/** What somebody without a chat is opted out of. */
export const CHOSEN_KINDS = ['topped_up', 'refunded', 'order_ends', 'traffic_used'];

/** Which of them a reseller has not opted out of. */
export async function readNotices(db: Sql, resellerId: number): Promise<string[]> {
  const optOuts = await readOptOuts(db, resellerId);
  return CHOSEN_KINDS.filter((kind) => !optOuts.includes(kind));
}
