import { sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';

/** Who talks to the bot for a reseller, as Telegram names them. */
export interface TelegramUser {
  userId: number;
  name: string;
  /** Without `@`; null for somebody who has none. */
  username: string | null;
  /** Since when they block the bot; null when they do not. */
  blockedAt: Date | null;
}

/** The Telegram users of any number of resellers, by reseller. Those without one are missing. */
export async function readTelegramUsers(
  db: Sql,
  resellerIds: readonly number[],
): Promise<Map<number, TelegramUser>> {
  const rows = await db
    .selectFrom('bot_people')
    .select(['user_id', 'reseller_id', 'name', 'username', 'blocked_at'])
    .where(({ eb, ref }) => eb(ref('reseller_id'), '=', sql<number>`any (${resellerIds}::bigint[])`))
    .$narrowType<{ reseller_id: number }>()
    .execute();
  return new Map(
    rows.map(({ user_id: userId, reseller_id, name, username, blocked_at: blockedAt }) => [
      reseller_id,
      { userId, name, username, blockedAt },
    ]),
  );
}
