import type { Sql } from '../kit/database.ts';

/**
 * The reseller that the options of a command are about: the one that is named, or else whose key, operation
 * or payment is named. Undefined when there is none.
 */
export async function resellerOf(
  db: Sql,
  { reseller, key, operation, payment }: Record<string, unknown>,
): Promise<number | undefined> {
  if (typeof reseller === 'number') return reseller;
  // That of a job is a text.
  if (typeof key === 'number') return ownerIn(db, 'api_keys', key);
  if (typeof operation === 'string') return ownerIn(db, 'operations', operation);
  return typeof payment === 'string' ? ownerIn(db, 'payments', payment) : undefined;
}

async function ownerIn(
  db: Sql,
  table: 'api_keys' | 'operations' | 'payments',
  id: number | string,
): Promise<number | undefined> {
  const row = await db.selectFrom(table).select('reseller_id').where('id', '=', id).executeTakeFirst();
  return row?.reseller_id ?? undefined;
}
