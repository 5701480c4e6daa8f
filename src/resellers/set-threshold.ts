import { announce } from '../events/outbox.ts';
import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { findResellerToChange } from './find-reseller.ts';

/**
 * The largest threshold that the database stores. A threshold of more than a million dollars is a typing
 * error.
 */
const MAX_THRESHOLD_USD = 1_000_000;

/**
 * Sets the balance, in whole US dollars, below which a reseller gets a notice. Returns the one before. Throws
 * InvalidRequestError.
 */
export async function setThreshold(
  database: Database,
  { resellerId, usd }: { resellerId: number; usd: number },
): Promise<number> {
  if (!Number.isInteger(usd) || usd < 0 || usd > MAX_THRESHOLD_USD) {
    throw new InvalidRequestError(
      `A low-balance threshold is a whole number of USD from 0 to ${MAX_THRESHOLD_USD}.`,
    );
  }
  return database.inUnitOfWork(async (em, tx) => {
    const reseller = await findResellerToChange(em, resellerId);
    const before = reseller.lowBalanceThresholdUsd;
    reseller.lowBalanceThresholdUsd = usd;
    await announce(tx, [{ topic: 'balance', resellerId }]);
    return before;
  });
}
