import { recover } from './conclude-operation.ts';
import { handlerOf } from './handler-of.ts';
import { type LapsedOperation, takeLapsedOperation } from './lapsed-operation.ts';
import { LeaseLostError } from './operation.ts';
import type { Services } from './services.ts';

/** Operations that one process carries on at once: each waits for the upstream nearly all of its time. */
const MAX_AT_ONCE = 32;

/**
 * Continues the operations whose worker died between charge and end. Any number of processes may do this at
 * the same time.
 */
export class Recovery {
  readonly #services: Services;
  readonly #onFailure: (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();

  /**
   * `onFailure` hears of each that could not be brought to its end; its lease lapses, and it is taken over
   * again.
   */
  constructor(services: Services, onFailure: (error: unknown) => void) {
    this.#services = services;
    this.#onFailure = onFailure;
  }

  /** Takes over the operations whose lease has lapsed, and does not wait for their end. */
  async round(): Promise<void> {
    while (this.#running.size < MAX_AT_ONCE) {
      const lapsed = await takeLapsedOperation(this.#services);
      if (!lapsed) return;
      const carried = carryOn(this.#services, lapsed)
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

/** Takes over one operation and brings it to its end. Returns whether there was one. */
export async function recoverOne(services: Services): Promise<boolean> {
  const lapsed = await takeLapsedOperation(services);
  if (lapsed) await carryOn(services, lapsed);
  return lapsed !== undefined;
}

async function carryOn(services: Services, { operation, kept }: LapsedOperation): Promise<void> {
  try {
    await recover(services, operation, kept, handlerOf(operation));
  } catch (error) {
    // The old worker was slow, not dead, and has been first.
    if (!(error instanceof LeaseLostError)) throw error;
  }
}
