import { expressionBuilder, type QueryCreator, sql } from 'kysely';
import type { Database, Sql } from '../../kit/database.ts';
import { type Parameters, statement } from '../../kit/statement.ts';
import type { Tables } from '../../kit/tables.ts';
import { UpstreamError } from '../../upstreams/failure.ts';
import { type Claim, lifetimeBefore, tagOf } from '../idempotency.ts';
import type { OperationOrigin } from '../operation.ts';
import type { Services } from '../services.ts';
import { hasLostRenewal } from './lost-renewals.ts';

interface Request {
  resellerId: number;
  tag: number | null;
  now: Date;
}

/**
 * The id of the lost purchase that the same request has made before, with the same Idempotency-Key, in the
 * time for which a key is kept. None once an operation has it.
 */
function lostBy(db: QueryCreator<Tables>, { resellerId, tag, now }: Parameters<Request>) {
  return db
    .selectFrom('lost_purchases as l')
    .select('l.id')
    .where('l.reseller_id', '=', resellerId)
    .where('l.tag', '=', tag)
    .where('l.started_at', '>', lifetimeBefore(now))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('operations as o').select('o.id').whereRef('o.id', '=', 'l.id'))),
    )
    .orderBy('l.started_at')
    .limit(sql.lit(1));
}

/** Whether the request has made a lost purchase, which it may get again. */
export function isLost(db: QueryCreator<Tables>, request: Parameters<Request>) {
  return expressionBuilder<Tables>().exists(lostBy(db, request));
}

/** What a restore has lost that a request has had done before. */
export type LostWork = { purchaseId: string } | 'renewal';

/** Undefined when there is nothing that the request may get again. `orderId` is what it renews. */
export async function findLostWork(
  { database, clock }: Services,
  claim: Claim,
  orderId: number | undefined,
): Promise<LostWork | undefined> {
  const { resellerId } = claim;
  if (orderId !== undefined)
    return (await hasLostRenewal(database.sql, { resellerId, orderId })) ? 'renewal' : undefined;
  const [lost] = await findLost(database.sql, { resellerId, tag: tagOf(claim), now: clock.now() });
  return lost && { purchaseId: lost.id };
}

const findLost = statement<Request>()(lostBy);

/** Until the transaction ends nobody gives it back. False when it is to be given back, or was. */
export async function lockLostPurchase(tx: Sql, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('lost_purchases')
    .select('id')
    .where('id', '=', id)
    .where('tag', 'is not', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
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

/** Writes down lost purchases, so that the same request gets what they have bought. May be repeated. */
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

/** What could not be looked up may be there all the same, and would be given back after a refund. */
export async function readLost<Result>(look: () => Promise<Result>): Promise<Result> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    throw new UpstreamError('unknown', `what a lost purchase has bought: ${error.message}`, { cause: error });
  }
}
