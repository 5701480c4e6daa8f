import { randomUUID } from 'node:crypto';
import type { Sql } from '../kit/database.ts';
import { Lease } from '../kit/lease.ts';
import type { OrderName } from '../orders/order.ts';

/** A sweep makes three calls between two renewals, and an upstream may answer each at the last moment. */
const SWEEP_LEASE = new Lease('luxury_traffic', { token: 'sweep_token', until: 'swept_until', seconds: 60 });

/** An order's account at the upstream, for one sweep only. */
export interface SweptAccount extends OrderName {
  upstreamId: string;
  /** What was paid for, when it was taken. */
  totalBytes: bigint;
  /** GB that the upstream was asked to take back and has not been given again, when it was taken. */
  takenBackGb: number;
  token: string;
}

/** Takes an order's account for one sweep; undefined while another sweep has it. */
export async function takeForSweep(
  db: Sql,
  { resellerId, orderId }: OrderName,
  now: Date,
): Promise<SweptAccount | undefined> {
  const token = randomUUID();
  const row = await db
    .updateTable('luxury_traffic')
    .set(SWEEP_LEASE.taken(token, now))
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where(SWEEP_LEASE.isFreeFor(token, now))
    .returning(['upstream_id', 'total_bytes', 'taken_back_gb'])
    .executeTakeFirst();
  return (
    row && {
      resellerId,
      orderId,
      upstreamId: row.upstream_id,
      totalBytes: BigInt(row.total_bytes),
      takenBackGb: row.taken_back_gb,
      token,
    }
  );
}

/**
 * Keeps the account for another while and adds to what was taken back, in one statement. False, and nothing
 * is written, where another sweep has taken the account meanwhile or traffic was added.
 *
 * @param takenBackGb negative for what is given again.
 */
export async function prolongSweep(
  tx: Sql,
  { resellerId, orderId, token, totalBytes }: SweptAccount,
  takenBackGb: number,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('luxury_traffic')
    .set((eb) => ({
      ...SWEEP_LEASE.renewed(now),
      taken_back_gb: eb('taken_back_gb', '+', takenBackGb),
    }))
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where('total_bytes', '=', Number(totalBytes))
    .where(SWEEP_LEASE.isHeldBy(token))
    .returning('order_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets go of the account, if it is still this sweep's. */
export async function endSweep(db: Sql, { resellerId, orderId, token }: SweptAccount): Promise<void> {
  await db
    .updateTable('luxury_traffic')
    .set(SWEEP_LEASE.givenBack())
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where(SWEEP_LEASE.isHeldBy(token))
    .execute();
}
