import { deleteJobFailures, type FailureSelection, findJobFailures } from '../kit/job-failures.ts';
import { retrySweeps } from './due-sweep.ts';
import { SWEEP } from './jobs.ts';
import type { Services } from './services.ts';

/**
 * Has failed background work tried again at once, as if it had never failed: one piece, all pieces of a job,
 * or all pieces. Returns how many had failed.
 */
export function retryJobs(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  selection: FailureSelection,
): Promise<number> {
  return database.inTransaction(async (tx) => {
    const pieces = await findJobFailures(tx, selection);
    const swept = pieces.filter(({ job }) => job === SWEEP.name).map(({ key }) => key);
    // Sweeps are locked before their records, in the same order as by a sweep that fails. Only the records
    // found above are deleted: a sweep that is given up meanwhile is never due, and without its record the
    // operator would not see it.
    await retrySweeps(tx, swept, clock.now());
    return deleteJobFailures(tx, pieces);
  });
}
