import { type Expression, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';

/** The price list of the catalog's own prices. The first migration creates it. */
const STANDARD = 'standard';

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
  const kept = [STANDARD, ...lists.map(({ id }) => id)];
  const isRemoved = (id: Expression<string>) => sql<boolean>`${id} <> all(${kept}::text[])`;
  const used = await tx
    .selectFrom('resellers')
    .distinct()
    .select('price_list')
    .where(({ ref }) => isRemoved(ref('price_list')))
    .execute();
  if (used.length > 0) {
    const names = used.map((row) => `"${row.price_list}"`).join(', ');
    throw new InvalidRequestError(
      `Resellers use the price list ${names}, which the file does not have; keep it.`,
    );
  }
  await tx
    .deleteFrom('price_lists')
    .where(({ ref }) => isRemoved(ref('id')))
    .execute();
  if (lists.length === 0) return;
  await tx
    .insertInto('price_lists')
    .values(lists.map(({ id, name }) => ({ id, name })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
    .execute();
}
