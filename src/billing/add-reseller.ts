import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { PriceListEntity, ResellerEntity } from '../resellers/entities.ts';
import { AccountEntity } from './entities.ts';

export interface NewReseller {
  name: string;
  /** The id of a price list, `standard` when left out. */
  priceList?: string | undefined;
  at: Date;
}

/**
 * Adds a reseller with an empty account and returns its id. Throws InvalidRequestError when there is no such
 * price list.
 */
export async function addReseller(
  database: Database,
  { name, priceList = 'standard', at }: NewReseller,
): Promise<number> {
  return database.transaction(async (em) => {
    const known = await em.findOne(PriceListEntity, { id: priceList });
    if (!known) throw new InvalidRequestError(`There is no price list "${priceList}".`);
    const reseller = em.create(ResellerEntity, { name, priceList, createdAt: at });
    // The account refers to the reseller by the number that the database gives it.
    await em.persist(reseller).flush();
    em.persist(em.create(AccountEntity, { resellerId: reseller.id }));
    return reseller.id;
  });
}
