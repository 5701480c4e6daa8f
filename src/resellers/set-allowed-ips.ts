import type { Database } from '../kit/database.ts';
import { findKeyToChange } from './find-key.ts';
import { parseNetworks } from './networks.ts';

/**
 * Replaces the networks that may use an API key, from the next request on; an empty list lets it be used from
 * anywhere. Returns them as they are kept. Throws InvalidRequestError when there is no such key, or an
 * address is none.
 */
export async function setAllowedIps(
  database: Database,
  { keyId, allowedIps }: { keyId: number; allowedIps: readonly string[] },
): Promise<string[]> {
  return database.inUnitOfWork(async (em, tx) => {
    const networks = await parseNetworks(tx, allowedIps);
    const key = await findKeyToChange(em, keyId);
    key.allowedIps = networks;
    return networks;
  });
}
