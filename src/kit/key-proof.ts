import type { Database, Sql } from './database.ts';
import type { Sealed, Vault } from './vault.ts';

/** What the proof's value is bound to, and all that it says. */
const IDENTITY = 'key_proof';
const TEXT = 'opened';

/**
 * Whether the vault has the key that the database was encrypted with. The first process that opens a database settles it; of two that
 * do at once with different keys, one does.
 *
 * A database that is older than its proof is proved by what `readOldest` finds, which is to be what it encrypted first.
 */
export async function provesKey(
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
