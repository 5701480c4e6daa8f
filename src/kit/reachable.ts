import { setTimeout } from 'node:timers/promises';

/** How long a database that has gone away is waited for, in milliseconds: one that crashed is back within seconds. */
const REACH_WITHIN_MS = 10_000;
const ASK_EVERY_MS = 100;

/** SQLSTATEs of a server that ends, has crashed, comes up, or has lost the connection. */
const LOST_STATES = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006']);
const LOST_SOCKETS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** `pg` has no code for these; the last is that no connection was free in time. */
const LOST_MESSAGES = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/;

/**
 * Does `work` again for as long as it fails because the database cannot be reached, and no longer than a person waits. For work
 * that may be done twice, or is known not to have been done when it fails so.
 */
export async function whileReachable<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + REACH_WITHIN_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error) || performance.now() >= giveUpAt) throw error;
    }
    await setTimeout(ASK_EVERY_MS);
  }
}

/** Whether the connection is what failed, and nothing that was asked over it. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
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
