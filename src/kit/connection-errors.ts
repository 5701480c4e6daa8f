/**
 * SQLSTATEs of a server that ends, has crashed, comes up, has ended an idle session, has no connection left, takes no writes, or cannot
 * be reached by the pooler in front of it.
 */
const LOST_STATES = new Set([
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300', '25006'],
  ...['08000', '08001', '08003', '08004', '08006', '08P01'],
]);
const LOST_SOCKETS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // The name of a database that moves may be gone for a moment.
  ...['EAI_AGAIN', 'ENOTFOUND'],
]);
/** `pg` has no code for these. */
const LOST_MESSAGES = /^Connection terminated|is not queryable$/;
const NONE_FREE = /^timeout exceeded when trying to connect$/;

/** The database could not be reached, or takes no writes, for as long as one waits. Nothing was done. */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The database could not be reached in time: ${reason}`, { cause });
    this.name = 'DatabaseAwayError';
  }
}

/** Whether a transaction was committed could not be found out. Whoever goes on must look for what it would have left. */
export class CommitUnknownError extends Error {
  constructor(options: ErrorOptions) {
    super('The database could not say in time whether a transaction was committed.', options);
    this.name = 'CommitUnknownError';
  }
}

/** What a connection is dropped with over which nothing has come for so long. */
export function silent(milliseconds: number): Error {
  const error = new Error(`The database has said nothing for ${milliseconds} ms.`);
  return Object.assign(error, { code: 'ETIMEDOUT' });
}

/** Whether the connection is what failed, and nothing that was asked over it. */
export function isConnectionLost(error: unknown): boolean {
  // Those are caused by a lost connection, and work that may have been done or was tried long enough is not done again.
  if (!(error instanceof Error) || error instanceof CommitUnknownError || error instanceof DatabaseAwayError)
    return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (LOST_STATES.has(code) || LOST_SOCKETS.has(code))) return true;
  return LOST_MESSAGES.test(error.message) || isConnectionLost(error.cause);
}

/** Whether the statement has waited for somebody else's lock for as long as one may. */
export function isLockTimeout(error: unknown): boolean {
  return (
    error instanceof Error && ((error as { code?: unknown }).code === '55P03' || isLockTimeout(error.cause))
  );
}

/** Whether no connection of the pool was free in time: nothing was asked of the database. */
export function isNoneFree(error: unknown): boolean {
  return error instanceof Error && (NONE_FREE.test(error.message) || isNoneFree(error.cause));
}

/** Whether work failed because the database could not be asked, or could not say whether it has done what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAwayError || error instanceof CommitUnknownError) return true;
  if (isConnectionLost(error) || isNoneFree(error)) return true;
  return error instanceof Error && isDatabaseAway(error.cause);
}
