/** The code of `unconfirmedError` and `unknownKeyError`. */
const UNCONFIRMED = 'UNCONFIRMED';
/**
 * SQLSTATEs of a server that shuts down, has crashed, starts up, has ended an idle session, has no connection
 * or no disk left or takes no writes, or that the pooler in front of it cannot reach.
 */
const LOST_STATES = new Set([
  ...['57P01', '57P02', '57P03', '57P05', '25P03', '53300', '53100', '25006'],
  ...['08000', '08001', '08003', '08004', '08006', '08P01'],
]);
const LOST_SOCKETS = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  // A database that moves to another server may have no address for a moment.
  ...['EAI_AGAIN', 'ENOTFOUND'],
  UNCONFIRMED,
]);
/** States of a server that refused a statement, or the connection for it, without an effect. */
const REFUSED_STATES = new Set(['57P03', '53300', '53100', '25006', 'ECONNREFUSED', UNCONFIRMED]);
/**
 * `pg` has no code for these, nor has Citus, or another one, when it has lost a node, or itself, or hands on
 * what a node said. A commit that fails there for its deferred triggers looks the same, and is tried again.
 */
const LOST_MESSAGES = new RegExp(
  [
    '^Connection terminated',
    'is not queryable$',
    '^failure on connection marked as essential',
    '^could not commit transaction for shard',
    '^failed to (complete )?COPY ',
    '^failed to prepare transaction',
    ' to fetch intermediate results$',
    '^(postmaster was shut down|terminating connection due to|server closed the connection)',
    '^could not (send data to|receive data from) server',
  ].join('|'),
);
/** Codes, or messages of `pg`, of a connection whose two sides have not agreed on TLS. */
const TLS_FAILURES = /^[A-Z_]*CERT|LEAF_SIGNATURE$|^ERR_(?:SSL|TLS)_| SSL connection/;
const NONE_FREE = /^timeout exceeded when trying to connect$|^Nothing else that is under way has ended/;

/** Thrown when the database could not be reached or written for as long as a request may wait. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The database could not be reached in time: ${reason}`, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** Thrown when it is not known whether a transaction was committed: look for what it would have written. */
export class CommitUnknownError extends Error {
  constructor(options: ErrorOptions) {
    super('It could not be found out in time whether a transaction was committed.', options);
    this.name = 'CommitUnknownError';
  }
}

/** The error of a connection that is dropped because nothing has come over it for so long. */
export function silentError(milliseconds: number): Error {
  const error = new Error(`The database has not answered for ${milliseconds} ms.`);
  return Object.assign(error, { code: 'ETIMEDOUT' });
}

/** The error of a connection to a server that takes no writes, found out when it is opened. */
export function standbyError(): Error {
  return Object.assign(new Error('The database server is a standby, which takes no writes.'), {
    code: '25006',
  });
}

/** The error of a write that was not sent because no standby of the server confirms its commits. */
export function unconfirmedError(): Error {
  const error = new Error('The database confirms no commits: none of its standbys answers.');
  return Object.assign(error, { code: UNCONFIRMED });
}

/** The error of work that has written nothing: it is not known lately that its key is in use. */
export function unknownKeyError(): Error {
  const error = new Error('The database has not said lately that the first credentials key is in use.');
  return Object.assign(error, { code: UNCONFIRMED });
}

/** Whether the connection has failed, and not the statement that was sent over it. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Both are caused by a lost connection, but neither means that the work may be repeated: a commit may have
  // succeeded, or repeating has taken long enough.
  if (error instanceof CommitUnknownError || error instanceof DatabaseUnavailableError) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (LOST_STATES.has(code) || LOST_SOCKETS.has(code))) return true;
  if (LOST_MESSAGES.test(error.message) || tlsFailure(error) !== undefined) return true;
  return isConnectionLost(error.cause);
}

/** What may be wrong when one side has refused the other's TLS, on one line; undefined for other failures. */
export function tlsFailure(error: Error): string | undefined {
  if (!TLS_FAILURES.test(String((error as { code?: unknown }).code ?? error.message))) return undefined;
  // Behind a semicolon Node names a flag of its own.
  return `${error.message.split(';')[0]}. Are sslmode and sslrootcert of DATABASE_URL right?`;
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  if (!(error instanceof Error)) return false;
  return codes.has((error as { code?: string }).code ?? '') || hasCode(error.cause, codes);
}

/** Whether it is certain that the statement has had no effect, although its connection has failed. */
export const isRefused = (error: unknown) => hasCode(error, REFUSED_STATES);
/** Whether the server had no room on its disk for what the statement writes. */
export const isOutOfRoom = (error: unknown) => hasCode(error, new Set(['53100']));
export const isLockTimeout = (error: unknown) => hasCode(error, new Set(['55P03']));
/**
 * Whether the server has ended the statement, without an effect, because it took or waited too long, or for
 * another one that waited for it.
 */
export const isEndedAtLimit = (error: unknown) => hasCode(error, new Set(['55P03', '57014', '40P01']));
/** Whether the statement was ended, without an effect, because it and another one waited for each other. */
export const isDeadlock = (error: unknown) => hasCode(error, new Set(['40P01']));

export function violates(error: unknown, constraint: string): boolean {
  const details = error as { constraint?: string; message?: string; cause?: unknown } | undefined;
  // Of a table on a node Citus hands on the message alone, and the number of a table follows its names.
  const named = details?.constraint ?? /"(\w+)"$/.exec(details?.message ?? '')?.[1];
  if (named === constraint || named?.replace(/_\d+$/, '') === constraint) return true;
  return details?.cause !== undefined && violates(details.cause, constraint);
}

/** Whether no connection of the pool was free in time, so that nothing was sent to the database. */
export function isNoneFree(error: unknown): boolean {
  return error instanceof Error && (NONE_FREE.test(error.message) || isNoneFree(error.cause));
}

/** Whether work failed because the database could not be reached, or could not confirm what it has done. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError || error instanceof CommitUnknownError) return true;
  if (isConnectionLost(error) || isNoneFree(error)) return true;
  return error instanceof Error && isDatabaseUnavailable(error.cause);
}
