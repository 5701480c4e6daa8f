import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../kit/database.ts';
import { giveBackLease, takeLease } from '../../kit/lease.ts';

const LEASE = 'bot';
/** After this, in seconds, another process takes over from one that died. */
const HOLD_SECONDS = 15;
/** Two renewals may fail before the lease ends. */
const RENEW_EVERY_MS = 5_000;
/** How often a process that has nothing to do looks whether it may take over. */
const TRY_EVERY_MS = 2_000;

/**
 * Runs `work` in one process at a time, until `signal` is aborted: the one that holds the lease. The signal
 * that `work` gets is also aborted when the lease is lost.
 */
export async function onDuty(
  database: Database,
  { signal, log, work }: { signal: AbortSignal; log: Logger; work: (signal: AbortSignal) => Promise<void> },
): Promise<void> {
  const holder = randomUUID();
  const take = () => takeLease(database.sql, LEASE, holder, HOLD_SECONDS);
  while (!signal.aborted) {
    const askedAt = performance.now();
    const taken = await take().catch((error: unknown) => {
      log.warn({ err: error }, 'the lease of the bot could not be taken; trying again');
      return false;
    });
    if (taken) await whileHeld(take, askedAt, signal, work);
    else await setTimeout(TRY_EVERY_MS, undefined, { signal }).catch(() => {});
  }
  // If this fails, the lease ends by itself.
  await giveBackLease(database.sql, LEASE, holder).catch(() => {});
}

/** A renewal may hang for longer than the lease lasts, so its end is not left to the renewals. */
async function whileHeld(
  take: () => Promise<boolean>,
  takenAt: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const end = () => lost.abort();
  const endAfter = (startedAt: number) =>
    globalThis.setTimeout(end, startedAt + HOLD_SECONDS * 1_000 - performance.now());
  let expiry = endAfter(takenAt);
  const renewal = setInterval(async () => {
    const startedAt = performance.now();
    // What failed is tried again while the lease lasts.
    const held = await take().catch(() => undefined);
    if (held === false) end();
    if (!held) return;
    clearTimeout(expiry);
    expiry = endAfter(startedAt);
  }, RENEW_EVERY_MS);
  try {
    await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    clearInterval(renewal);
    clearTimeout(expiry);
  }
}
