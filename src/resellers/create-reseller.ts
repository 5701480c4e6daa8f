import type { EntityManager } from '../kit/database.ts';

import { PriceListEntity, ResellerEntity } from './entities.ts';
import { PriceListNotFoundError } from './errors.ts';

export interface NewReseller {
  name: string;
  /** The id of a price list, `standard` when left out. */
  priceList?: string | undefined;
  /** The operator's name for it: of several with one, the database takes the first. */
  reference?: string | undefined;
  at: Date;
}

/**
 * Writes a reseller and returns the number that the database gives it. Throws InvalidRequestError when there
 * is no such price list.
 */
export async function createReseller(
  em: EntityManager,
  { name, priceList = 'standard', reference, at }: NewReseller,
): Promise<number> {
  const known = await em.findOne(PriceListEntity, { id: priceList });
  if (!known) throw new PriceListNotFoundError(priceList);
  const reseller = em.create(ResellerEntity, { name, priceList, reference, createdAt: at });
  await em.persist(reseller).flush();
  return reseller.id;
}
