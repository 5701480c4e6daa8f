import type { Sql } from '../kit/database.ts';
import { lowerUsage } from '../luxury/usage.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { LOOK_AGAIN_AFTER_MS } from './due-sweep.ts';
import type { Services } from './services.ts';

/**
 * Lowers what Luxury orders have used to what the upstream says now of their accounts, after a reading that
 * was wrong, or after traffic that was taken back twice was given again. Nothing is written of an order of
 * which something is open, or whose account cannot be read. Returns how many were lowered.
 */
export async function followDown(
  { database, traffic, clock }: Services,
  upstreamIds: readonly string[],
): Promise<number> {
  let lowered = 0;
  for (const upstreamId of upstreamIds) {
    const reading = await traffic.traffic(upstreamId).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
    });
    // What begins after this reading asks the upstream for something later, too.
    const lower = async (tx: Sql) =>
      reading && !(await isOpen(tx, upstreamId, clock.now())) && lowerUsage(tx, upstreamId, reading);
    if (await database.inTransaction(lower)) lowered += 1;
  }
  return lowered;
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
