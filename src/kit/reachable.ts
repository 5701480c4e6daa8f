import { setTimeout } from 'node:timers/promises';

/** How long a database that has gone away is waited for, in milliseconds: one that crashed is back within seconds. */
const REACH_WITHIN_MS = 10_000;
const ASK_EVERY_MS = 100;

/** SQLSTATEs of a server that ends, has crashed, comes up, or has lost the connection. */
const LOST_STATES = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006']);
const LOST_SOCKETS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** `pg` has no code for these. */
const LOST_MESSAGES = /^Connection terminated|is not queryable$/;
const NONE_FREE = /^timeout exceeded when trying to connect$/;

/** Whether a transaction was committed could not be found out. Whoever goes on must look for what it would have left. */
export class CommitUnknownError extends Error {
  constructor(options: ErrorOptions) {
    super('The database could not say in time whether a transaction was committed.', options);
    this.name = 'CommitUnknownError';
  }
}

/**
 * Does `work` again for as long as it fails because the database cannot be reached, and no longer than a person waits. For work
 * that may be done twice, or is known not to have been done when it fails so.
 */
export async function whileReachable<Result>(
  work: () => Promise<Result>,
  isPassing: (error: unknown) => boolean = isConnectionLost,
): Promise<Result> {
  const giveUpAt = performance.now() + REACH_WITHIN_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || performance.now() >= giveUpAt) throw error;
    }
    await setTimeout(ASK_EVERY_MS);
  }
}

/** Whether the connection is what failed, and nothing that was asked over it. */
export function isConnectionLost(error: unknown): boolean {
  // That one is caused by a lost connection, and work that may have been done is not done again.
  if (!(error instanceof Error) || error instanceof CommitUnknownError) return false;
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
