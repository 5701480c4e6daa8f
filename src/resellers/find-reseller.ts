import type { EntityManager } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { type Reseller, ResellerEntity } from './entities.ts';

/** Throws InvalidRequestError when there is no such reseller. */
export async function findReseller(em: EntityManager, resellerId: number): Promise<Reseller> {
  const reseller = await em.findOne(ResellerEntity, { id: resellerId });
  if (!reseller) throw new InvalidRequestError(`There is no reseller ${resellerId}.`);
  return reseller;
}
