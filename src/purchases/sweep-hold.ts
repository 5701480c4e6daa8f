import { sql } from 'kysely';
import type { OrderName } from '../luxury/traffic.ts';
import { noteHouseItem } from './house-items.ts';
import { isBusy } from './is-busy.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';

/** Three calls that an upstream answers at the last moment. Who is slower loses the account, and writes nothing down any more. */
const HOLD_MS = 60_000;

/** A Luxury order's account at the upstream, for one sweep only. */
export interface HeldAccount extends OrderName {
  /** In whose name it is swept. */
  operationId: string;
  upstreamId: string;
  /** What was paid for, when the hold was taken. */
  totalBytes: bigint;
  /** What the upstream was asked to take back and has not been given again. */
  takenBackGb: number;
  /** Also the fence: who takes the account over writes a later instant, so whoever finds another one than this has lost it. */
  until: Date;
}

/** What changes in the books together with the next step, in GB. */
export interface Change {
  takenBackGb?: number;
  /** What nobody pays for and cannot be taken back. */
  houseGb?: number;
}

/** Takes the account for one sweep; undefined while another has it. A hold that has run out belongs to whoever comes first. */
export async function holdAccount(
  { database, clock }: Services,
  { id, resellerId, orderId }: Operation,
): Promise<HeldAccount | undefined> {
  const now = clock.now();
  const until = after(now);
  const { rows } = await sql<{ upstream_id: string; total_bytes: string; taken_back_gb: number }>`
    update luxury_traffic set swept_until = ${until}
    where reseller_id = ${resellerId} and order_id = ${orderId} and (swept_until is null or swept_until <= ${now})
    returning upstream_id, total_bytes, taken_back_gb`.execute(database.sql);
  const [row] = rows;
  return (
    row && {
      resellerId,
      orderId,
      operationId: id,
      upstreamId: row.upstream_id,
      totalBytes: BigInt(row.total_bytes),
      takenBackGb: Number(row.taken_back_gb),
      until,
    }
  );
}

/**
 * To be called before anything is asked for or noted that follows from a look at the upstream: writes `change` down and keeps the
 * hold for another while. False, and nothing is written, when the look is worth nothing any more: another sweep has taken the
 * account over, or an addition runs or has been paid for since.
 */
export async function proceed(
  { database, clock }: Services,
  held: HeldAccount,
  { takenBackGb = 0, houseGb = 0 }: Change,
): Promise<boolean> {
  const { resellerId, orderId, operationId, totalBytes } = held;
  const now = clock.now();
  const until = after(now);
  const isOurs = await database.transaction(async (_em, tx) => {
    if (await isBusy(tx, held)) return false;
    const { rows } = await sql`
      update luxury_traffic set swept_until = ${until}, taken_back_gb = taken_back_gb + ${takenBackGb}
      where reseller_id = ${resellerId} and order_id = ${orderId}
        and swept_until = ${held.until} and total_bytes = ${totalBytes}
      returning 1`.execute(tx);
    if (rows.length === 0) return false;
    if (houseGb > 0)
      await noteHouseItem(tx, { resellerId, operationId }, { unit: 'gb', quantity: houseGb }, now);
    return true;
  });
  if (isOurs) held.until = until;
  return isOurs;
}

/** Lets go of the account, if it is still this sweep's. What cannot be said now the end of the hold says. */
export async function releaseAccount(
  { database }: Services,
  { resellerId, orderId, until }: HeldAccount,
): Promise<void> {
  await sql`update luxury_traffic set swept_until = null
    where reseller_id = ${resellerId} and order_id = ${orderId} and swept_until = ${until}`
    .execute(database.sql)
    .catch(() => {});
}

function after(now: Date): Date {
  return new Date(now.getTime() + HOLD_MS);
}
