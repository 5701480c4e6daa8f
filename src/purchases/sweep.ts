import type { Sql } from '../kit/database.ts';
import { inSpan } from '../kit/spans.ts';
import { isFailureOfWork, NoTurnError, UpstreamError } from '../upstreams/failure.ts';
import { type DueSweep, finishRound, lookAgain, putOff, takeDueSweep, whileLeased } from './due-sweep.ts';
import { continued } from './handler-of.ts';
import { SWEEP } from './jobs.ts';
import type { Swept } from './operation-handler.ts';
import { spanAttributesOf } from './operation-span.ts';
import type { Services } from './services.ts';

/**
 * How long a sweep waits that could not be tried: its order was in use, or the upstream's rate left no turn.
 */
const BUSY_MS = 60_000;

/**
 * Reads the upstream once more for one operation that has ended some time ago. Whatever the upstream did for
 * it beyond what was paid for is given back, or written off. Returns whether a sweep was due. Any number of
 * processes may do this at the same time. A failure is recorded. Throws it if it is not an UpstreamError, and
 * GivenUpError.
 */
export async function sweepOne(services: Services): Promise<boolean> {
  const due = await takeDueSweep(services);
  if (!due) return false;
  try {
    await inSpan({ name: 'sweep', attributes: spanAttributesOf(due.operation) }, async () => {
      const swept = await whileLeased(services, due, () => sweep(services, due));
      await end(services, due, swept);
    });
  } catch (error) {
    if (isFailureOfWork(error)) await noteFailure(services, due, error);
    if (!(error instanceof UpstreamError)) throw error;
  }
  return true;
}

async function sweep(services: Services, due: DueSweep): Promise<Swept> {
  const { handler, operation } = continued(due.operation);
  const { state, decidedAt } = due;
  try {
    return await handler.sweep(services, operation, state, decidedAt);
  } catch (error) {
    // Without an account there is nothing to give back.
    if (error instanceof UpstreamError && error.outcome === 'gone') return 'done';
    if (error instanceof NoTurnError) return 'busy';
    throw error;
  }
}

/**
 * Stores that the attempt succeeded. Needs a transaction only when a record of failures has to be deleted,
 * too.
 */
async function end({ database, clock }: Services, due: DueSweep, swept: Swept): Promise<void> {
  const now = clock.now();
  if (swept === 'busy') {
    // Nothing was tried.
    await putOff(database.sql, due, new Date(now.getTime() + BUSY_MS));
    return;
  }
  const write = async (db: Sql): Promise<boolean> => {
    if (swept !== 'again') return finishRound(db, due);
    await lookAgain(db, due, now);
    return true;
  };
  if (due.attempt === null) {
    await write(database.sql);
    return;
  }
  await database.inTransaction(async (tx) => {
    if (await write(tx)) await SWEEP.succeed(tx, { key: due.operation.id, attempt: due.attempt });
  });
}

async function noteFailure({ database, clock }: Services, due: DueSweep, error: unknown): Promise<void> {
  await SWEEP.noteFailure(database, {
    key: due.operation.id,
    attempt: due.attempt,
    error,
    now: clock.now(),
    giveBack: (tx, nextAttemptAt) => putOff(tx, due, nextAttemptAt),
  });
}
