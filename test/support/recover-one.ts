import { recoverTaken, takeLapsedOperation } from '../../src/purchases/recovery.ts';
import type { Services } from '../../src/purchases/services.ts';

/** Takes over one operation and brings it to its end. Returns whether there was one. */
export async function recoverOne(services: Services): Promise<boolean> {
  const lapsed = await takeLapsedOperation(services);
  if (lapsed) await recoverTaken(services, lapsed);
  return lapsed !== undefined;
}
