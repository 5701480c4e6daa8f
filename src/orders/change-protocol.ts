import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ProviderError, toProviderError } from '../catalog/errors.ts';
import { tell } from '../events/tell.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { Lease } from '../kit/lease.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TermProtocol, TermUpstream } from '../upstreams/term.ts';
import { NotChangeableError, RequestInProgressError } from './errors.ts';
import { findOrder, type OrderName } from './order.ts';
import { readPurchase } from './proxies.ts';

export interface TermServices {
  database: Database;
  clock: Clock;
  term: TermUpstream;
}

/**
 * The row of an order is there from before the call of the upstream until the protocol is written. It is not
 * renewed: two calls have 20 seconds each, and one without an answer may take effect for two minutes more.
 * Then the change was done or never will be, and the next one, or the repair, may have the order.
 */
const LEASE = new Lease('protocol_changes', { token: 'token', until: 'until', seconds: 180 });

/**
 * Has the proxies of a term order speak another protocol, at no cost. Their ports may change with it. May be
 * repeated: the upstream is asked also for the protocol that the order has.
 *
 * Throws OrderNotFoundError, NotChangeableError, RequestInProgressError, and ProviderError: the order then
 * stays as it was, and where the upstream may have changed some of it, `repairProtocol` changes that back.
 */
export async function changeProtocol(
  services: TermServices,
  { resellerId, orderId }: OrderName,
  protocol: TermProtocol,
): Promise<void> {
  const { database, clock } = services;
  const name = { resellerId, orderId };
  const order = await findOrder(database.sql, resellerId, orderId, clock.now());
  if (order.billing === 'per_gb') throw new NotChangeableError(orderId, 'luxury');
  if (order.status === 'expired') throw new NotChangeableError(orderId, 'ended');
  const token = randomUUID();
  const row = await take(database.sql, name, { token, now: clock.now() });
  if (!row)
    throw new RequestInProgressError(
      'An earlier change of this order’s protocol is under way, or it is not known yet whether it was done; retry in three minutes.',
    );
  try {
    await change(services, name, protocol, token);
  } catch (error) {
    const isUndone = error instanceof UpstreamError && error.outcome !== 'unknown';
    if (isUndone && !row.wasThere) await endChange(database.sql, name, token);
    throw toProviderError(error);
  }
}

/**
 * Brings the upstream back to the protocol of one order whose change was cut off or has failed, and returns
 * whether there was one. Any number of processes may do this. What fails is tried again after its lease.
 */
export async function repairProtocol(services: TermServices): Promise<boolean> {
  const { database, clock } = services;
  const token = randomUUID();
  const name = await takeInDoubt(database.sql, token, clock.now());
  if (!name) return false;
  const { resellerId, orderId } = name;
  const order = await findOrder(database.sql, resellerId, orderId, clock.now());
  const isOver = order.status === 'expired' && !order.renewable;
  try {
    if (!isOver) await change(services, name, order.protocol as TermProtocol, token);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.outcome !== 'gone') return true;
  }
  // After a change it has ended already. Nobody can use what is over or gone.
  await endChange(database.sql, name, token);
  return true;
}

function takeInDoubt(db: Sql, token: string, now: Date): Promise<OrderName | undefined> {
  const due = db
    .selectFrom('protocol_changes')
    .select(['reseller_id', 'order_id'])
    .where(LEASE.hasLapsed(now))
    .orderBy('until')
    .limit(1)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('protocol_changes')
    .set(LEASE.taken(token, now))
    .where((eb) => eb(eb.refTuple('reseller_id', 'order_id'), '=', due.$asTuple('reseller_id', 'order_id')))
    .returning(['reseller_id as resellerId', 'order_id as orderId'])
    .executeTakeFirst();
}

/**
 * Undefined while another has it, unless it is forced. The row itself could not tell whether it was there:
 * Citus hands on no system column.
 */
async function take(
  db: Sql,
  { resellerId, orderId }: OrderName,
  { token, now, isForced = false }: { token: string; now: Date; isForced?: boolean },
) {
  const taken = LEASE.taken(token, now);
  const before = db
    .selectFrom('protocol_changes')
    .select('order_id')
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId);
  const write = db
    .insertInto('protocol_changes')
    .values({ reseller_id: resellerId, order_id: orderId, ...taken })
    .onConflict((conflict) => {
      const update = conflict.columns(['reseller_id', 'order_id']).doUpdateSet(taken);
      return isForced ? update : update.where(LEASE.isFreeFor(token, now));
    })
    .returning('order_id');
  const { rows } = await sql<{ wasThere: boolean }>`
    with before as materialized ${before}, written as (${write})
    select exists (select 1 from before) as "wasThere" from written`.execute(db);
  return rows[0];
}

/** Throws UpstreamError, and ProviderError when the lease was lost. */
async function change(
  { database, clock, term }: TermServices,
  { resellerId, orderId }: OrderName,
  protocol: TermProtocol,
  token: string,
): Promise<void> {
  const name = { resellerId, orderId };
  const { bought, upstreamIds } = await readPurchase(database.sql, name);
  const proxies = await term.setProtocol(bought, upstreamIds, protocol);
  const isHeld = await database.inTransaction(async (tx) => {
    if (!(await endChange(tx, name, token))) return false;
    await sql`
      update proxies p set host = a.host, port = a.port
      from unnest(
        ${proxies.map(({ upstreamId }) => upstreamId)}::text[], ${proxies.map(({ host }) => host)}::text[],
        ${proxies.map(({ port }) => port)}::int[]
      ) a (upstream_id, host, port)
      where p.reseller_id = ${resellerId} and p.order_id = ${orderId} and p.upstream_id = a.upstream_id
        and (p.host, p.port) <> (a.host, a.port)`.execute(tx);
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ protocol })
      .where('reseller_id', '=', resellerId)
      .where('id', '=', orderId)
      .where('protocol', '<>', protocol)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await tell(tx, [{ type: 'order.protocol_changed', ...name, at: clock.now() }]);
    return true;
  });
  if (isHeld) return;
  // Another has taken the order over, and the upstream may have done this change after theirs.
  await take(database.sql, name, { token, now: clock.now(), isForced: true });
  throw new ProviderError();
}

/** Whether the token still was there. */
async function endChange(db: Sql, { resellerId, orderId }: OrderName, token: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('protocol_changes')
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where(LEASE.isHeldBy(token))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
