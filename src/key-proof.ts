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
 * A database that is older than its proof is proved by what it encrypted first.
 */
export async function proveKey({ sql: db }: Database, vault: Vault): Promise<void> {
  const proof = await readProof(db);
  if (proof) return assertOpens(vault, proof);
  const oldest = (await readOldestProxy(db)) ?? (await readOldestAnswer(db));
  if (oldest) assertOpens(vault, oldest);
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

/**
 * The credentials that were encrypted first. The oldest decide: where a process once ran with another key by accident, the database
 * has values of both, and only one of the keys is that of its first start. Reads all orders, once in a database's life.
 */
async function readOldestProxy(db: Sql): Promise<Sealed | undefined> {
  const { rows } = await sql<{
    reseller_id: string;
    order_id: string;
    position: number;
    credentials: Buffer;
  }>`
    select p.reseller_id, p.order_id, p.position, p.credentials
    from orders o join proxies p on (p.reseller_id, p.order_id) = (o.reseller_id, o.id)
    order by o.created_at, o.reseller_id, o.id, p.position limit 1`.execute(db);
  const [row] = rows;
  return (
    row && {
      sealed: row.credentials,
      identity: proxyIdentity(Number(row.reseller_id), Number(row.order_id), row.position),
    }
  );
}

/** The answer that was encrypted first, of those that are kept. They are forgotten after a while, so any proxy knows better. */
async function readOldestAnswer(db: Sql): Promise<Sealed | undefined> {
  const { rows } = await sql<{ reseller_id: string; key: string; answer: Buffer }>`
    select reseller_id, key, answer from idempotency_keys
    where answer is not null order by created_at, reseller_id, key limit 1`.execute(db);
  const [row] = rows;
  return (
    row && {
      sealed: row.answer,
      identity: answerIdentity({ resellerId: Number(row.reseller_id), key: row.key }),
    }
  );
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
