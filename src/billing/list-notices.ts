import type { Sql } from '../kit/database.ts';
import { NOTICE_COLUMNS, NOTICE_KINDS, type Notice, toNotice } from './notices.ts';

export type ListedNotice = Notice & {
  /** Null while the notice is not sent. */
  sentAt: Date | null;
};

/** The notices of one reseller or of all, newest first. */
export async function listNotices(
  sqlClient: Sql,
  { resellerId, limit }: { resellerId?: number | undefined; limit: number },
): Promise<ListedNotice[]> {
  let query = sqlClient
    .selectFrom('notices')
    .select([...NOTICE_COLUMNS, 'sent_at'])
    .where('kind', 'in', NOTICE_KINDS);
  if (resellerId !== undefined) query = query.where('reseller_id', '=', resellerId);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ sent_at, ...row }) => ({ ...toNotice(row), sentAt: sent_at }));
}
