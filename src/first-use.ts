import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { topUp } from './billing/top-up.ts';
import { importCatalog } from './catalog/import-catalog.ts';
import type { Micros } from './kit/money.ts';
import type { Services } from './purchases/services.ts';
import { addReseller } from './resellers/add-reseller.ts';
import { createKey } from './resellers/create-key.ts';

const SAMPLE_CATALOG = new URL('./catalog/sample-catalog.json', import.meta.url);
const DEMO_BALANCE: Micros = 100_000_000n;

/** A reseller to try the service with. */
export interface Demo {
  /** The only time that the key is known. */
  apiKey: string;
  balance: Micros;
}

/**
 * Makes what a first look needs where there is none: the sample catalog, and a demo reseller with a balance and a key. Returns
 * undefined, and makes no demo, once there is a reseller.
 */
export async function prepareFirstUse({ database, clock }: Services): Promise<Demo | undefined> {
  const catalog = await sql`select 1 from tiers limit 1`.execute(database.sql);
  if (catalog.rows.length === 0) await importCatalog(database, await readFile(SAMPLE_CATALOG, 'utf8'));
  const resellers = await sql`select 1 from resellers limit 1`.execute(database.sql);
  if (resellers.rows.length > 0) return undefined;
  const at = clock.now();
  const resellerId = await addReseller(database, { name: 'Demo', at });
  await topUp(database, { resellerId, amount: DEMO_BALANCE, reference: `opening:${resellerId}`, at });
  const { apiKey } = await createKey(database, { resellerId, at });
  return { apiKey, balance: DEMO_BALANCE };
}
