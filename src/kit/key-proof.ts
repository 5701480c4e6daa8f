import type { Database, Sql } from './database.ts';
import type { Sealed, Vault } from './vault.ts';

/** The row identity that the proof is sealed with, and the text that is sealed. */
const IDENTITY = 'key_proof';
const TEXT = 'opened';

/**
 * Whether the vault has the key that the database was encrypted with. The first process that opens a database
 * writes a proof of its key. Of two that do so at once with different keys, one succeeds.
 *
 * A database that is older than this proof has none yet: then the key must open what `readOldest` finds,
 * which should be the value that was encrypted first.
 */
export async function hasKey(
  { sql: db }: Database,
  vault: Vault,
  readOldest: (db: Sql) => Promise<Sealed | undefined>,
): Promise<boolean> {
  const proof = await readProof(db);
  if (proof) return opens(vault, proof);
  const oldest = await readOldest(db);
  if (oldest && !opens(vault, oldest)) return false;
  await db
    .insertInto('key_proof')
    .values({ sealed: vault.seal(TEXT, IDENTITY) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const settled = await readProof(db);
  return settled === undefined || opens(vault, settled);
}

async function readProof(db: Sql): Promise<Sealed | undefined> {
  const row = await db.selectFrom('key_proof').select('sealed').executeTakeFirst();
  return row && { sealed: row.sealed, identity: IDENTITY };
}

function opens(vault: Vault, { sealed, identity }: Sealed): boolean {
  try {
    vault.open(sealed, identity);
    return true;
  } catch {
    return false;
  }
}
