import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { SessionNotFoundError } from './errors.ts';
import { type ConsoleSession, isAlive } from './session.ts';

/** Rows that one statement deletes. */
const DELETE_BATCH_SIZE = 1_000;

/** The sessions of any number of resellers in one statement, by reseller, the last used first. */
export async function listSessions(
  db: Sql,
  resellerIds: readonly number[],
  now: Date,
): Promise<Map<number, ConsoleSession[]>> {
  const rows = await selectSessions(db, { resellerIds, now });
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

const selectSessions = statement<{ resellerIds: readonly number[]; now: Date }>()(
  (db, { resellerIds, now }) =>
    db
      .selectFrom('console_sessions')
      .select(['id', 'reseller_id', 'browser', 'created_at', 'last_used_at'])
      .where(({ eb, ref }) => eb(ref('reseller_id'), '=', sql<number>`any (${resellerIds}::bigint[])`))
      .where(isAlive(now))
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc'),
);

interface NamedSession {
  resellerId: number;
  sessionId: number;
}

/**
 * Ends a session: it is refused from the next request on, in every process, and its open sockets and event
 * streams are closed. The reseller's sign-in links end, too: a stolen one would start the next session.
 * Throws SessionNotFoundError when the reseller has no such session.
 */
export async function endSession(
  database: Database,
  { resellerId, sessionId: only }: NamedSession,
): Promise<void> {
  const { sessionIds } = await database.inTransaction((tx) => endSessions(tx, { resellerId, only }));
  if (sessionIds.length === 0) throw new SessionNotFoundError();
}

/** Ends all sessions of a reseller but one, and its sign-in links. Returns the ids of the sessions. */
export async function endOtherSessions(
  database: Database,
  { resellerId, sessionId: but }: NamedSession,
): Promise<number[]> {
  const { sessionIds } = await database.inTransaction((tx) => endSessions(tx, { resellerId, but }));
  return sessionIds;
}

/** Ends sessions, and all sign-in links, of one reseller, or of all. Returns the ids of the sessions. */
export async function endSessions(
  tx: Sql,
  { resellerId, only, but }: { resellerId?: number | undefined; only?: number; but?: number },
): Promise<{ sessionIds: number[]; links: number }> {
  const owner = resellerId === undefined ? {} : { reseller_id: resellerId };
  // First the links: a session that one of them is starting is there for the second statement.
  const codes = tx.deleteFrom('sign_in_codes').where((eb) => eb.and(owner));
  const links = (await codes.returning('hash').execute()).length;
  const ended = await tx
    .deleteFrom('console_sessions')
    .where(({ and }) => and(only === undefined ? owner : { ...owner, id: only }))
    .where('id', 'is distinct from', but ?? null)
    .returning('id')
    .execute();
  return { sessionIds: ended.map(({ id }) => id), links };
}

/** Deletes at most a thousand, and returns how many they were. */
export async function deleteEndedSessions(db: Sql, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('console_sessions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('console_sessions')
        .select('id')
        .where((eb) => eb.not(isAlive(now)(eb)))
        .limit(sql.lit(DELETE_BATCH_SIZE))
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
