import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import {
  type Correction,
  findCorrection,
  type MadeCorrection,
  makeCorrection,
  usedOtherwise,
} from './corrections.ts';

type Adjustment = Omit<Correction, 'kind' | 'operationId' | 'stage'>;

/**
 * Adds an amount to a reseller's balance, or takes it from there, for a reason that the reseller reads. A
 * repeated adjustment changes nothing and returns the first one. Throws InvalidRequestError when there is no
 * such reseller, the reference was used for another correction or reason, or the balance does not cover it.
 */
export async function adjust(database: Database, adjustment: Adjustment): Promise<MadeCorrection> {
  const { resellerId, reference, amount, reason } = adjustment;
  if (amount === 0n) throw new InvalidRequestError('An adjustment by 0 USD changes nothing.');
  return database.inUnitOfWork(async (em, tx) => {
    await findReseller(em, resellerId);
    const made = await makeCorrection(tx, {
      ...adjustment,
      kind: 'adjustment',
      operationId: randomUUIDv7(),
      stage: 1,
    });
    if (made) return made;
    const earlier = await findCorrection(tx, reference);
    if (!earlier) throw new Error(`the correction ${reference} is gone`);
    const isSame =
      earlier.kind === 'adjustment' &&
      earlier.resellerId === resellerId &&
      earlier.amount === amount &&
      earlier.reason === reason;
    if (!isSame) throw usedOtherwise(earlier);
    return earlier;
  });
}
