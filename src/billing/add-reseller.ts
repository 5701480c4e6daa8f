import { sql } from 'kysely';
import { violates } from '../kit/connection-errors.ts';
import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { createReseller, type NewReseller } from '../resellers/create-reseller.ts';
import { AccountEntity } from './entities.ts';
import { countOpening, OPENING } from './top-up.ts';

type AddedReseller = NewReseller & {
  /** Its first balance. */
  balance?: Micros | undefined;
};

/**
 * Adds a reseller with its account, and money on it when there is a first balance, all or nothing. Returns
 * its id. Throws InvalidRequestError when there is no such price list.
 */
export async function addReseller(
  database: Database,
  { balance = 0n, ...reseller }: AddedReseller,
): Promise<number> {
  return database.inUnitOfWork(async (em, tx) => {
    const resellerId = await createReseller(em, reseller);
    await em.persist(em.create(AccountEntity, { resellerId })).flush();
    if (balance > 0n) await countOpening(tx, { resellerId, amount: balance, at: reseller.at });
    return resellerId;
  });
}

/**
 * As `addReseller`, once for each reference: repeating it adds nothing and returns the first one. Throws
 * InvalidRequestError when that has another name, price list or first balance.
 */
export async function addResellerOnce(
  database: Database,
  wanted: AddedReseller,
): Promise<{ resellerId: number; replayed: boolean }> {
  const { name, priceList = 'standard', balance = 0n, reference = null } = wanted;
  const resellerId = await addReseller(database, wanted).catch((error: unknown) => {
    if (violates(error, 'resellers_reference')) return undefined;
    throw error;
  });
  if (resellerId !== undefined) return { resellerId, replayed: false };
  const earlier = await database.sql
    .selectFrom('resellers as r')
    .leftJoin('top_ups as u', (join) => join.on('u.reference', '=', sql<string>`${OPENING} || r.id`))
    .select(['r.id', 'r.name', 'r.price_list', 'r.created_at', 'u.amount'])
    .where('r.reference', '=', reference)
    .executeTakeFirstOrThrow();
  const opened = BigInt(earlier.amount ?? 0);
  if (earlier.name === name && earlier.price_list === priceList && opened === balance)
    return { resellerId: earlier.id, replayed: true };
  throw new InvalidRequestError(
    `The reference ${JSON.stringify(reference)} was used on ${earlier.created_at.toISOString()} for reseller ${earlier.id}, ${JSON.stringify(earlier.name)} with the price list ${earlier.price_list}, added with ${formatUsd(opened)} USD; nothing was added. Give another reseller a reference of its own.`,
  );
}
