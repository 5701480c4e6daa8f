import { setTimeout } from 'node:timers/promises';
import type { Update } from 'grammy/types';
import type { Logger } from 'pino';
import type { TelegramClient } from '../telegram/client.ts';
import { TelegramError } from '../telegram/errors.ts';
import { UPDATE_KINDS } from './sender-of.ts';

/** How long Telegram waits for an update before it answers that there is none. */
const WAIT_SECONDS = 25;
/** How much longer its answer may take to arrive. */
const GRACE_MILLIS = 10_000;
/** Pauses after failures: each is twice the one before, up to the longest. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Asks Telegram for updates until it is aborted. `take` writes down what has come: Telegram forgets it when it
 * is asked for the next.
 */
export async function poll(
  client: TelegramClient,
  { take, log, signal }: { take: (updates: Update[]) => Promise<void>; log: Logger; signal: AbortSignal },
): Promise<void> {
  let offset: number | undefined;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      const payload = { offset, timeout: WAIT_SECONDS, allowed_updates: UPDATE_KINDS };
      const millis = WAIT_SECONDS * 1_000 + GRACE_MILLIS;
      const updates = await client.call<Update[]>({ method: 'getUpdates', payload }, { signal, millis });
      if (updates.length > 0) await take(updates);
      offset = updates.reduce((next, { update_id: id }) => Math.max(next, id + 1), offset ?? 0) || undefined;
      pause = FIRST_PAUSE_MS;
    } catch (error) {
      if (signal.aborted) return;
      // 409: another process polls, or a webhook is set. One of the two ends.
      log.warn({ err: error }, 'updates could not be read from Telegram; trying again');
      const retryAfter = error instanceof TelegramError ? error.retryAfterSeconds : undefined;
      await setTimeout(retryAfter === undefined ? pause : retryAfter * 1_000, undefined, { signal }).catch(
        () => {},
      );
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
    }
  }
}
