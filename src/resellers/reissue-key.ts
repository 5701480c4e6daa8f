import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { displayPrefix, newApiKey } from './api-key.ts';
import type { CreatedKey } from './create-key.ts';
import { SecretReplacedError } from './errors.ts';
import { findKeyToChange, type NamedKey } from './find-key.ts';

/** Three days: time to change a program on a Monday whose key was reissued on a Friday. */
export const MAX_OVERLAP_HOURS = 72;
const HOUR_MS = 3_600_000;

export interface ReissuedKey extends CreatedKey {
  resellerId: number;
  /** Until when the old secret works as well; null when it does not. */
  oldSecretUntil: Date | null;
}

interface Reissue extends NamedKey {
  at: Date;
  overlapHours?: number | undefined;
  replacing?: string | undefined;
}

/**
 * Replaces the secret of an API key. The old secret works for `overlapHours` more, 0 to 72, and is refused
 * from then on; without an overlap from the commit on. At most one old secret works: that of an earlier
 * overlap ends at once. The key keeps its networks and its requests of the last minute, which both secrets
 * share, and stays disabled if it was.
 *
 * With `replacing`, only the secret with that prefix is replaced, so that the same request twice leaves the
 * old secret its time.
 *
 * Throws KeyNotFoundError, InvalidRequestError, and SecretReplacedError when the key has another secret.
 */
export async function reissueKey(
  database: Database,
  { at, overlapHours = 0, replacing, ...named }: Reissue,
): Promise<ReissuedKey> {
  if (!(Number.isInteger(overlapHours) && overlapHours >= 0 && overlapHours <= MAX_OVERLAP_HOURS)) {
    const message = `must be a whole number from 0 to ${MAX_OVERLAP_HOURS}`;
    throw new InvalidRequestError([{ path: ['overlapHours'], message }]);
  }
  const apiKey = newApiKey();
  const oldSecretUntil = overlapHours === 0 ? null : new Date(at.getTime() + overlapHours * HOUR_MS);
  return database.inUnitOfWork(async (em) => {
    const key = await findKeyToChange(em, named);
    const { hash, prefix, revision } = key;
    if (replacing !== undefined && replacing !== prefix) throw new SecretReplacedError(key.id);
    key.oldHash = oldSecretUntil && hash;
    key.oldPrefix = oldSecretUntil && prefix;
    key.oldRevision = oldSecretUntil && revision;
    key.oldUntil = oldSecretUntil;
    key.hash = hashOfSecret(apiKey);
    key.prefix = displayPrefix(apiKey);
    key.issuedAt = at;
    return { resellerId: key.resellerId, keyId: key.id, apiKey, oldSecretUntil };
  });
}
