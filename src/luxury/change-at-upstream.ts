import { randomUUID } from 'node:crypto';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { ProviderError, toProviderError } from '../catalog/errors.ts';
import { tell } from '../events/tell.ts';
import type { Clock } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { isDatabaseUnavailable } from '../kit/database-errors.ts';
import { Retry } from '../kit/job-failures.ts';
import { Lease } from '../kit/lease.ts';
import { about } from '../kit/request.ts';
import type { Tables } from '../kit/tables.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import type { OrderName } from '../orders/order.ts';
import { rewriteCredentials } from '../orders/proxies.ts';
import { hasOutcome, UpstreamError } from '../upstreams/failure.ts';
import { AddressRefusedError } from '../upstreams/traffic.ts';
import { type LuxuryServices, SETTING_COLUMNS, storedCredentials, writeSettings } from './luxury-order.ts';
import { type LuxurySettings, toAccountSettings } from './settings.ts';

/** How long a change waits for another one of the same order, and how often it tries to take the lease. */
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
    const named = { reseller_id: order.resellerId, order_id: order.orderId };
    const leased = await take(database.sql, (eb) => eb.and(named), clock.now());
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
  let isUnsettled = false;
  await REPAIR.carryOut(services, repairOf(leased), {
    async work() {
      try {
        await keepSettingsLease(database.sql, leased, clock, () => repair(services, leased));
      } catch (error) {
        isUnsettled = hasOutcome(error, 'unknown');
        // The database was away: no failure is recorded, and the next round may have the order.
        if (!(error instanceof UpstreamError) && isDatabaseUnavailable(error))
          await giveBack(services, leased, error);
        throw error;
      }
    },
    giveBack: (tx) => giveBackSettingsLease(tx, leased, isUnsettled, clock.now()),
  });
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
    await em.flush();
    const repaired = { resellerId, orderId, at: clock.now(), cause: 'recovery' } as const;
    await tell(tx, [
      ...(kept === settings
        ? []
        : [{ type: 'order.settings_changed', facts: { changed: ['allowed_ips'] }, ...repaired } as const]),
      ...(known ? [] : [{ type: 'order.password_changed', ...repaired } as const]),
    ]);
  });
}

/** An allowed address that another account uses by now is left out, so that all else can be restored. */
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

/** When the database cannot be reached, the lease lapses, and the order is in doubt. */
function giveBack({ database, clock }: LuxuryServices, leased: LeasedOrder, error: unknown) {
  const isUnsettled = hasOutcome(error, 'unknown');
  return giveBackSettingsLease(database.sql, leased, isUnsettled, clock.now()).catch(() => {});
}

// The lease of an order's settings, kept in their row. Several processes use the same row at the same time,
// so each function is one statement, which the token fences.

/** A process that has died keeps other changes of the order waiting for at most this long. */
const LEASE = new Lease('luxury_settings', { token: 'change_token', until: 'change_until', seconds: 15 });
/** How long a call without an answer may still take effect, and so undo a repair that came before. */
const LATE_EFFECT_MS = 120_000;

/**
 * The repair of an order's settings at the upstream; the key is the order's number. Until it succeeds, the
 * proxies may behave differently from their settings, so all pauses are short. An upstream that is known to
 * be down is not called, so short pauses cost it nothing. 2,000 attempts take 33 to 67 hours.
 */
export const REPAIR = new Retry('repair', {
  firstPauseMs: 30_000,
  longestPauseMs: 120_000,
  attempts: 2_000,
  isExpected: (error) => error instanceof UpstreamError,
});

/** An order whose settings lease this process has: no other process changes it at the upstream meanwhile. */
export interface LeasedOrder extends OrderName {
  upstreamId: string;
  settings: LuxurySettings;
  /**
   * Whether the upstream may differ from the stored settings: an earlier change failed or was cut off, or
   * this one has begun. To be set before the first call of the upstream.
   */
  inDoubt: boolean;
  token: string;
  /** Attempts to repair it that have failed; null when none has. */
  failedRepairs: number | null;
}

/** Takes the lease of an order in doubt whose last lease has lapsed. */
function takeInDoubt(db: Sql, now: Date): Promise<LeasedOrder | undefined> {
  const due = db
    .selectFrom('luxury_settings')
    .select(['reseller_id', 'order_id'])
    .where('change_token', 'is not', null)
    .where(LEASE.hasLapsed(now))
    .where((eb) => eb.or([eb('repair_after', 'is', null), eb('repair_after', '<=', now)]))
    .where(({ cast }) => REPAIR.isReady(cast('luxury_settings.order_id', 'text'), now))
    .orderBy('change_until')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return take(
    db,
    (eb) => eb(eb.refTuple('reseller_id', 'order_id'), '=', due.$asTuple('reseller_id', 'order_id')),
    now,
  );
}

/** Takes the lease of an order; undefined where there is none, and while another change has it. */
async function take(
  db: Sql,
  which: (eb: ExpressionBuilder<Tables, 'luxury_settings'>) => Expression<SqlBool>,
  now: Date,
): Promise<LeasedOrder | undefined> {
  const token = randomUUID();
  const row = await db
    .with('before', (scope) =>
      scope
        .selectFrom('luxury_settings')
        .select((eb) => [
          'reseller_id',
          'order_id',
          eb('change_token', 'is not', null).$castTo<boolean>().as('in_doubt'),
        ])
        .where(which)
        // If the token is already there, this very statement was sent twice because its answer was lost. The
        // order counts as in doubt then, because what was stored before is not known.
        .where(LEASE.isFreeFor(token, now))
        .forUpdate(),
    )
    .updateTable('luxury_settings as s')
    .from('before as b')
    .innerJoin('luxury_traffic as t', (join) =>
      join.onRef('t.reseller_id', '=', 'b.reseller_id').onRef('t.order_id', '=', 'b.order_id'),
    )
    .set({ ...LEASE.taken(token, now), repair_after: null })
    .whereRef('s.reseller_id', '=', 'b.reseller_id')
    .whereRef('s.order_id', '=', 'b.order_id')
    .returning(['s.reseller_id as resellerId', 's.order_id as orderId', 't.upstream_id as upstreamId'])
    .returning(['b.in_doubt as inDoubt', ...SETTING_COLUMNS])
    .returning(({ cast }) => REPAIR.attempt(cast('s.order_id', 'text')).as('failedRepairs'))
    .executeTakeFirst();
  if (!row) return undefined;
  const { resellerId, orderId, upstreamId, inDoubt, failedRepairs, ...settings } = row;
  return { resellerId, orderId, upstreamId, settings, inDoubt, token, failedRepairs };
}

/** Renews the lease while `work` runs. If it is lost, the fence keeps the outcome from being written. */
function keepSettingsLease<Result>(
  db: Sql,
  leased: LeasedOrder,
  clock: Clock,
  work: (leased: LeasedOrder) => Promise<Result>,
): Promise<Result> {
  const renew = () => updateLeased(db, leased).set(LEASE.renewed(clock.now())).execute();
  const { resellerId, orderId } = leased;
  return about({ resellerId, orderId }, () => LEASE.keep(renew, () => work(leased)));
}

/**
 * Ends the doubt, in the transaction that writes the settings which the upstream has now. While an earlier
 * call without an answer may still take effect, the order stays in doubt, and one more repair follows after
 * that time. Throws ProviderError when the lease was lost: its new holder brings the upstream back to the
 * stored settings.
 */
export async function finish(tx: Sql, leased: LeasedOrder, now: Date): Promise<void> {
  const { numUpdatedRows } = await updateLeased(tx, leased)
    .set((eb) => {
      const whileUnsettled = eb.case().when('unsettled_until', '>', now);
      return {
        change_token: whileUnsettled.then(eb.ref('change_token')).end(),
        change_until: whileUnsettled.then(sql<Date>`${now}::timestamptz`).end(),
        repair_after: whileUnsettled.then(eb.ref('unsettled_until')).end(),
        unsettled_until: whileUnsettled.then(eb.ref('unsettled_until')).end(),
      };
    })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ProviderError();
  await REPAIR.succeed(tx, repairOf(leased));
}

/** Ends a change that was written; an earlier doubt is left to the repair. Throws as `finish` does. */
export async function leaveInDoubt(tx: Sql, leased: LeasedOrder, now: Date): Promise<void> {
  const { numUpdatedRows } = await updateLeased(tx, leased).set(LEASE.ended(now)).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ProviderError();
}

/**
 * Gives back an order whose change was not written. It stays in doubt unless the upstream was not called.
 * Returns false when another worker had taken the order over.
 *
 * @param mayStillTakeEffect whether a call without an answer may still take effect at the upstream.
 */
async function giveBackSettingsLease(
  db: Sql,
  leased: LeasedOrder,
  mayStillTakeEffect: boolean,
  now: Date,
): Promise<boolean> {
  const { resellerId, orderId, token, inDoubt } = leased;
  const unsettledUntil = new Date(now.getTime() + LATE_EFFECT_MS);
  const { numUpdatedRows } = await updateLeased(db, leased)
    .set({
      ...(inDoubt ? LEASE.ended(now) : LEASE.givenBack()),
      ...(mayStillTakeEffect && { unsettled_until: unsettledUntil }),
    })
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return true;
  if (!inDoubt) return false;
  // The upstream may have carried out this worker's calls after those of the worker that took the order over.
  await db
    .updateTable('luxury_settings')
    .set(({ fn }) => ({
      unsettled_until: unsettledUntil,
      change_token: fn.coalesce('change_token', sql<string>`${token}::uuid`),
      change_until: fn.coalesce('change_until', sql<Date>`${now}::timestamptz`),
    }))
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .execute();
  return false;
}

function repairOf({ orderId, failedRepairs }: LeasedOrder) {
  return { key: String(orderId), attempt: failedRepairs };
}

/** An update of the order's row that succeeds only while the token is still there. */
function updateLeased(db: Sql, { resellerId, orderId, token }: LeasedOrder) {
  return db
    .updateTable('luxury_settings')
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where(LEASE.isHeldBy(token));
}
