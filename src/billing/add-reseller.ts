import type { Database } from '../kit/database.ts';
import { createReseller, type NewReseller } from '../resellers/create-reseller.ts';
import { AccountEntity } from './entities.ts';

/**
 * Adds a reseller with an empty account and returns its id. Throws InvalidRequestError when there is no such
 * price list.
 */
export async function addReseller(database: Database, reseller: NewReseller): Promise<number> {
  return database.inUnitOfWork(async (em) => {
    const resellerId = await createReseller(em, reseller);
    em.persist(em.create(AccountEntity, { resellerId }));
    return resellerId;
  });
}
