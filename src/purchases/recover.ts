import { isFailureOfWork } from '../upstreams/failure.ts';
import { recover } from './conclude-operation.ts';
import { continued } from './handler-of.ts';
import { RECOVERY } from './jobs.ts';
import { type LapsedOperation, takeLapsedOperation } from './lapsed-operation.ts';
import { isOurs, LeaseLostError, OPERATION_LEASE, type Operation } from './operation.ts';
import type { Services } from './services.ts';

/** Operations that one process recovers at once: each waits for the upstream nearly all of its time. */
const MAX_AT_ONCE = 32;

/**
 * Continues the operations whose worker died between charge and end. Any number of processes may do this at
 * the same time.
 */
export class Recovery {
  readonly #services: Services;
  readonly #onFailure: (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();

  /** `onFailure` is called for each operation that could not be ended; it is taken over again later. */
  constructor(services: Services, onFailure: (error: unknown) => void) {
    this.#services = services;
    this.#onFailure = onFailure;
  }

  /** Takes over the operations whose lease has lapsed, and does not wait for their end. */
  async round(): Promise<void> {
    while (this.#running.size < MAX_AT_ONCE) {
      const lapsed = await takeLapsedOperation(this.#services);
      if (!lapsed) return;
      const carried = recoverTaken(this.#services, lapsed)
        .catch(this.#onFailure)
        .finally(() => this.#running.delete(carried));
      this.#running.add(carried);
    }
  }

  /** Waits for the operations that were taken over. */
  async close(): Promise<void> {
    await Promise.all(this.#running);
  }
}

/** Brings an operation that was taken over to its end. A failure is recorded and thrown. */
export async function recoverTaken(services: Services, lapsed: LapsedOperation): Promise<void> {
  try {
    const { handler, operation } = continued(lapsed.operation);
    await recover(services, operation, lapsed.kept, handler);
  } catch (error) {
    // The old worker was slow and not dead, and has ended the operation first.
    if (error instanceof LeaseLostError) return;
    if (isFailureOfWork(error)) await noteFailure(services, lapsed.operation, error);
    throw error;
  }
}

async function noteFailure(
  { database, clock }: Services,
  operation: Operation,
  error: unknown,
): Promise<void> {
  const { id, leaseToken, failedRecoveries: attempt = null } = operation;
  const now = clock.now();
  await RECOVERY.noteFailure(database, {
    key: id,
    attempt,
    error,
    now,
    async giveBack(tx) {
      const { numUpdatedRows } = await tx
        .updateTable('operations')
        .set(OPERATION_LEASE.ended(now))
        .where((eb) => isOurs(eb, { id: eb.val(id), leaseToken: eb.val(leaseToken) }))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  });
}
