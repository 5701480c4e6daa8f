import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { retryJobs } from '../../src/purchases/recovery.ts';
import type { System } from './system.ts';

/** The service's guarantee, in ms: so long after the last fault no operation is unfinished. */
const CALM_WITHIN_MS = 60_000;
/**
 * When every order's settings are certain, in ms: a call takes 20 s, it may take effect up to two minutes
 * later, and then the repair follows.
 */
const CERTAIN_WITHIN_MS = 155_000;
/**
 * The last sweep of an operation is a day after its end. A sweep is put off by two minutes at most when it
 * meets another sweep of the same order, or has requested something. Each of these rounds ends one sweep of
 * every order, and no order has as many.
 */
const SWEEP_ROUNDS_SECONDS = [61, 601, 86_401, ...Array<number>(40).fill(121)];
/** How long the processes may take for all sweeps that are due at a time, in ms. */
const SWEPT_WITHIN_MS = 180_000;

/**
 * Waits until every operation is decided and every order's settings are repaired, at most a minute from
 * `lastFaultAt` (by `performance.now()`). Returns what is still open then, without settings that are in doubt
 * only because a late call may still take effect.
 */
export function untilRecovered({ services }: System, lastFaultAt: number): Promise<string[]> {
  return waitForNone(lastFaultAt + CALM_WITHIN_MS, () => unfinished(services.database.sql));
}

/**
 * Waits until no order's settings are in doubt any more. Returns those that are still in doubt when that
 * takes too long.
 */
export function untilCertain({ services }: System, lastFaultAt: number): Promise<string[]> {
  return waitForNone(lastFaultAt + CERTAIN_WITHIN_MS, () => inDoubt(services.database.sql));
}

/**
 * Marks every order as having no late call, and has repairs that failed tried at once. This is only true when
 * no fault was longer than a call; then nothing has to wait for two minutes.
 */
export async function nothingTakesEffectLate({ services }: System): Promise<void> {
  await sql`update luxury_settings set unsettled_until = now(), repair_after = now()
    where repair_after > now() or unsettled_until > now()`.execute(services.database.sql);
  await retryJobs(services, { job: 'repair' });
}

async function waitForNone(until: number, find: () => Promise<string[]>): Promise<string[]> {
  for (;;) {
    const open = await find();
    if (open.length === 0 || performance.now() > until) return open;
    await setTimeout(250);
  }
}

async function unfinished(db: System['services']['database']['sql']): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select format('%s %s of order %s, taken at %s', kind, id, order_id, created_at) as what
      from operations where state = 'running'
    union all select format('change of order %s, held until %s', order_id, change_until)
      from luxury_settings where change_token is not null and repair_after is null and not exists (
        select from job_failures where job = 'repair' and key = order_id::text)`.execute(db);
  return rows.map(({ what }) => what);
}

async function inDoubt(db: System['services']['database']['sql']): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select format('settings of order %s, to be repaired after %s', order_id, coalesce(repair_after, change_until)) as what
      from luxury_settings where change_token is not null`.execute(db);
  return rows.map(({ what }) => what);
}

/**
 * Moves the clock on until the processes have done every sweep that there will ever be. Returns the
 * operations that no sweep has finished.
 */
export async function untilSwept({ services, clock }: System): Promise<string[]> {
  const db = services.database.sql;
  for (const seconds of SWEEP_ROUNDS_SECONDS) {
    await clock.move(seconds);
    await waitForNone(performance.now() + SWEPT_WITHIN_MS, async () => {
      const due = sql`where due_at <= ${new Date(clock.now() - 2_000)}`;
      const { rows } = await sql<{ operation_id: string }>`select operation_id from sweeps ${due}`.execute(
        db,
      );
      return rows.map(({ operation_id }) => operation_id);
    });
    if ((await unswept(db)).length === 0) break;
  }
  return unswept(db);
}

async function unswept(db: System['services']['database']['sql']): Promise<string[]> {
  const { rows } = await sql<{ operation_id: string }>`select operation_id from sweeps`.execute(db);
  return rows.map(({ operation_id }) => `sweep of ${operation_id}`);
}
