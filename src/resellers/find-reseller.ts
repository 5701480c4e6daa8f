import { type EntityManager, LockMode } from '../kit/database.ts';
import { type Reseller, ResellerEntity } from './entities.ts';
import { ResellerNotFoundError } from './errors.ts';

/** Throws ResellerNotFoundError when there is no such reseller. */
export async function findReseller(
  em: EntityManager,
  resellerId: number,
  options: { lockMode?: LockMode } = {},
): Promise<Reseller> {
  const reseller = await em.findOne(ResellerEntity, { id: resellerId }, options);
  if (!reseller) throw new ResellerNotFoundError(resellerId);
  return reseller;
}

/** The same, locked until the transaction ends, so that what it was before is what the change replaces. */
export function findResellerToChange(em: EntityManager, resellerId: number): Promise<Reseller> {
  return findReseller(em, resellerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
}
