import { type Expression, type QueryCreator, sql } from 'kysely';
import type { Database, Sql } from '../../kit/database.ts';
import { statement } from '../../kit/statement.ts';
import type { Tables } from '../../kit/tables.ts';
import type { Claim } from '../idempotency.ts';
import { ANSWER_LIFETIME_MS } from '../idempotency.ts';
import { type OperationOrigin, tagOf } from '../operation.ts';

const LIFETIME = sql`make_interval(secs => ${sql.lit(ANSWER_LIFETIME_MS / 1_000)})`;

/**
 * The id of the lost purchase that the same request has made before, with the same Idempotency-Key, in the
 * time for which a key is kept. None once an operation has it.
 */
export function isLost(
  db: QueryCreator<Tables>,
  request: {
    resellerId: Expression<number>;
    tag: Expression<number>;
    now: Expression<Date>;
  },
) {
  const { resellerId, tag, now } = request;
  return db
    .selectFrom('lost_purchases as l')
    .select('l.id')
    .where('l.reseller_id', '=', resellerId)
    .where('l.tag', '=', tag)
    .where('l.started_at', '>', sql<Date>`${now}::timestamptz - ${LIFETIME}`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('operations as o').select('o.id').whereRef('o.id', '=', 'l.id'))),
    )
    .orderBy('l.started_at')
    .limit(sql.lit(1));
}

/** Whether the request has bought what the books have lost, and what it has not got again yet. */
export async function hasBoughtLost(db: Sql, claim: Claim, now: Date): Promise<boolean> {
  const { resellerId } = claim;
  return (await findLost(db, { resellerId, tag: tagOf(claim), now })).length > 0;
}

const findLost = statement<{ resellerId: number; tag: number; now: Date }>()(isLost);

/** Writes down that the database was restored: what older operations have done may be missing. */
export async function noteRestore(db: Sql, now: Date): Promise<void> {
  await db.insertInto('restores').values({ restored_at: now }).execute();
}

/** When the database was last restored; undefined for never. */
export async function lastRestore(db: Sql): Promise<Date | undefined> {
  const row = await db
    .selectFrom('restores')
    .select(({ fn }) => fn.max<Date | null>('restored_at').as('at'))
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/**
 * Writes down purchases that the books do not know, so that the same request gets what they have bought. May
 * be repeated.
 */
export async function noteLostPurchases(
  db: Sql,
  lost: readonly ({ id: string } & OperationOrigin)[],
  now: Date,
): Promise<void> {
  if (lost.length === 0) return;
  await db
    .insertInto('lost_purchases')
    .values(
      lost.map(({ id, resellerId, tag, startedAt }) => ({
        id,
        reseller_id: resellerId,
        tag,
        started_at: startedAt,
        found_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Whether the operation was one that the books had lost. */
export async function isLostPurchase(db: Sql, id: string): Promise<boolean> {
  const row = await db.selectFrom('lost_purchases').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** The lost purchase of this id; none when it is to be given back, or was. */
export function openLost(db: QueryCreator<Tables>, id: Expression<string>) {
  return db
    .selectFrom('lost_purchases as l')
    .select('l.id')
    .where('l.id', '=', id)
    .where('l.tag', 'is not', null);
}

/** Whether an operation may still take the lost purchase up. */
export async function isOpenLost(db: Sql, id: string): Promise<boolean> {
  return (await openLost(db, sql.val(id)).execute()).length > 0;
}

/**
 * Keeps every operation from taking the lost purchase up, before its goods are given back: without a tag it
 * is that of no request. False when an operation has it, which decides about the goods.
 */
export function claimToGiveBack(database: Database, id: string): Promise<boolean> {
  return database.inTransaction(async (tx) => {
    // An operation that starts has locked the row: the next statement sees what it has written.
    const lost = await tx
      .selectFrom('lost_purchases')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const operation = await tx.selectFrom('operations').select('id').where('id', '=', id).executeTakeFirst();
    if (!lost || operation) return false;
    await tx.updateTable('lost_purchases').set({ tag: null }).where('id', '=', id).execute();
    return true;
  });
}

/** Forgets a purchase that was given back. */
export async function forgetLostPurchase(db: Sql, id: string): Promise<void> {
  await db.deleteFrom('lost_purchases').where('id', '=', id).execute();
}
