import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Database } from './database.ts';
import { giveBackLease, type TakenLease, takeLease } from './lease.ts';
import type { Log } from './log.ts';

/**
 * After this, in seconds, another process may take over from one that died. With its next look, and the time
 * in which it sends nothing yet, messages go out again within 15.
 */
const HOLD_SECONDS = 8;
/** Two renewals may fail before the lease ends. */
const RENEW_EVERY_MS = 2_500;
/** How often a process that has nothing to do looks whether it may take over. */
const TRY_EVERY_MS = 1_000;

/** What the holder of the lease gets. */
export interface Duty {
  /** Aborted when the lease is lost or the process stops. */
  signal: AbortSignal;
  /**
   * Whether the lease still lasts. A process that stood still hears of what came meanwhile before its timers
   * abort the signal, so this is asked right before each call that must not be made beside another process.
   */
  isHeld(): boolean;
  /**
   * Whether the process before this one lost the lease instead of giving it back: calls that it made may
   * still be under way.
   */
  afterLoss: boolean;
}

interface DutyOptions {
  /** Of the lease. */
  name: string;
  signal: AbortSignal;
  log: Log;
  work(duty: Duty): Promise<void>;
}

/** Runs `work` in one process at a time, until `signal` is aborted: the one that holds the lease. */
export async function onDuty(database: Database, { name, signal, log, work }: DutyOptions): Promise<void> {
  const holder = randomUUID();
  const take = () => takeLease(database.sql, name, holder, HOLD_SECONDS);
  while (!signal.aborted) {
    const askedAt = performance.now();
    const taken = await take().catch((error: unknown) => {
      log.warn({ err: error }, `the lease ${name} could not be taken; trying again`);
      return undefined;
    });
    if (taken) await whileHeld(take, { askedAt, afterLoss: taken.wasKept }, signal, work);
    else await setTimeout(TRY_EVERY_MS, undefined, { signal }).catch(() => {});
  }
  await giveBackLease(database.sql, name, holder);
}

/**
 * A renewal may hang for longer than the lease lasts, so its end is not left to the renewals. Those under way
 * are awaited: one that came after the lease was given back would take it again for nobody.
 */
async function whileHeld(
  take: () => Promise<TakenLease | undefined>,
  { askedAt, afterLoss }: { askedAt: number; afterLoss: boolean },
  signal: AbortSignal,
  work: (duty: Duty) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const end = () => lost.abort();
  let until = askedAt + HOLD_SECONDS * 1_000;
  const endInTime = () => globalThis.setTimeout(end, until - performance.now());
  let expiry = endInTime();
  async function renew(before: Promise<void> | undefined): Promise<void> {
    const startedAt = performance.now();
    // What failed is tried again while the lease lasts.
    const held = await take().catch(() => 'unknown' as const);
    if (!held) end();
    else if (held !== 'unknown') {
      clearTimeout(expiry);
      until = startedAt + HOLD_SECONDS * 1_000;
      expiry = endInTime();
    }
    await before;
  }
  let renewed: Promise<void> | undefined;
  const renewal = setInterval(() => {
    renewed = renew(renewed);
  }, RENEW_EVERY_MS);
  const isHeld = () => !lost.signal.aborted && performance.now() < until;
  try {
    await work({ signal: AbortSignal.any([signal, lost.signal]), isHeld, afterLoss });
  } finally {
    clearInterval(renewal);
    await renewed;
    clearTimeout(expiry);
  }
}
