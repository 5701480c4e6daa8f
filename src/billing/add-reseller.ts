import type { Database } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { createReseller, type NewReseller } from '../resellers/create-reseller.ts';
import { AccountEntity } from './entities.ts';
import { countOpening } from './top-up.ts';

/**
 * Adds a reseller with its account, and money on it when there is a first balance, all or nothing. Returns
 * its id. Throws InvalidRequestError when there is no such price list.
 */
export async function addReseller(
  database: Database,
  { balance = 0n, ...reseller }: NewReseller & { balance?: Micros | undefined },
): Promise<number> {
  return database.inUnitOfWork(async (em, tx) => {
    const resellerId = await createReseller(em, reseller);
    await em.persist(em.create(AccountEntity, { resellerId })).flush();
    if (balance > 0n) await countOpening(tx, { resellerId, amount: balance, at: reseller.at });
    return resellerId;
  });
}
