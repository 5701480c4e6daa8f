import { recover } from './carry-out.ts';
import { LeaseLostError, takeLapsedOperation } from './operation.ts';
import type { Services } from './services.ts';
import { tradeOf } from './trades.ts';

/**
 * Takes over one operation whose worker died between charge and settlement, and brings it to its end. Returns whether there was
 * one. Any number of processes may do this at the same time.
 */
export async function recoverOne(services: Services): Promise<boolean> {
  const lapsed = await takeLapsedOperation(services);
  if (!lapsed) return false;
  const { operation, kept } = lapsed;
  try {
    await recover(services, operation, kept, tradeOf(operation));
  } catch (error) {
    // The old worker was slow, not dead, and has been first.
    if (!(error instanceof LeaseLostError)) throw error;
  }
  return true;
}
