import type { Services } from './services.ts';

/** The price list of a reseller; undefined when there is no such reseller. */
export async function readPriceList({ database }: Services, resellerId: number): Promise<string | undefined> {
  const row = await database.sql
    .selectFrom('resellers')
    .select('price_list')
    .where('id', '=', resellerId)
    .executeTakeFirst();
  return row?.price_list;
}
