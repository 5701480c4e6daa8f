import { randomUUID } from 'node:crypto';
import type { Sql } from '../kit/database.ts';
import { Lease } from '../kit/lease.ts';
import type { OrderName } from '../orders/order.ts';

/**
 * A sweep makes three calls between two renewals, and each of them may take the whole time limit of a call.
 */
const SWEEP_LEASE = new Lease('luxury_traffic', { token: 'sweep_token', until: 'swept_until', seconds: 60 });

/** An order's account at the upstream, leased to one sweep. */
export interface SweptAccount extends OrderName {
  upstreamId: string;
  /** What was paid for in total, as of the start of the lease. */
  totalBytes: bigint;
  /**
   * GB that the upstream was asked to take back and that were not given again, as of the start of the lease.
   */
  takenBackGb: number;
  token: string;
}

/** Takes the lease of an order's account; undefined while another sweep has it. */
export async function takeForSweep(
  db: Sql,
  { resellerId, orderId }: OrderName,
  now: Date,
): Promise<SweptAccount | undefined> {
  const token = randomUUID();
  const row = await updateAccount(db, { resellerId, orderId })
    .set(SWEEP_LEASE.taken(token, now))
    .where(SWEEP_LEASE.isFreeFor(token, now))
    .returning(['upstream_id as upstreamId', 'total_bytes as totalBytes', 'taken_back_gb as takenBackGb'])
    .executeTakeFirst();
  return row && { resellerId, orderId, ...row, totalBytes: BigInt(row.totalBytes), token };
}

/**
 * Renews the lease and adds to what was taken back, in one statement. Returns false, and writes nothing, when
 * the lease was lost or traffic was added meanwhile.
 *
 * @param takenBackGb negative for traffic that is given again.
 */
export async function prolongSweep(
  tx: Sql,
  account: SweptAccount,
  takenBackGb: number,
  now: Date,
): Promise<boolean> {
  const row = await updateAccount(tx, account)
    .set((eb) => ({
      ...SWEEP_LEASE.renewed(now),
      taken_back_gb: eb('taken_back_gb', '+', takenBackGb),
    }))
    .where('total_bytes', '=', account.totalBytes)
    .where(SWEEP_LEASE.isHeldBy(account.token))
    .returning('order_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the lease, if this sweep still has it. */
export async function endSweep(db: Sql, account: SweptAccount): Promise<void> {
  await updateAccount(db, account)
    .set(SWEEP_LEASE.givenBack())
    .where(SWEEP_LEASE.isHeldBy(account.token))
    .execute();
}

function updateAccount(db: Sql, { resellerId, orderId }: OrderName) {
  return db
    .updateTable('luxury_traffic')
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId);
}
