import { type Expression, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';

/** The price list of the catalog's own prices. The first migration creates it. */
export const STANDARD = 'standard';

interface PriceList {
  id: string;
  name: string;
}

/**
 * Replaces the price lists by `lists` and `standard`, which always stays: adds new ones, renames existing
 * ones and removes the others. The prices of removed lists must be deleted before. Throws
 * InvalidRequestError, with nothing changed, when a reseller uses a list that would be removed.
 */
export async function savePriceLists(tx: Sql, lists: readonly PriceList[]): Promise<void> {
  const ids = lists.map(({ id }) => id);
  await requireUsedLists(tx, ids);
  await tx
    .deleteFrom('price_lists')
    .where(({ ref }) => isRemoved(ref('id'), ids))
    .execute();
  if (lists.length === 0) return;
  await tx
    .insertInto('price_lists')
    .values(lists.map(({ id, name }) => ({ id, name })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
    .execute();
}

/** Throws InvalidRequestError when a reseller uses a list that is neither among these nor `standard`. */
export async function requireUsedLists(db: Sql, ids: readonly string[]): Promise<void> {
  const used = await db
    .selectFrom('resellers')
    .distinct()
    .select('price_list')
    .where(({ ref }) => isRemoved(ref('price_list'), ids))
    .execute();
  if (used.length === 0) return;
  const names = used.map((row) => `"${row.price_list}"`).join(', ');
  throw new InvalidRequestError(
    `Resellers use the price list ${names}, which the file does not have; keep it.`,
  );
}

function isRemoved(id: Expression<string>, kept: readonly string[]) {
  return sql<boolean>`${id} <> all(${[STANDARD, ...kept]}::text[])`;
}
