import type { Sql } from '../kit/database.ts';
import type { OrderName } from '../orders/order.ts';

/** What a sweep has to know of the account that it takes. */
export interface SweptAccount {
  upstreamId: string;
  /** What was paid for. */
  totalBytes: bigint;
  /** GB that the upstream was asked to take back and has not been given again. */
  takenBackGb: number;
}

/** Takes an order's account for one sweep, until an instant; undefined while another sweep has it. */
export async function takeForSweep(
  db: Sql,
  { resellerId, orderId }: OrderName,
  until: Date,
  now: Date,
): Promise<SweptAccount | undefined> {
  const row = await db
    .updateTable('luxury_traffic')
    .set({ swept_until: until })
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where((eb) => eb.or([eb('swept_until', 'is', null), eb('swept_until', '<=', now)]))
    .returning(['upstream_id', 'total_bytes', 'taken_back_gb'])
    .executeTakeFirst();
  return (
    row && {
      upstreamId: row.upstream_id,
      totalBytes: BigInt(row.total_bytes),
      takenBackGb: row.taken_back_gb,
    }
  );
}

/**
 * Prolongs the sweep's hold and adds to what was taken back, in one statement. False, and nothing is written, where another sweep has
 * taken the account meanwhile or traffic was added: `until` is the sweep's fence, since who takes the account over writes a later one.
 *
 * @param takenBackGb negative for what is given again.
 */
export async function prolongSweep(
  tx: Sql,
  { resellerId, orderId, until, totalBytes }: OrderName & { until: Date; totalBytes: bigint },
  next: { until: Date; takenBackGb: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('luxury_traffic')
    .set((eb) => ({
      swept_until: next.until,
      taken_back_gb: eb('taken_back_gb', '+', next.takenBackGb),
    }))
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where('swept_until', '=', until)
    .where('total_bytes', '=', Number(totalBytes))
    .returning('order_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets go of the account, if it is still this sweep's. */
export async function endSweep(
  db: Sql,
  { resellerId, orderId, until }: OrderName & { until: Date },
): Promise<void> {
  await db
    .updateTable('luxury_traffic')
    .set({ swept_until: null })
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where('swept_until', '=', until)
    .execute();
}
