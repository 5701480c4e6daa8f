import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { SessionNotFoundError } from './errors.ts';
import { type ConsoleSession, endedWhenUsedBy } from './session.ts';

/** Rows that one statement deletes. */
const DELETE_BATCH_SIZE = 1_000;

/** The sessions of any number of resellers in one statement, by reseller, the last used first. */
export async function listSessions(
  db: Sql,
  resellerIds: readonly number[],
  now: Date,
): Promise<Map<number, ConsoleSession[]>> {
  const rows = await selectSessions(db, { resellerIds, endedBy: endedWhenUsedBy(now) });
  const byReseller = Map.groupBy(rows, ({ reseller_id }) => reseller_id);
  return new Map(
    [...byReseller].map(([resellerId, own]) => [
      resellerId,
      own.map(({ id, browser, created_at, last_used_at }) => ({
        id,
        browser,
        createdAt: created_at,
        lastUsedAt: last_used_at,
      })),
    ]),
  );
}

const selectSessions = statement<{ resellerIds: readonly number[]; endedBy: Date }>()(
  (db, { resellerIds, endedBy }) =>
    db
      .selectFrom('console_sessions')
      .select(['id', 'reseller_id', 'browser', 'created_at', 'last_used_at'])
      .where(({ eb, ref }) => eb(ref('reseller_id'), '=', sql<number>`any (${resellerIds}::bigint[])`))
      .where('last_used_at', '>', endedBy)
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc'),
);

interface NamedSession {
  resellerId: number;
  sessionId: number;
}

/**
 * Ends a session: it is refused from the next request on, in every process, and its open sockets and event
 * streams are closed. Throws SessionNotFoundError when the reseller has no such session.
 */
export async function endSession(db: Sql, { resellerId, sessionId }: NamedSession): Promise<void> {
  const ended = await db
    .deleteFrom('console_sessions')
    .where('reseller_id', '=', resellerId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new SessionNotFoundError();
}

/** Ends all sessions of a reseller but one, and returns the ids of those that ended. */
export async function endOtherSessions(db: Sql, { resellerId, sessionId }: NamedSession): Promise<number[]> {
  const ended = await db
    .deleteFrom('console_sessions')
    .where('reseller_id', '=', resellerId)
    .where('id', '<>', sessionId)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

/** Deletes at most a thousand, and returns how many they were. */
export async function deleteEndedSessions(db: Sql, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('console_sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('console_sessions')
        .select('id')
        .where('last_used_at', '<=', endedWhenUsedBy(now))
        .limit(sql.lit(DELETE_BATCH_SIZE))
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
