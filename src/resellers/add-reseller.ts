import { sql } from 'kysely';
import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { ResellerEntity } from './entities.ts';

export interface NewReseller {
  name: string;
  /** The id of a price list, `standard` when left out. */
  priceList?: string | undefined;
  at: Date;
}

/** Adds a reseller with an empty account and returns its id. Throws InvalidRequestError when there is no such price list. */
export async function addReseller(
  database: Database,
  { name, priceList = 'standard', at }: NewReseller,
): Promise<number> {
  return database.transaction(async (em, tx) => {
    const known = await sql`select from price_lists where id = ${priceList}`.execute(tx);
    if (known.rows.length === 0) throw new InvalidRequestError(`There is no price list "${priceList}".`);
    const reseller = em.create(ResellerEntity, { name, priceList, createdAt: at });
    await em.persist(reseller).flush();
    await sql`insert into accounts (reseller_id) values (${reseller.id})`.execute(tx);
    return reseller.id;
  });
}
