import { type EntityManager, LockMode } from '../kit/database.ts';
import { type Reseller, ResellerEntity } from './entities.ts';
import { ResellerNotFoundError } from './errors.ts';

/** Throws ResellerNotFoundError when there is no such reseller. */
export async function findReseller(em: EntityManager, resellerId: number): Promise<Reseller> {
  const reseller = await em.findOne(ResellerEntity, { id: resellerId });
  if (!reseller) throw new ResellerNotFoundError(resellerId);
  return reseller;
}

/** The same, locked until the transaction ends, so that what it was before is what the change replaces. */
export async function findResellerToChange(em: EntityManager, resellerId: number): Promise<Reseller> {
  const reseller = await em.findOne(
    ResellerEntity,
    { id: resellerId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!reseller) throw new ResellerNotFoundError(resellerId);
  return reseller;
}
