import { toProviderError } from '../catalog/errors.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import type { OrderName } from '../orders/order.ts';
import { isFailureOfWork, UpstreamError } from '../upstreams/failure.ts';
import { REPAIR } from './repair-job.ts';
import type { LuxuryServices } from './services.ts';
import {
  giveBackLease,
  type LeasedOrder,
  repairOf,
  takeInDoubt,
  takeLease,
  whileLeased,
} from './settings-lease.ts';

/**
 * How long a settings change waits for another one of the same order, and how often it tries to take the
 * lease.
 */
const BUSY_WAIT_MS = 10_000;
const BUSY_RETRY_MS = 50;

/**
 * Runs `work`, which changes an order at the upstream by one or more calls, under the lease of the order's
 * settings. The order is marked as in doubt before the first call, and `finish` takes the mark back in the
 * transaction that writes the new settings. Whatever ends the work in between, such as a refusal, a lost
 * answer or a crash, leaves the order in doubt, and the repair brings the upstream back to the stored
 * settings.
 *
 * Throws RequestInProgressError, and ProviderError for every UpstreamError of `work`.
 */
export async function changeAtUpstream<Result>(
  services: LuxuryServices,
  order: OrderName,
  work: (leased: LeasedOrder) => Promise<Result>,
): Promise<Result> {
  const leased = await takeWhenFree(services, order);
  try {
    return await whileLeased(services.database.sql, leased, services.clock, work);
  } catch (error) {
    await giveBack(services, leased, error).catch(() => {});
    throw toProviderError(error);
  }
}

/**
 * Brings one order that is in doubt out of it, by `work`; returns whether there was one. Throws what is not an
 * upstream's failure, too, once it is noted.
 */
export async function repairNext(
  services: LuxuryServices,
  work: (leased: LeasedOrder) => Promise<void>,
): Promise<boolean> {
  const { database, clock } = services;
  const leased = await takeInDoubt(database.sql, clock.now());
  if (!leased) return false;
  try {
    await whileLeased(database.sql, leased, clock, work);
  } catch (error) {
    await releaseUnrepaired(services, leased, error).catch(() => {});
    if (!(error instanceof UpstreamError)) throw error;
  }
  return true;
}

async function takeWhenFree(
  { database, clock, delay }: LuxuryServices,
  order: OrderName,
): Promise<LeasedOrder> {
  const giveUpAt = clock.now().getTime() + BUSY_WAIT_MS;
  for (;;) {
    const leased = await takeLease(database.sql, order, clock.now());
    if (leased) return leased;
    if (clock.now().getTime() >= giveUpAt)
      throw new RequestInProgressError('Another change of this order is still running; retry in a moment.');
    await delay(BUSY_RETRY_MS);
  }
}

/**
 * Lets go of an order whose change was not written down. It stays in doubt, to be repaired, unless nothing was
 * asked of the upstream. What cannot be said now the end of the lease says: then the order is in doubt.
 */
async function giveBack(
  { database, clock }: LuxuryServices,
  leased: LeasedOrder,
  error: unknown,
): Promise<void> {
  await giveBackLease(database.sql, leased, straggles(error), clock.now());
}

/** The same after a repair, which is put off, and given up in the end. */
async function releaseUnrepaired(
  services: LuxuryServices,
  leased: LeasedOrder,
  error: unknown,
): Promise<void> {
  if (!isFailureOfWork(error)) return giveBack(services, leased, error);
  const now = services.clock.now();
  await services.database.inTransaction(async (tx) => {
    const isOurs = await giveBackLease(tx, leased, straggles(error), now);
    if (isOurs) await REPAIR.fail(tx, repairOf(leased), error, now);
  });
}

/** Whether a call that the work ended with may still land at the upstream. */
function straggles(error: unknown): boolean {
  return error instanceof UpstreamError && error.outcome === 'unknown';
}
