import { setTimeout } from 'node:timers/promises';
import type { Update } from 'grammy/types';
import type { Log } from '../../kit/log.ts';
import type { TelegramClient } from '../telegram/client.ts';
import { TelegramError } from '../telegram/errors.ts';
import { pauseAfter } from '../telegram/pauses.ts';
import type { Duty } from './duty.ts';
import { UPDATE_KINDS } from './sender-of.ts';

/** How long Telegram waits for an update before it answers that there is none. */
const WAIT_SECONDS = 25;
/** How much longer its answer may take to arrive. */
const GRACE_MILLIS = 10_000;
const PAUSES = { first: 200, longest: 5_000 };

/**
 * Asks Telegram for updates while this process is on duty. `take` writes down what has come: Telegram forgets
 * it when it is asked for the next.
 */
export async function poll(
  client: TelegramClient,
  { take, log, duty }: { take: (updates: Update[]) => Promise<void>; log: Log; duty: Duty },
): Promise<void> {
  const { signal } = duty;
  let offset: number | undefined;
  let failures = 0;
  while (!signal.aborted && duty.isHeld()) {
    try {
      const payload = { offset, timeout: WAIT_SECONDS, allowed_updates: UPDATE_KINDS };
      const millis = WAIT_SECONDS * 1_000 + GRACE_MILLIS;
      const updates = await client.call<Update[]>({ method: 'getUpdates', payload }, { signal, millis });
      if (updates.length > 0) await take(updates);
      // After a week without updates Telegram goes on with any id: an old offset would confirm lower ones
      // that nobody has read. An empty answer has confirmed all that came before it, so none is needed.
      offset = updates.length > 0 ? Math.max(...updates.map(({ update_id: id }) => id + 1)) : undefined;
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      // 409: another process polls, or a webhook is set. One of the two ends.
      log.warn({ err: error }, 'updates could not be read from Telegram; trying again');
      failures += 1;
      const retryAfter = error instanceof TelegramError ? error.retryAfterSeconds : undefined;
      const pause = retryAfter === undefined ? pauseAfter(failures, PAUSES) : retryAfter * 1_000;
      await setTimeout(pause, undefined, { signal }).catch(() => {});
    }
  }
}
