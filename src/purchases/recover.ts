import { recover } from './carry-out.ts';
import { LeaseLostError, type Operation, takeLapsedOperation } from './operation.ts';
import { buying, type PurchaseRequest } from './purchase.ts';
import { extending, type RenewalRequest } from './renew.ts';
import type { Services } from './services.ts';

/**
 * Takes over one operation whose worker died between charge and settlement, and brings it to its end. Returns whether there was
 * one. Any number of processes may do this at the same time.
 */
export async function recoverOne(services: Services): Promise<boolean> {
  const lapsed = await takeLapsedOperation(services);
  if (!lapsed) return false;
  const { operation, kept } = lapsed;
  try {
    if (operation.kind === 'purchase') {
      await recover(services, operation as Operation<PurchaseRequest>, kept, buying);
    } else {
      await recover(services, operation as Operation<RenewalRequest>, kept, extending);
    }
  } catch (error) {
    // The old worker was slow, not dead, and has been first.
    if (!(error instanceof LeaseLostError)) throw error;
  }
  return true;
}
