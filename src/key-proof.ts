import { ConfigError } from './config.ts';
import type { Database } from './kit/database.ts';
import { hasKey } from './kit/key-proof.ts';
import type { Vault } from './kit/vault.ts';
import { findOldestCredentials } from './orders/oldest-credentials.ts';
import { findOldestAnswer } from './purchases/oldest-answer.ts';

/**
 * Checks that the vault has the key that the database was encrypted with. Throws ConfigError when it has
 * another.
 *
 * For a database without a proof, the oldest credentials of a proxy are tried first: answers are deleted
 * after a while, so the oldest of them may be younger than a change of the key.
 */
export async function checkKey(database: Database, vault: Vault): Promise<void> {
  const isRight = await hasKey(
    database,
    vault,
    async (db) => (await findOldestCredentials(db)) ?? (await findOldestAnswer(db)),
  );
  if (isRight) return;
  throw new ConfigError(
    'CREDENTIALS_KEY, or credentials.key in DATA_DIR where it is not set, is not the key that this database was encrypted with: set the one of its first start',
  );
}
