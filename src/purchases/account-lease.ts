import { endSweep, prolongSweep, type SweptAccount, takeForSweep } from '../luxury/sweep-lease.ts';
import { isBusy } from './is-busy.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';
import { writeOff } from './write-offs.ts';

/** A Luxury order's account at the upstream, for the sweep of one operation only. */
export interface LeasedAccount extends SweptAccount {
  /** In whose name it is swept. */
  operationId: string;
}

/** What is written down together with the next step, in GB. */
interface Step {
  takenBackGb?: number;
  /** What nobody pays for and cannot be taken back. */
  writtenOffGb?: number;
}

/** Takes the account for one sweep; undefined while another has it. */
export async function leaseAccount(
  { database, clock }: Services,
  operation: Operation,
): Promise<LeasedAccount | undefined> {
  const account = await takeForSweep(database.sql, operation, clock.now());
  return account && { ...account, operationId: operation.id };
}

/**
 * To be called before anything is asked for or noted that follows from a look at the upstream: writes
 * the step down and keeps the account for another while. False, and nothing is written, when the look is
 * worth nothing any more: another sweep has taken the account over, or an addition runs or has been paid for
 * since.
 */
export function writeStep(
  { database, clock }: Services,
  leased: LeasedAccount,
  { takenBackGb = 0, writtenOffGb = 0 }: Step,
): Promise<boolean> {
  const now = clock.now();
  return database.inTransaction(async (tx) => {
    if (await isBusy(tx, leased)) return false;
    if (!(await prolongSweep(tx, leased, takenBackGb, now))) return false;
    if (writtenOffGb > 0) await writeOff(tx, leased, { unit: 'gb', quantity: writtenOffGb }, now);
    return true;
  });
}

/** Lets go of the account, if it is still this sweep's. What cannot be said now the end of the lease says. */
export async function giveBackAccount({ database }: Services, leased: LeasedAccount): Promise<void> {
  await endSweep(database.sql, leased).catch(() => {});
}
