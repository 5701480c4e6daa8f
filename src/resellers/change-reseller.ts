import type { Database, EntityManager } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { PriceListEntity } from './entities.ts';
import { PriceListNotFoundError } from './errors.ts';
import { findKeyToChange } from './find-key.ts';
import { findResellerToChange } from './find-reseller.ts';
import { MAX_REQUESTS_PER_WINDOW } from './rate-limit.ts';

/** The longest reason why a reseller is disabled, in characters. It is a part of an error message. */
export const MAX_DISABLED_REASON_CHARACTERS = 500;

interface ResellerChange {
  name?: string;
  /** The id of a price list. */
  priceList?: string;
  /** Why the reseller is disabled; null to enable it again. */
  disabledReason?: string | null;
}

/**
 * Changes what is given of a reseller, in the caller's unit of work, in every process from the next request
 * on. Whoever is disabled is refused with the reason: its keys, its sessions of the console, its frontend
 * tokens and its chat. Work that was charged goes on to its end. Returns what the reseller was before. Throws
 * InvalidRequestError when there is no such reseller or price list.
 */
export async function changeReseller(
  em: EntityManager,
  { resellerId, ...change }: ResellerChange & { resellerId: number },
): Promise<Required<ResellerChange>> {
  const reseller = await findResellerToChange(em, resellerId);
  const { priceList } = change;
  if (priceList !== undefined && !(await em.findOne(PriceListEntity, { id: priceList })))
    throw new PriceListNotFoundError(priceList);
  const { name, priceList: list, disabledReason = null } = reseller;
  Object.assign(reseller, change);
  return { name, priceList: list, disabledReason };
}

/** Whose rate it is: that of one key, or that of all keys of a reseller which have none of their own. */
export type RateOwner = { resellerId: number } | { keyId: number };

/**
 * Sets how many requests a key may send in any 60 seconds, 1 to 600; null: as if it was never set. Returns
 * the reseller, and what was set before. Throws InvalidRequestError and KeyNotFoundError.
 */
export async function setRateLimit(
  database: Database,
  { requestsPerMinute, ...owner }: RateOwner & { requestsPerMinute: number | null },
): Promise<{ resellerId: number; before: number | null }> {
  const isInRange =
    requestsPerMinute === null ||
    (Number.isInteger(requestsPerMinute) &&
      requestsPerMinute >= 1 &&
      requestsPerMinute <= MAX_REQUESTS_PER_WINDOW);
  if (!isInRange)
    throw new InvalidRequestError(`A rate is a whole number from 1 to ${MAX_REQUESTS_PER_WINDOW}.`);
  return database.inUnitOfWork(async (em) => {
    if ('keyId' in owner) {
      const key = await findKeyToChange(em, owner);
      const before = key.requestsPerMinute ?? null;
      key.requestsPerMinute = requestsPerMinute;
      return { resellerId: key.resellerId, before };
    }
    const reseller = await findResellerToChange(em, owner.resellerId);
    const before = reseller.requestsPerMinute ?? null;
    reseller.requestsPerMinute = requestsPerMinute;
    return { resellerId: reseller.id, before };
  });
}
