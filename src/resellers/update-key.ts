import type { Database } from '../kit/database.ts';
import { findKeyToChange, type NamedKey } from './find-key.ts';
import { parseNetworks } from './networks.ts';

interface KeyChange extends NamedKey {
  disabled?: boolean | undefined;
  /** Addresses or CIDR networks that may use the key; any address when empty. */
  allowedIps?: readonly string[] | undefined;
}

/**
 * Changes what is given of a key, all of it or nothing, from the next request on. Throws KeyNotFoundError,
 * and InvalidRequestError when a text is not an address.
 */
export async function updateKey(
  database: Database,
  { disabled, allowedIps, ...named }: KeyChange,
): Promise<void> {
  await database.inUnitOfWork(async (em, tx) => {
    const key = await findKeyToChange(em, named);
    if (allowedIps) key.allowedIps = await parseNetworks(tx, allowedIps);
    if (disabled !== undefined) key.disabled = disabled;
  });
}
