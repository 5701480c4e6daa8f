import { sql } from 'kysely';
import { ConfigError } from './config.ts';
import type { Database, Sql } from './kit/database.ts';
import type { Vault } from './kit/vault.ts';
import { proxyIdentity } from './orders/proxies.ts';
import { answerIdentity } from './purchases/idempotency.ts';

/** What the proof's value is bound to, and all that it says. */
const IDENTITY = 'key_proof';
const TEXT = 'opened';

/** Something that was encrypted, and the row that it is bound to. */
interface Sealed {
  sealed: Buffer;
  identity: string;
}

/**
 * Makes sure that the vault has the key that the database was encrypted with. The first process that opens a database settles it;
 * of two that do at once with different keys, one does. Throws ConfigError.
 *
 * A database that is older than its proof is proved by what it has encrypted already.
 */
export async function proveKey({ sql: db }: Database, vault: Vault): Promise<void> {
  const proof = await readProof(db);
  if (proof) return assertOpens(vault, proof);
  for (const sealed of await readSamples(db)) assertOpens(vault, sealed);
  await sql`insert into key_proof (sealed) values (${vault.seal(TEXT, IDENTITY)}) on conflict do nothing`.execute(
    db,
  );
  const settled = await readProof(db);
  if (settled) assertOpens(vault, settled);
}

async function readProof(db: Sql): Promise<Sealed | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from key_proof`.execute(db);
  return rows[0] && { sealed: rows[0].sealed, identity: IDENTITY };
}

/** One of the credentials and one of the answers that are kept, where there are any. */
async function readSamples(db: Sql): Promise<Sealed[]> {
  const proxies = await sql<{ reseller_id: string; order_id: string; position: number; credentials: Buffer }>`
    select reseller_id, order_id, position, credentials from proxies limit 1`.execute(db);
  const answers = await sql<{ reseller_id: string; key: string; answer: Buffer }>`
    select reseller_id, key, answer from idempotency_keys where answer is not null limit 1`.execute(db);
  return [
    ...proxies.rows.map(({ credentials, reseller_id, order_id, position }) => ({
      sealed: credentials,
      identity: proxyIdentity(Number(reseller_id), Number(order_id), position),
    })),
    ...answers.rows.map(({ answer, reseller_id, key }) => ({
      sealed: answer,
      identity: answerIdentity({ resellerId: Number(reseller_id), key }),
    })),
  ];
}

function assertOpens(vault: Vault, { sealed, identity }: Sealed): void {
  try {
    vault.open(sealed, identity);
  } catch {
    throw new ConfigError(
      'CREDENTIALS_KEY, or credentials.key in DATA_DIR where it is not set, is not the key that this database was encrypted with: set the one of its first start',
    );
  }
}
