import { endSweep, prolongSweep, type SweptAccount, takeForSweep } from '../luxury/sweep-lease.ts';
import type { Sold } from './cost.ts';
import { isBusy } from './is-busy.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';
import { writeOff } from './write-offs.ts';

/** A Luxury order's account at the upstream, leased to the sweep of one operation. */
export interface LeasedAccount extends SweptAccount {
  /** The operation that is swept; write-offs belong to it. */
  operationId: string;
  /** The upstream's name of the product. */
  product: string;
}

/** What is stored together with the next step of a sweep, in GB. */
interface Step {
  takenBackGb?: number;
  /** Traffic that nobody paid for and that cannot be taken back. */
  writtenOffGb?: number;
}

/** Takes the lease of the account; undefined while another sweep has it. */
export async function leaseAccount(
  { database, clock }: Services,
  operation: Operation,
): Promise<LeasedAccount | undefined> {
  const account = await takeForSweep(database.sql, operation, clock.now());
  const { product } = operation.request as Sold;
  return account && { ...account, operationId: operation.id, product };
}

/**
 * To be called after a reading of the upstream and before the step that follows from it. Stores the step and
 * renews the lease. Returns false, and writes nothing, when the reading is out of date: another sweep has
 * taken the account over, an addition is running, or one was paid for since.
 */
export function writeStep(
  { database, clock, traffic }: Services,
  leased: LeasedAccount,
  { takenBackGb = 0, writtenOffGb = 0 }: Step,
): Promise<boolean> {
  const now = clock.now();
  return database.inTransaction(async (tx) => {
    if (await isBusy(tx, leased)) return false;
    if (!(await prolongSweep(tx, leased, takenBackGb, now))) return false;
    if (writtenOffGb > 0) {
      const cost = traffic.costOf(leased.product, writtenOffGb);
      await writeOff(tx, leased, { unit: 'gb', quantity: writtenOffGb, cost: cost ?? null }, now);
    }
    return true;
  });
}

/**
 * Ends the lease, if this sweep still has it. When the database cannot be reached, the lease lapses by
 * itself.
 */
export async function giveBackAccount({ database }: Services, leased: LeasedAccount): Promise<void> {
  await endSweep(database.sql, leased).catch(() => {});
}
