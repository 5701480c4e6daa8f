import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ProviderError, toProviderError } from '../catalog/errors.ts';
import type { Sql } from '../kit/database.ts';
import { whileRenewed } from '../kit/while-renewed.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { SETTINGS_COLUMNS, type SettingsRow, toSettings } from './read-settings.ts';
import type { LuxuryServices } from './services.ts';
import type { LuxurySettings } from './settings.ts';
import type { OrderName } from './traffic.ts';

/** How long an order stays with whoever changes it, unless renewed: a dead process keeps nobody waiting for longer. */
const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 5_000;
/** How long a change waits for another one of the same order, and how often it looks. */
const BUSY_WAIT_MS = 10_000;
const BUSY_RETRY_MS = 50;
/** How long the upstream is left alone after a repair that failed. */
const REPAIR_RETRY_MS = 30_000;
/** How long a call whose answer was lost may still land at the upstream, and undo a repair that came before it. */
const STRAGGLING_MS = 120_000;

/** An order that is being changed at the upstream, by nobody else meanwhile. */
export interface Held extends OrderName {
  upstreamId: string;
  settings: LuxurySettings;
  /**
   * Whether the upstream may differ from what is written here: an earlier change was cut off or failed half-way, or this one has
   * begun. To be set before the upstream is asked for anything.
   */
  inDoubt: boolean;
  token: string;
}

/**
 * Changes an order at the upstream, where several calls may make up one change. Before the first call the order's row says that
 * it is in doubt, and `finish` takes that back in the transaction that writes the change down. Whatever ends in between, a
 * refusal, a lost answer, a crash, leaves the doubt behind, and the repair brings the upstream back to the row.
 *
 * Throws RequestInProgressError, and ProviderError for every UpstreamError of `work`.
 */
export async function changeAtUpstream<Result>(
  services: LuxuryServices,
  order: OrderName,
  work: (held: Held) => Promise<Result>,
): Promise<Result> {
  const held = await hold(services, order);
  try {
    return await whileHeld(services, held, work);
  } catch (error) {
    await release(services, held, error);
    throw toProviderError(error);
  }
}

/** Brings one order that is in doubt out of it, by `work`; returns whether there was one. */
export async function repairNext(
  services: LuxuryServices,
  work: (held: Held) => Promise<void>,
): Promise<boolean> {
  const held = await takeInDoubt(services);
  if (!held) return false;
  try {
    await whileHeld(services, held, work);
  } catch (error) {
    await release(services, held, error, after(services.clock.now(), REPAIR_RETRY_MS));
    if (!(error instanceof UpstreamError)) throw error;
  }
  return true;
}

/** Keeps the order while `work` runs, however long the upstream takes. What is not kept will not be written down, either. */
function whileHeld<Result>(
  { database, clock }: LuxuryServices,
  held: Held,
  work: (held: Held) => Promise<Result>,
): Promise<Result> {
  const renew = () =>
    sql`update luxury_settings set change_until = ${after(clock.now(), LEASE_MS)}
      where (reseller_id, order_id) = (${held.resellerId}, ${held.orderId}) and change_token = ${held.token}`.execute(
      database.sql,
    );
  return whileRenewed(RENEW_EVERY_MS, renew, () => work(held));
}

async function hold(services: LuxuryServices, order: OrderName): Promise<Held> {
  const giveUpAt = services.clock.now().getTime() + BUSY_WAIT_MS;
  for (;;) {
    const held = await take(services, sql`(reseller_id, order_id) = (${order.resellerId}, ${order.orderId})`);
    if (held) return held;
    if (services.clock.now().getTime() >= giveUpAt)
      throw new RequestInProgressError('Another change of this order is still running; retry in a moment.');
    await services.delay(BUSY_RETRY_MS);
  }
}

/** An order whose last change was not finished and whose changer is gone. */
function takeInDoubt(services: LuxuryServices): Promise<Held | undefined> {
  const now = services.clock.now();
  return take(
    services,
    sql`(reseller_id, order_id) = (select reseller_id, order_id from luxury_settings
      where change_token is not null and change_until <= ${now} and (repair_after is null or repair_after <= ${now})
      order by change_until limit 1 for update skip locked)`,
  );
}

async function take(
  { database, clock }: LuxuryServices,
  which: ReturnType<typeof sql>,
): Promise<Held | undefined> {
  const now = clock.now();
  const token = randomUUID();
  // An order that has the token already was taken by this very statement, whose answer was lost: what it was before is in doubt.
  const { rows } = await sql<SettingsRow & { reseller_id: string; upstream_id: string; in_doubt: boolean }>`
    with before as (
      select reseller_id, order_id, change_token is not null as in_doubt from luxury_settings
      where ${which} and (change_until is null or change_until <= ${now} or change_token = ${token}) for update
    )
    update luxury_settings s
    set change_token = ${token}, change_until = ${after(now, LEASE_MS)}, repair_after = null
    from before b join luxury_traffic t using (reseller_id, order_id)
    where (s.reseller_id, s.order_id) = (b.reseller_id, b.order_id)
    returning s.reseller_id, ${SETTINGS_COLUMNS}, t.upstream_id, b.in_doubt`.execute(database.sql);
  const [row] = rows;
  return (
    row && {
      resellerId: Number(row.reseller_id),
      orderId: Number(row.order_id),
      upstreamId: row.upstream_id,
      settings: toSettings(row),
      inDoubt: row.in_doubt,
      token,
    }
  );
}

function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}

/**
 * Takes the doubt back, in the transaction that writes down what the upstream has now. While an earlier call may still land it
 * stays, and one more repair follows when that is over. Throws ProviderError when the order was taken over meanwhile: whoever has
 * it now brings the upstream back to what is written.
 */
export async function finish(tx: Sql, { resellerId, orderId, token }: Held, now: Date): Promise<void> {
  const unsettled = sql`unsettled_until > ${now}`;
  const { rows } = await sql`
    update luxury_settings set
      change_token = case when ${unsettled} then change_token end,
      change_until = case when ${unsettled} then ${now}::timestamptz end,
      repair_after = case when ${unsettled} then unsettled_until end,
      unsettled_until = case when ${unsettled} then unsettled_until end
    where (reseller_id, order_id) = (${resellerId}, ${orderId}) and change_token = ${token}
    returning 1`.execute(tx);
  if (rows.length === 0) throw new ProviderError();
}

/** Ends a change that was written down and leaves an earlier doubt to the repair. Throws ProviderError as `finish` does. */
export async function leaveInDoubt(tx: Sql, { resellerId, orderId, token }: Held, now: Date): Promise<void> {
  const { rows } = await sql`
    update luxury_settings set change_until = ${now}
    where (reseller_id, order_id) = (${resellerId}, ${orderId}) and change_token = ${token}
    returning 1`.execute(tx);
  if (rows.length === 0) throw new ProviderError();
}

/**
 * Lets go of an order whose change was not written down. It stays in doubt, to be repaired at once or later, unless nothing was
 * asked of the upstream.
 */
async function release(
  { database, clock }: LuxuryServices,
  { resellerId, orderId, token, inDoubt }: Held,
  error: unknown,
  repairAfter?: Date,
): Promise<void> {
  const now = clock.now();
  const straggles = error instanceof UpstreamError && error.outcome === 'unknown';
  const unsettledUntil = after(now, STRAGGLING_MS);
  const order = sql`(reseller_id, order_id) = (${resellerId}, ${orderId})`;
  try {
    const { rows } = await sql`
      update luxury_settings
      set change_token = ${inDoubt ? token : null}, change_until = ${inDoubt ? now : null},
        repair_after = ${inDoubt ? (repairAfter ?? null) : null},
        unsettled_until = case when ${straggles} then ${unsettledUntil}::timestamptz else unsettled_until end
      where ${order} and change_token = ${token} returning 1`.execute(database.sql);
    if (rows.length > 0 || !inDoubt) return;
    // Somebody has taken the order over, and what this one asked of the upstream may have come after what they did.
    await sql`
      update luxury_settings
      set unsettled_until = ${unsettledUntil}, change_token = coalesce(change_token, ${token}::uuid),
        change_until = coalesce(change_until, ${now}::timestamptz)
      where ${order}`.execute(database.sql);
  } catch {
    // What cannot be said now the end of the lease says: then the order is in doubt.
  }
}
