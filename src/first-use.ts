import { readFile } from 'node:fs/promises';
import { addReseller } from './billing/add-reseller.ts';
import { importCatalog } from './catalog/import-catalog.ts';
import type { Database } from './kit/database.ts';
import type { Micros } from './kit/money.ts';
import { createKey } from './resellers/create-key.ts';
import { createSignInCode } from './sessions/sign-in-codes.ts';

const SAMPLE_CATALOG = new URL('./catalog/sample-catalog.json', import.meta.url);
const DEMO_BALANCE: Micros = 100_000_000n;

/** A reseller to try the service with. */
export interface Demo {
  /** Known only here: the database has its hash. */
  apiKey: string;
  /** Signs in to the console, once. */
  signInCode: string;
  balance: Micros;
}

/**
 * Prepares an empty database for a first look: imports the sample catalog where there is no catalog, and
 * makes a demo reseller with a balance, a key and a code to sign in by where there is no reseller. Returns
 * undefined when there was one.
 */
export async function prepareFirstUse(database: Database, at: Date): Promise<Demo | undefined> {
  const tier = await database.sql.selectFrom('tiers').select('id').limit(1).executeTakeFirst();
  if (!tier) await importCatalog(database, await readFile(SAMPLE_CATALOG, 'utf8'));
  const reseller = await database.sql.selectFrom('resellers').select('id').limit(1).executeTakeFirst();
  if (reseller) return undefined;
  const resellerId = await addReseller(database, { name: 'Demo', balance: DEMO_BALANCE, at });
  const { apiKey } = await createKey(database, { resellerId, at });
  const { code: signInCode } = await createSignInCode(database, { resellerId, at });
  return { apiKey, signInCode, balance: DEMO_BALANCE };
}
