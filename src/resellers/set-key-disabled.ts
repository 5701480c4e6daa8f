import type { Database } from '../kit/database.ts';
import { findKeyToChange } from './find-key.ts';

/**
 * Disables or enables an API key, from the next request on. Throws KeyNotFoundError.
 */
export async function setKeyDisabled(
  database: Database,
  { keyId, disabled }: { keyId: number; disabled: boolean },
): Promise<void> {
  await database.inUnitOfWork(async (em) => {
    const key = await findKeyToChange(em, { keyId });
    key.disabled = disabled;
  });
}
