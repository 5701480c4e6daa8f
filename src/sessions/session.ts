import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../kit/tables.ts';

/** A session of the console as its reseller sees it. */
export interface ConsoleSession {
  id: number;
  /** Such as `Firefox on Windows`. */
  browser: string;
  /** When the person signed in. */
  createdAt: Date;
  /** To within USE_WRITTEN_EVERY_MS. */
  lastUsedAt: Date;
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

/** Until when a session may change keys. */
export function freshUntil(signedInAt: Date): Date {
  return new Date(signedInAt.getTime() + FRESH_MS);
}

/** Whether a session has not ended, in a statement that reads it. */
export function isAlive(now: Date | Expression<Date>) {
  const since = (seconds: number) =>
    sql<Date>`${now}::timestamptz - make_interval(secs => ${sql.lit(seconds)})`;
  return ({ ref }: Pick<ExpressionBuilder<Tables, 'console_sessions'>, 'ref'>) =>
    sql<SqlBool>`(${ref('console_sessions.last_used_at')} > ${since(UNUSED_SECONDS)}
      and ${ref('console_sessions.created_at')} > ${since(MAX_LIFETIME_SECONDS)})`;
}

/** A use that was written then or before is written again. */
export function dueWhenWrittenBy(now: Date): Date {
  return new Date(now.getTime() - USE_WRITTEN_EVERY_MS);
}
