import { sql } from 'kysely';
import { deleteJobFailures, type FailureSelection } from '../kit/job-failures.ts';
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
    const pieces = await deleteJobFailures(tx, selection);
    const swept = pieces.filter(({ job }) => job === SWEEP.name).map(({ key }) => key);
    if (swept.length > 0)
      await tx
        .updateTable('sweeps')
        .set({ due_at: clock.now() })
        .where(({ ref }) => sql<boolean>`${ref('operation_id')}::text = any(${swept}::text[])`)
        .execute();
    return pieces.length;
  });
}
