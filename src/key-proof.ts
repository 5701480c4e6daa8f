import { ConfigError } from './config.ts';
import type { Database } from './kit/database.ts';
import { findKeyFlaw, type KeyFlaw } from './kit/key-proof.ts';
import { operatorCommand } from './kit/operator-command.ts';
import type { Vault } from './kit/vault.ts';
import { findOldestCredentials } from './orders/oldest-credentials.ts';
import { findOldestAnswer } from './purchases/oldest-answer.ts';

const MESSAGES: Record<KeyFlaw, () => string> = {
  wrong: () =>
    'CREDENTIALS_KEY or CREDENTIALS_KEYS, or credentials.key in DATA_DIR where neither is set, is not the key that this database was encrypted with: set the one of its first start, or the one that replaced it',
  unknown: () =>
    'CREDENTIALS_KEYS begins with a key that this database does not know: first list it after the present one, in every process, and then before it',
  retired: () =>
    `CREDENTIALS_KEYS begins with a key that "${operatorCommand('rotate-credentials')}" has taken out of use: begin with the one that replaced it`,
};

/** For a process whose keys may not be used, or not any more. */
export function keyError(flaw: KeyFlaw): ConfigError {
  return new ConfigError(MESSAGES[flaw]());
}

/**
 * Checks that the vault has the key that the database was encrypted with, and that its first key may encrypt.
 * Throws ConfigError otherwise.
 *
 * For a database without a proof, the oldest credentials of a proxy are tried first: answers are deleted
 * after a while, so the oldest of them may be younger than a change of the key.
 *
 * With `mayBeLost` it may be another key than that of the database.
 */
export async function checkKey(database: Database, vault: Vault, { mayBeLost = false } = {}): Promise<void> {
  const flaw = await findKeyFlaw(
    database,
    vault,
    async (db) => (await findOldestCredentials(db)) ?? (await findOldestAnswer(db)),
  );
  if (flaw === 'wrong' && mayBeLost) return;
  if (flaw) throw keyError(flaw);
}
