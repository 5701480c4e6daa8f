import type { Database } from '../kit/database.ts';
import { hashOfSecret } from '../kit/hash-of-secret.ts';
import { displayPrefix, newApiKey } from './api-key.ts';
import type { CreatedKey } from './create-key.ts';
import { findKeyToChange, type NamedKey } from './find-key.ts';

/**
 * Replaces the secret of an API key. The old secret is refused from the commit on. The key keeps its networks
 * and its requests of the last minute, and stays disabled if it was. Throws KeyNotFoundError.
 */
export async function reissueKey(
  database: Database,
  { at, ...named }: NamedKey & { at: Date },
): Promise<CreatedKey> {
  const apiKey = newApiKey();
  return database.inUnitOfWork(async (em) => {
    const key = await findKeyToChange(em, named);
    key.hash = hashOfSecret(apiKey);
    key.prefix = displayPrefix(apiKey);
    key.issuedAt = at;
    return { keyId: key.id, apiKey };
  });
}
