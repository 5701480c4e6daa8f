import { addingTraffic } from './add-traffic.ts';
import { buyingProxies } from './buy-proxies.ts';
import { recover, type Trade } from './carry-out.ts';
import type { OrderRequest } from './new-order.ts';
import { openingAccount } from './open-account.ts';
import { LeaseLostError, type Operation, takeLapsedOperation } from './operation.ts';
import { extending } from './renew.ts';
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
    await recover(services, operation, kept, tradeOf(operation));
  } catch (error) {
    // The old worker was slow, not dead, and has been first.
    if (!(error instanceof LeaseLostError)) throw error;
  }
  return true;
}

function tradeOf({ kind, request }: Operation): Trade {
  switch (kind) {
    case 'renewal':
      return extending;
    case 'traffic':
      return addingTraffic;
    case 'purchase':
      return (request as OrderRequest).upstream === 'px6' ? buyingProxies : openingAccount;
  }
}
