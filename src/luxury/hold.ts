import { randomUUID } from 'node:crypto';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { ProviderError, toProviderError } from '../catalog/errors.ts';
import type { Sql } from '../kit/database.ts';
import type { Tables } from '../kit/tables.ts';
import { whileRenewed } from '../kit/while-renewed.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { SETTING_COLUMNS } from './read-settings.ts';
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
    heldRow(database.sql, held)
      .set({ change_until: after(clock.now(), LEASE_MS) })
      .execute();
  return whileRenewed(RENEW_EVERY_MS, renew, () => work(held));
}

async function hold(services: LuxuryServices, { resellerId, orderId }: OrderName): Promise<Held> {
  const giveUpAt = services.clock.now().getTime() + BUSY_WAIT_MS;
  for (;;) {
    const held = await take(services, (eb) => eb.and({ reseller_id: resellerId, order_id: orderId }));
    if (held) return held;
    if (services.clock.now().getTime() >= giveUpAt)
      throw new RequestInProgressError('Another change of this order is still running; retry in a moment.');
    await services.delay(BUSY_RETRY_MS);
  }
}

/** An order whose last change was not finished and whose changer is gone. */
function takeInDoubt(services: LuxuryServices): Promise<Held | undefined> {
  const now = services.clock.now();
  return take(services, ({ eb, refTuple, selectFrom }) =>
    eb(
      refTuple('reseller_id', 'order_id'),
      '=',
      selectFrom('luxury_settings')
        .select(['reseller_id', 'order_id'])
        .where('change_token', 'is not', null)
        .where('change_until', '<=', now)
        .where(({ or, eb: of }) => or([of('repair_after', 'is', null), of('repair_after', '<=', now)]))
        .orderBy('change_until')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .$asTuple('reseller_id', 'order_id'),
    ),
  );
}

async function take(
  { database, clock }: LuxuryServices,
  which: (eb: ExpressionBuilder<Tables, 'luxury_settings'>) => Expression<SqlBool>,
): Promise<Held | undefined> {
  const now = clock.now();
  const token = randomUUID();
  const row = await database.sql
    .with('before', (db) =>
      db
        .selectFrom('luxury_settings')
        .select((eb) => [
          'reseller_id',
          'order_id',
          eb('change_token', 'is not', null).$castTo<boolean>().as('in_doubt'),
        ])
        .where(which)
        .where((eb) =>
          eb.or([
            eb('change_until', 'is', null),
            eb('change_until', '<=', now),
            // An order that has the token already was taken by this very statement, whose answer was lost: what it was before is in doubt.
            eb('change_token', '=', token),
          ]),
        )
        .forUpdate(),
    )
    .updateTable('luxury_settings as s')
    .from('before as b')
    .innerJoin('luxury_traffic as t', (join) =>
      join.onRef('t.reseller_id', '=', 'b.reseller_id').onRef('t.order_id', '=', 'b.order_id'),
    )
    .set({ change_token: token, change_until: after(now, LEASE_MS), repair_after: null })
    .whereRef('s.reseller_id', '=', 'b.reseller_id')
    .whereRef('s.order_id', '=', 'b.order_id')
    .returning(['s.reseller_id', 's.order_id', 't.upstream_id', 'b.in_doubt', ...SETTING_COLUMNS])
    .executeTakeFirst();
  if (!row) return undefined;
  const { reseller_id: resellerId, order_id: orderId, upstream_id: upstreamId, in_doubt, ...settings } = row;
  return { resellerId, orderId, upstreamId, settings, inDoubt: in_doubt, token };
}

/** An update of the order's row, for as long as nobody has taken the order over. */
function heldRow(db: Sql, { resellerId, orderId, token }: Held) {
  return db
    .updateTable('luxury_settings')
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where('change_token', '=', token);
}

function after(instant: Date, milliseconds: number): Date {
  return new Date(instant.getTime() + milliseconds);
}

/**
 * Takes the doubt back, in the transaction that writes down what the upstream has now. While an earlier call may still land it
 * stays, and one more repair follows when that is over. Throws ProviderError when the order was taken over meanwhile: whoever has
 * it now brings the upstream back to what is written.
 */
export async function finish(tx: Sql, held: Held, now: Date): Promise<void> {
  const { numUpdatedRows } = await heldRow(tx, held)
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
}

/** Ends a change that was written down and leaves an earlier doubt to the repair. Throws ProviderError as `finish` does. */
export async function leaveInDoubt(tx: Sql, held: Held, now: Date): Promise<void> {
  const { numUpdatedRows } = await heldRow(tx, held).set({ change_until: now }).executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ProviderError();
}

/**
 * Lets go of an order whose change was not written down. It stays in doubt, to be repaired at once or later, unless nothing was
 * asked of the upstream.
 */
async function release(
  { database, clock }: LuxuryServices,
  held: Held,
  error: unknown,
  repairAfter?: Date,
): Promise<void> {
  const { resellerId, orderId, token, inDoubt } = held;
  const now = clock.now();
  const straggles = error instanceof UpstreamError && error.outcome === 'unknown';
  const unsettledUntil = after(now, STRAGGLING_MS);
  try {
    const { numUpdatedRows } = await heldRow(database.sql, held)
      .set({
        ...(inDoubt
          ? { change_until: now, repair_after: repairAfter ?? null }
          : { change_token: null, change_until: null, repair_after: null }),
        ...(straggles && { unsettled_until: unsettledUntil }),
      })
      .executeTakeFirst();
    if (numUpdatedRows > 0n || !inDoubt) return;
    // Somebody has taken the order over, and what this one asked of the upstream may have come after what they did.
    await database.sql
      .updateTable('luxury_settings')
      .set(({ fn }) => ({
        unsettled_until: unsettledUntil,
        change_token: fn.coalesce('change_token', sql<string>`${token}::uuid`),
        change_until: fn.coalesce('change_until', sql<Date>`${now}::timestamptz`),
      }))
      .where('reseller_id', '=', resellerId)
      .where('order_id', '=', orderId)
      .execute();
  } catch {
    // What cannot be said now the end of the lease says: then the order is in doubt.
  }
}
