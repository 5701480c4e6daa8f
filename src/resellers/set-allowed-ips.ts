import type { Database } from '../kit/database.ts';
import { findKeyToChange } from './find-key.ts';
import { parseNetworks } from './networks.ts';

/**
 * Replaces the networks that may use an API key, from the next request on. An empty list allows any address.
 * Returns the networks as they are stored. Throws KeyNotFoundError, and InvalidRequestError when a text is
 * not an address.
 */
export async function setAllowedIps(
  database: Database,
  { keyId, allowedIps }: { keyId: number; allowedIps: readonly string[] },
): Promise<string[]> {
  return database.inUnitOfWork(async (em, tx) => {
    const networks = await parseNetworks(tx, allowedIps);
    const key = await findKeyToChange(em, { keyId });
    key.allowedIps = networks;
    return networks;
  });
}
