import type { Database } from '../kit/database.ts';
import { displayPrefix, hashOfKey, newApiKey } from './api-key.ts';
import { ApiKeyEntity } from './entities.ts';
import { findReseller } from './find-reseller.ts';
import { parseNetworks } from './networks.ts';

interface NewKey {
  resellerId: number;
  /** Addresses or CIDR networks that may use the key; any address when empty. */
  allowedIps?: readonly string[] | undefined;
  at: Date;
}

export interface CreatedKey {
  keyId: number;
  /** The key itself. It is returned only here, because only its hash is stored. */
  apiKey: string;
}

/**
 * Creates an API key. Throws InvalidRequestError when there is no such reseller, or a text is not an address.
 */
export async function createKey(
  database: Database,
  { resellerId, allowedIps = [], at }: NewKey,
): Promise<CreatedKey> {
  const apiKey = newApiKey();
  return database.inUnitOfWork(async (em, tx) => {
    await findReseller(em, resellerId);
    const networks = await parseNetworks(tx, allowedIps);
    const key = em.create(ApiKeyEntity, {
      resellerId,
      hash: hashOfKey(apiKey),
      prefix: displayPrefix(apiKey),
      allowedIps: networks,
      createdAt: at,
      issuedAt: at,
    });
    await em.persist(key).flush();
    return { keyId: key.id, apiKey };
  });
}
