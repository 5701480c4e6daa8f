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
const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60_000;

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

/** A session that was last used then or before has ended. */
export function endedWhenUsedBy(now: Date): Date {
  return new Date(now.getTime() - SESSION_LIFETIME_MS);
}

/** A use that was written then or before is written again. */
export function dueWhenWrittenBy(now: Date): Date {
  return new Date(now.getTime() - USE_WRITTEN_EVERY_MS);
}
