import { ConfigError } from './config.ts';
import type { Database } from './kit/database.ts';
import { provesKey } from './kit/key-proof.ts';
import type { Vault } from './kit/vault.ts';
import { findOldestCredentials } from './orders/oldest-credentials.ts';
import { findOldestAnswer } from './purchases/oldest-answer.ts';

/**
 * Makes sure that the vault has the key that the database was encrypted with. Throws ConfigError.
 *
 * Answers are forgotten after a while, so any proxy knows better what was encrypted first.
 */
export async function proveKey(database: Database, vault: Vault): Promise<void> {
  const isProved = await provesKey(
    database,
    vault,
    async (db) => (await findOldestCredentials(db)) ?? (await findOldestAnswer(db)),
  );
  if (isProved) return;
  throw new ConfigError(
    'CREDENTIALS_KEY, or credentials.key in DATA_DIR where it is not set, is not the key that this database was encrypted with: set the one of its first start',
  );
}
