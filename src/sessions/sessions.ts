import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { deleteOld, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { placeOf } from './places.ts';

export interface ConsoleSession {
  id: number;
  /** Such as `Firefox on Windows`. */
  browser: string;
  createdAt: Date;
  /** When its reseller has signed in, or has confirmed it in the chat since. */
  signedInAt: Date;
  /** To within USE_WRITTEN_EVERY_MS. */
  lastUsedAt: Date;
  /** Where that came from; null when it is not known. */
  address: string | null;
  /** Where that is, or its network: /24, /48 with IPv6; null when the address is not known. */
  place: string | null;
  /** The name of the last mutation that it has sent, and when; null for none. */
  lastChange: string | null;
  lastChangedAt: Date | null;
}

/** A session ends after so long without use. */
const UNUSED_SECONDS = 30 * 24 * 60 * 60;
/** And so long after its sign-in, however often it is used: a stolen one is used by the thief, too. */
export const MAX_LIFETIME_SECONDS = 90 * 24 * 60 * 60;

/** A use is written when the last one written is so old: a write at every request would cost too much. */
const USE_WRITTEN_EVERY_MS = 5 * 60_000;

/**
 * Who finds an open browser must not be able to change keys, so that needs a sign-in of less than this time
 * ago.
 */
const FRESH_MS = 15 * 60_000;

/** The instant until which a session may change keys. */
export function freshUntil(signedInAt: Date): Date {
  return new Date(signedInAt.getTime() + FRESH_MS);
}

/** In a statement that reads the session. */
export const SIGNED_IN_AT = expressionBuilder<Tables, 'console_sessions'>().fn.coalesce(
  'console_sessions.confirmed_at',
  'console_sessions.created_at',
);

/**
 * Has a session change keys as after a sign-in, since its reseller is there. Returns it with the time for
 * that. Throws SessionNotFoundError when the reseller has no such session.
 */
export async function confirmSession(
  db: Sql,
  { resellerId, sessionId, at }: NamedSession & { at: Date },
): Promise<Pick<ConsoleSession, 'browser' | 'address'> & { minutes: number }> {
  const confirmed = await db
    .updateTable('console_sessions')
    .set({ confirmed_at: at })
    .where('reseller_id', '=', resellerId)
    .where('id', '=', sessionId)
    .where(isAlive(at))
    .returning(['browser', 'address'])
    .executeTakeFirst();
  if (!confirmed) throw new SessionNotFoundError();
  return { ...confirmed, minutes: FRESH_MS / 60_000 };
}

/** Whether a session has not ended, in a statement that reads it. */
export function isAlive(now: Date | Expression<Date>) {
  const [unused, whole] = [sql.lit(UNUSED_SECONDS), sql.lit(MAX_LIFETIME_SECONDS)];
  return ({ ref }: Pick<ExpressionBuilder<Tables, 'console_sessions'>, 'ref'>) =>
    sql<SqlBool>`(
      ${ref('console_sessions.last_used_at')} > ${now}::timestamptz - make_interval(secs => ${unused}) and
      ${ref('console_sessions.created_at')} > ${now}::timestamptz - make_interval(secs => ${whole}))`;
}

/** A use that was written then or before is written again. */
export function dueWhenWrittenBy(now: Date): Date {
  return new Date(now.getTime() - USE_WRITTEN_EVERY_MS);
}

/** The sessions of any number of resellers in one statement, by reseller, the last used first. */
export async function listSessions(
  db: Sql,
  resellerIds: readonly number[],
  now: Date,
): Promise<Map<number, ConsoleSession[]>> {
  const rows = await selectSessions(db, { resellerIds, now });
  const sessions = rows.map((row) => ({
    ...row,
    place: (row.address && placeOf(row.address)) ?? row.network,
  }));
  return Map.groupBy(sessions, ({ resellerId }) => resellerId);
}

const selectSessions = statement<{ resellerIds: readonly number[]; now: Date }>()(
  (db, { resellerIds, now }) =>
    db
      .selectFrom('console_sessions')
      .select(['id', 'reseller_id as resellerId', 'browser'])
      .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'address'])
      .select(['last_change as lastChange', 'last_changed_at as lastChangedAt'])
      .select(SIGNED_IN_AT.as('signedInAt'))
      .select(
        sql<string | null>`network(set_masklen(address, 48 - 24 * (family(address) = 4)::int))::text`.as(
          'network',
        ),
      )
      .where(({ eb, fn }) => eb('reseller_id', '=', fn.any(resellerIds)))
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
export function deleteEndedSessions(db: Sql, now: Date): Promise<number> {
  const ended = db.selectFrom('console_sessions').select('id');
  const old = ended.where((eb) => eb.not(isAlive(now)(eb)));
  return deleteOld(db.deleteFrom('console_sessions'), 'id', old);
}

const LINK_REFUSED =
  'This sign-in link has been used, is over 15 minutes old or is not complete; get a new one where this one came from.';

/** Thrown when a sign-in code does not exist, was used or is too old, or a passkey is not accepted. */
export class SignInRefusedError extends DomainError {
  readonly code = 'sign_in_refused';

  constructor(message = LINK_REFUSED) {
    super(message);
  }
}

export class SignInAgainError extends DomainError {
  readonly code = 'sign_in_again';

  constructor() {
    super(
      'This change needs a sign-in of less than 15 minutes ago: sign in again by a passkey or a new link, then repeat it.',
    );
  }
}

export class SessionRequiredError extends DomainError {
  readonly code = 'session_required';

  constructor() {
    super('An API key may not do this: sign in to the console and do it there.');
  }
}

export class SessionNotFoundError extends DomainError {
  readonly code = 'session_not_found';

  constructor() {
    super('There is no such session; it may have ended already.');
  }
}
