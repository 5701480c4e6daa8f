import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { type Notice, type NoticeRow, toNotice } from './notices.ts';

export interface ListedNotice extends Notice {
  /** Null while it is due. */
  sentAt: Date | null;
}

/** The notices of one reseller or of all, newest first. */
export async function listNotices(
  sqlClient: Sql,
  { resellerId, limit }: { resellerId?: number | undefined; limit: number },
): Promise<ListedNotice[]> {
  const { rows } = await sql<NoticeRow & { sent_at: string | null }>`
    select id, reseller_id, kind, balance, threshold_usd, created_at, sent_at from notices
    ${resellerId === undefined ? sql`` : sql`where reseller_id = ${resellerId}`}
    order by id desc limit ${limit}`.execute(sqlClient);
  return rows.map((row) => ({
    ...toNotice(row),
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
  }));
}
