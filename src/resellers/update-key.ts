import type { Database, Sql } from '../kit/database.ts';
import type { ApiKey } from './entities.ts';
import { findKeyToChange, type NamedKey } from './find-key.ts';
import { parseNetworks } from './networks.ts';

type Changeable = Pick<ApiKey, 'disabled' | 'allowedIps'>;

interface KeyChange extends NamedKey {
  disabled?: boolean | undefined;
  /** Addresses or CIDR networks that may use the key; any address when empty. */
  allowedIps?: readonly string[] | undefined;
}

/**
 * Changes what is given of a key, all of it or nothing, from the next request on. Returns whose it is, and
 * both as they are stored and as they were. Throws KeyNotFoundError, and InvalidRequestError when a text is
 * not an address.
 */
export async function updateKey(
  database: Database,
  { disabled, allowedIps, ...named }: KeyChange,
): Promise<Pick<ApiKey, 'resellerId'> & Changeable & { before: Changeable }> {
  return database.inUnitOfWork(async (em, tx) => {
    const networks = allowedIps && (await parseNetworks(tx, allowedIps));
    const key = await findKeyToChange(em, named);
    const before = { disabled: key.disabled, allowedIps: key.allowedIps };
    if (networks) key.allowedIps = networks;
    if (disabled !== undefined) key.disabled = disabled;
    return { resellerId: key.resellerId, disabled: key.disabled, allowedIps: key.allowedIps, before };
  });
}

/** Disables all keys of the reseller, and returns how many were enabled until now. */
export async function disableKeys(tx: Sql, resellerId: number): Promise<number> {
  const enabled = tx
    .updateTable('api_keys')
    .where('reseller_id', '=', resellerId)
    .where('disabled', '=', false);
  return (await enabled.set({ disabled: true }).returning('id').execute()).length;
}
