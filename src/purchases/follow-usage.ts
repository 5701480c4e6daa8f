import type { Sql } from '../kit/database.ts';
import { lowerUsage } from '../luxury/lower-usage.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { LOOK_AGAIN_AFTER_MS } from './due-sweep.ts';
import type { Services } from './services.ts';

/**
 * Lowers what a Luxury order has used to what the upstream says now, after a reading that was wrong, or after
 * traffic that was taken back twice was given again. Nothing is written while something of the order is open.
 * Returns whether it was lowered. Throws UpstreamError.
 */
export async function followDown(
  { database, traffic, clock }: Services,
  upstreamId: string,
): Promise<boolean> {
  const reading = await traffic.traffic(upstreamId);
  // What begins after this reading asks the upstream for something later, too.
  return database.inTransaction(
    async (tx) => !(await isOpen(tx, upstreamId, clock.now())) && lowerUsage(tx, upstreamId, reading),
  );
}

/** Does so for accounts that earlier readings have named. What fails is named again. */
export async function followAllDown(services: Services, upstreamIds: readonly string[]): Promise<void> {
  for (const upstreamId of upstreamIds)
    await followDown(services, upstreamId).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
    });
}

/**
 * Whether the upstream may have more or less than what was paid for: an operation runs, settings are in
 * doubt, or a sweep has the account or is due within the time that a call may take effect late.
 */
async function isOpen(db: Sql, upstreamId: string, now: Date): Promise<boolean> {
  const soon = new Date(now.getTime() + LOOK_AGAIN_AFTER_MS);
  const row = await db
    .selectFrom('luxury_traffic as t')
    .innerJoin('luxury_settings as s', (join) =>
      join.onRef('s.reseller_id', '=', 't.reseller_id').onRef('s.order_id', '=', 't.order_id'),
    )
    .leftJoin('operations as o', (join) =>
      join.onRef('o.reseller_id', '=', 't.reseller_id').onRef('o.order_id', '=', 't.order_id'),
    )
    .leftJoin('sweeps as w', 'w.operation_id', 'o.id')
    .select('t.order_id')
    .where('t.upstream_id', '=', upstreamId)
    .where(({ eb, or }) =>
      or([
        eb('o.state', '=', 'running'),
        eb('s.change_token', 'is not', null),
        eb('t.swept_until', '>', now),
        eb('w.due_at', '<=', soon),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
