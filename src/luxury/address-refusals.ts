import { sql } from 'kysely';
import { InvalidOptionError } from '../catalog/errors.ts';
import type { Sql } from '../kit/database.ts';

/**
 * Addresses that may be refused to a reseller on one UTC day. The upstream lets an address belong to one
 * account of all our customers, so a refusal says that somebody may have it: a person mistypes a few, and a
 * program that tries the addresses of others learns of no more than these. Changes that are under way when
 * the last one is refused are finished.
 */
const MAX_REFUSALS_PER_DAY = 20;

/** Throws InvalidOptionError when as many addresses were refused to the reseller today as may be. */
export async function assertMayAddAddresses(db: Sql, resellerId: number, now: Date): Promise<void> {
  const spent = await resellersOutOfRefusals(db, now)
    .where('reseller_id', '=', resellerId)
    .executeTakeFirst();
  if (!spent) return;
  const message = `takes no new addresses until 00:00 UTC, because ${MAX_REFUSALS_PER_DAY} were refused today; those that it has can be kept and taken off`;
  throw new InvalidOptionError([{ path: ['allowedIps'], message }]);
}

/** The resellers that may add no address for the rest of the day. */
export function resellersOutOfRefusals(db: Sql, now: Date) {
  return db
    .selectFrom('address_refusals')
    .select('reseller_id')
    .where('day', '=', dayOf(now))
    .where('refusals', '>=', MAX_REFUSALS_PER_DAY);
}

/** Counts one address that was refused to the reseller. */
export async function countRefusal(db: Sql, resellerId: number, now: Date): Promise<void> {
  await db
    .insertInto('address_refusals')
    .values({ reseller_id: resellerId, day: dayOf(now), refusals: 1 })
    .onConflict((conflict) =>
      conflict.column('reseller_id').doUpdateSet({
        day: dayOf(now),
        refusals: sql`case address_refusals.day when excluded.day then address_refusals.refusals + 1 else 1 end`,
      }),
    )
    .execute();
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);
