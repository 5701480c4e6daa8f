import type { EntityManager } from '../kit/database.ts';
import { type Reseller, ResellerEntity } from './entities.ts';
import { ResellerNotFoundError } from './errors.ts';

/** Throws ResellerNotFoundError when there is no such reseller. */
export async function findReseller(em: EntityManager, resellerId: number): Promise<Reseller> {
  const reseller = await em.findOne(ResellerEntity, { id: resellerId });
  if (!reseller) throw new ResellerNotFoundError(resellerId);
  return reseller;
}
