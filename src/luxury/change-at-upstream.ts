import { toProviderError } from '../catalog/errors.ts';
import { announce } from '../events/outbox.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import type { OrderName } from '../orders/order.ts';
import { rewriteCredentials } from '../orders/proxies.ts';
import { isFailureOfWork, UpstreamError } from '../upstreams/failure.ts';
import { AddressRefusedError } from '../upstreams/traffic.ts';
import { type LuxuryServices, storedCredentials, writeSettings } from './luxury-order.ts';
import { type LuxurySettings, toAccountSettings } from './settings.ts';
import {
  finish,
  giveBackSettingsLease,
  keepSettingsLease,
  type LeasedOrder,
  REPAIR,
  repairOf,
  takeInDoubt,
  takeSettingsLease,
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
    return await keepSettingsLease(services.database.sql, leased, services.clock, work);
  } catch (error) {
    await giveBack(services, leased, error);
    throw toProviderError(error);
  }
}

async function takeWhenFree(
  { database, clock, delay }: LuxuryServices,
  order: OrderName,
): Promise<LeasedOrder> {
  const giveUpAt = clock.now().getTime() + BUSY_WAIT_MS;
  for (;;) {
    const leased = await takeSettingsLease(database.sql, order, clock.now());
    if (leased) return leased;
    if (clock.now().getTime() >= giveUpAt)
      throw new RequestInProgressError('Another change of this order is still running; retry in a moment.');
    await delay(BUSY_RETRY_MS);
  }
}

/**
 * Brings the upstream back to the settings of one order in doubt, and finds out which password is valid
 * there. Returns whether there was such an order. Any number of processes may do this at the same time. A
 * failure is recorded. Throws it if it is not an UpstreamError, and GivenUpError.
 */
export async function repairOne(services: LuxuryServices): Promise<boolean> {
  const { database, clock } = services;
  const leased = await takeInDoubt(database.sql, clock.now());
  if (!leased) return false;
  try {
    await keepSettingsLease(database.sql, leased, clock, () => repair(services, leased));
  } catch (error) {
    if (isFailureOfWork(error)) await noteFailure(services, leased, error);
    else await giveBack(services, leased, error);
    if (!(error instanceof UpstreamError)) throw error;
  }
  return true;
}

async function repair(services: LuxuryServices, leased: LeasedOrder): Promise<void> {
  const { database, vault, clock, traffic } = services;
  const { upstreamId, settings, resellerId, orderId } = leased;
  const { login, password } = await traffic.find(upstreamId);
  const kept = await restore(services, upstreamId, settings);
  const stored = await storedCredentials(services, leased);
  const known = stored?.login === login && stored.password === password;
  await database.inUnitOfWork(async (em, tx) => {
    await finish(tx, leased, clock.now());
    if (known && kept === settings) return;
    if (kept !== settings) writeSettings(em, leased, { allowedIps: kept.allowedIps });
    if (!known) rewriteCredentials(em, vault, leased, { login, password });
    await announce(tx, [{ topic: 'order', resellerId, orderId }]);
  });
}

/**
 * An allowed address that another account uses by now cannot be restored: it is left out, so that everything
 * else can be.
 */
async function restore(
  services: LuxuryServices,
  upstreamId: string,
  settings: LuxurySettings,
): Promise<LuxurySettings> {
  try {
    await services.traffic.configure(upstreamId, toAccountSettings(settings));
    return settings;
  } catch (error) {
    if (!(error instanceof AddressRefusedError && error.isTaken)) throw error;
    const allowedIps = settings.allowedIps.filter((address) => address !== error.address);
    if (allowedIps.length === settings.allowedIps.length) throw error;
    return restore(services, upstreamId, { ...settings, allowedIps });
  }
}

/**
 * Gives back an order whose change was not written. It stays in doubt, to be repaired, unless the upstream
 * was not called. When the database cannot be reached, the lease lapses, and the order is in doubt.
 */
async function giveBack(
  { database, clock }: LuxuryServices,
  leased: LeasedOrder,
  error: unknown,
): Promise<void> {
  await giveBackSettingsLease(database.sql, leased, mayStillTakeEffect(error), clock.now()).catch(() => {});
}

/** Gives back an order that is still in doubt: the repair is put off, or given up. */
async function noteFailure(
  { database, clock }: LuxuryServices,
  leased: LeasedOrder,
  error: unknown,
): Promise<void> {
  const now = clock.now();
  await REPAIR.noteFailure(database, {
    ...repairOf(leased),
    error,
    now,
    giveBack: (tx) => giveBackSettingsLease(tx, leased, mayStillTakeEffect(error), now),
  });
}

/** Whether the last call has no answer and may still take effect at the upstream. */
function mayStillTakeEffect(error: unknown): boolean {
  return error instanceof UpstreamError && error.outcome === 'unknown';
}
