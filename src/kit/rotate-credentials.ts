import type { Delay } from './clock.ts';
import type { Database } from './database.ts';
import { InvalidRequestError } from './errors.ts';
import { retireOtherKeys } from './key-proof.ts';
import { OUT_OF_USE_AFTER_MS } from './key-watch.ts';
import type { SealedValues } from './sealed-values.ts';
import type { Vault } from './vault.ts';

/**
 * How often all values are looked at, and how long to wait in between. A row is locked for some seconds at
 * the most, so what is found so often is written by a process that encrypts with another key.
 */
const MAX_PASSES = 30;
const PAUSE_MS = 1_000;

export interface Rotation {
  /** Whether the first key has sealed every value, and the others are out of use. */
  isDone: boolean;
  /** How many values were sealed anew, by their tables. */
  rotated: Record<string, number>;
  /** Values that the first key has not sealed, in the last look at all, by their tables. */
  left: Record<string, number>;
  /** The row identities of some values that no key opens. */
  unreadable: string[];
}

/**
 * Seals every value anew with the first key of the vault, while processes use the database, then takes the
 * other keys out of use, waits until no process writes what they have sealed, and looks once more. It can be
 * cut off at any point and started again. Throws InvalidRequestError
 * when the vault has one key only. `onProgress` hears how many values of a table were sealed anew so far.
 */
export async function rotateCredentials(
  { database, vault, delay }: { database: Database; vault: Vault; delay: Delay },
  tables: readonly SealedValues[],
  onProgress: (table: string, rotated: number) => void,
): Promise<Rotation> {
  if (vault.keyIds.length === 1) {
    throw new InvalidRequestError(
      'CREDENTIALS_KEYS has to list the new key, and after it the one that it replaces.',
    );
  }
  const rotated: Record<string, number> = Object.fromEntries(tables.map(({ table }) => [table, 0]));
  let left: Rotation['left'] = {};
  let unreadable: string[] = [];
  let areOthersRetired = false;
  for (let pass = 1; pass <= MAX_PASSES && unreadable.length === 0; pass++) {
    const before = { ...rotated };
    left = {};
    for (const { table, sealAnew } of tables) {
      const found = await sealAnew(database.sql, vault, (more) => {
        rotated[table] = (rotated[table] ?? 0) + more;
        onProgress(table, rotated[table]);
      });
      if (found.passedOver + found.unreadable > 0) left[table] = found.passedOver + found.unreadable;
      unreadable = [...unreadable, ...found.unreadableRows];
    }
    const isClean =
      Object.keys(left).length === 0 && tables.every(({ table }) => rotated[table] === before[table]);
    if (isClean && areOthersRetired) return { isDone: true, rotated, left, unreadable };
    if (isClean) {
      await retireOtherKeys(database, vault);
      areOthersRetired = true;
      await delay(OUT_OF_USE_AFTER_MS);
    } else {
      await delay(PAUSE_MS);
    }
  }
  return { isDone: false, rotated, left, unreadable };
}
