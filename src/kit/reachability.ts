import { aboutNobody, asAttempt, countWaiting, WAIT_MS, waitingTimeLeft } from './request.ts';

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
/** `pg` has no code for these. */
const LOST_MESSAGES = /^Connection terminated|is not queryable$/;
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
  // Both are caused by a lost connection, but neither means that the work may be repeated: a commit may have
  // succeeded, or repeating has taken long enough.
  if (
    !(error instanceof Error) ||
    error instanceof CommitUnknownError ||
    error instanceof DatabaseUnavailableError
  )
    return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && (LOST_STATES.has(code) || LOST_SOCKETS.has(code))) return true;
  return (
    LOST_MESSAGES.test(error.message) || tlsFailure(error) !== undefined || isConnectionLost(error.cause)
  );
}

/** What may be wrong when one side has refused the other's TLS, on one line; undefined for other failures. */
export function tlsFailure(error: Error): string | undefined {
  if (!TLS_FAILURES.test(String((error as { code?: unknown }).code ?? error.message))) return undefined;
  // Behind a semicolon Node names a flag of its own.
  return `${error.message.split(';')[0]}. Are sslmode and sslrootcert of DATABASE_URL right?`;
}

/** Whether the error, or what has caused it, has one of these codes. */
function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  if (!(error instanceof Error)) return false;
  return codes.has((error as { code?: string }).code ?? '') || hasCode(error.cause, codes);
}

/** Whether it is certain that the statement has had no effect, although its connection has failed. */
export const isRefused = (error: unknown) => hasCode(error, REFUSED_STATES);
/** Whether the server had no room on its disk for what the statement writes. */
export const isOutOfRoom = (error: unknown) => hasCode(error, new Set(['53100']));
/** Whether the statement has reached the limit of waiting for the lock of another transaction. */
export const isLockTimeout = (error: unknown) => hasCode(error, new Set(['55P03']));
/** Whether the server has ended the statement, without an effect, because it took or waited too long. */
export const isEndedAtLimit = (error: unknown) => hasCode(error, new Set(['55P03', '57014']));
/** Whether the statement was ended, without an effect, because it and another one waited for each other. */
export const isDeadlock = (error: unknown) => hasCode(error, new Set(['40P01']));

/** Whether the database has refused something by this constraint, or index. */
export function violates(error: unknown, constraint: string): boolean {
  const details = error as { constraint?: unknown; cause?: unknown } | undefined;
  if (details?.constraint === constraint) return true;
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

const ASK_EVERY_MS = 100;
/** More that waits would all come at once to a database which is back and has to warm up. */
const MOST_WAITING = 200;
/**
 * In milliseconds: a single lost connection is replaced at once, and work that keeps failing does not spin.
 */
const FIRST_LOOK_AFTER_MS = 10;

/** Waits by the global timers, which a test can move. */
const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Repeats `work` while its error is expected to pass, but no longer than a request may wait. */
export async function retryWhile<Result>(
  work: () => Promise<Result>,
  isTemporary: (error: unknown) => boolean,
  pause: (leftMs: number) => Promise<unknown> = () => delay(ASK_EVERY_MS),
  giveUpAt = performance.now() + waitingTimeLeft(),
): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() >= giveUpAt) throw error;
      await pause(giveUpAt - performance.now());
      // Another attempt may hang as long as the first one.
      if (performance.now() >= giveUpAt) throw error;
    }
  }
}

/** Waits for a database that is away. One check runs for all, not one for each who waits. */
export class Reachability {
  readonly #look: () => Promise<unknown>;
  readonly #lookUntilBack = sharedRun(() => this.#repeatLook());
  #waiting = 0;

  /** `look` must fail with a lost connection as long as the database cannot be written to. */
  constructor(look: () => Promise<unknown>) {
    this.#look = look;
  }

  /**
   * Repeats `work` after its connection was lost, which must do no harm. Throws DatabaseUnavailableError when
   * the database is not back by `until` (`performance.now()`), has no connection free, or too much waits.
   */
  async repeatUntilBack<Result>(work: () => Promise<Result>, until?: number): Promise<Result> {
    const giveUpAt = until ?? performance.now() + waitingTimeLeft();
    const mayWait = (error: unknown) => isConnectionLost(error) && this.#waiting < MOST_WAITING;
    let hasWaited = false;
    const pause = async (leftMs: number) => {
      // A server whose disk is full answers the check, and refuses the work.
      if (hasWaited) await delay(ASK_EVERY_MS);
      hasWaited = true;
      await this.#untilBack(leftMs);
    };
    try {
      return await retryWhile(() => asAttempt(work), mayWait, pause, giveUpAt);
    } catch (cause) {
      throw isConnectionLost(cause) || isNoneFree(cause) ? new DatabaseUnavailableError(cause) : cause;
    }
  }

  async #untilBack(leftMs: number): Promise<void> {
    const back = this.#lookUntilBack();
    const late = Promise.withResolvers<void>();
    // Rounded up, since a timer that fires early would leave time for one more attempt.
    const limit = setTimeout(late.resolve, Math.ceil(leftMs) + 1);
    const beganAt = performance.now();
    this.#waiting += 1;
    await Promise.race([back, late.promise]);
    this.#waiting -= 1;
    countWaiting(beganAt, performance.now());
    clearTimeout(limit);
  }

  async #repeatLook(): Promise<void> {
    const giveUpAt = performance.now() + WAIT_MS;
    let pause = FIRST_LOOK_AFTER_MS;
    do {
      await delay(pause);
      pause = ASK_EVERY_MS;
      try {
        await this.#look();
        return;
      } catch (error) {
        // Any other failure ends the wait: the work that waits then fails in the same way and reports it.
        if (!isConnectionLost(error)) return;
      }
    } while (performance.now() < giveUpAt);
  }
}

/** The function, but calls that come while it runs share that run and what becomes of it. */
export function sharedRun<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () => {
    running ??= aboutNobody(run).finally(() => {
      running = undefined;
    });
    return running;
  };
}
