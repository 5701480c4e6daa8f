import { sql } from 'kysely';
import { notify } from '../events/bell.ts';
import { type Database, type EntityManager, LockMode, type Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { PriceListEntity, type Reseller, ResellerEntity } from './entities.ts';
import { PriceListNotFoundError, ResellerNotFoundError } from './errors.ts';

export interface NewReseller {
  name: string;
  /** The id of a price list, `standard` when left out. */
  priceList?: string | undefined;
  /** The operator's name for it: of several with one, the database takes the first. */
  reference?: string | undefined;
  at: Date;
}

/** Writes a reseller and returns its number. Throws PriceListNotFoundError. */
export async function createReseller(
  em: EntityManager,
  { name, priceList = 'standard', reference, at }: NewReseller,
): Promise<number> {
  const known = await em.findOne(PriceListEntity, { id: priceList });
  if (!known) throw new PriceListNotFoundError(priceList);
  const reseller = em.create(ResellerEntity, { name, priceList, reference, createdAt: at });
  await em.persist(reseller).flush();
  return reseller.id;
}

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

/** The largest threshold that the database stores: a larger one is a typing error. */
const MAX_THRESHOLD_USD = 1_000_000;

/** Sets below how many US dollars a reseller gets a notice. Returns the ones before. */
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
    await notify(tx, [{ topic: 'balance', resellerId }]);
    return before;
  });
}

/** Sets the kinds of notices that a reseller is not sent. Facts of before are not told of. */
export async function setOptOuts(
  db: Sql,
  { resellerId, kinds }: { resellerId: number; kinds: readonly string[] },
): Promise<void> {
  await db
    .updateTable('resellers')
    .set({ notice_opt_outs: [...kinds] })
    .where('id', '=', resellerId)
    .execute();
}

/** The kinds of notices that a reseller is not sent, those of later versions included. */
export async function readOptOuts(db: Sql, resellerId: number): Promise<string[]> {
  const row = await db
    .selectFrom('resellers')
    .select('notice_opt_outs')
    .where('id', '=', resellerId)
    .executeTakeFirstOrThrow();
  return row.notice_opt_outs;
}

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

/** The reseller, locked until the transaction ends: what it was before is what the change replaces. */
export function findResellerToChange(em: EntityManager, resellerId: number): Promise<Reseller> {
  return findReseller(em, resellerId, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** Locks the reseller: of several new things of which it may have so many each counts those before. */
export async function lockReseller(tx: Sql, resellerId: number): Promise<void> {
  await tx.selectFrom('resellers').select('id').where('id', '=', resellerId).forNoKeyUpdate().execute();
}

/** The price list of the catalog's own prices. The first migration creates it. */
export const STANDARD = 'standard';

/**
 * `standard` always stays. The prices of removed lists must be deleted before. Throws InvalidRequestError
 * when a reseller uses a list that would be removed.
 */
export async function savePriceLists(tx: Sql, lists: readonly { id: string; name: string }[]): Promise<void> {
  const ids = lists.map(({ id }) => id);
  await requireUsedLists(tx, ids);
  await tx
    .deleteFrom('price_lists')
    .where('id', 'not in', [STANDARD, ...ids])
    .execute();
  if (lists.length === 0) return;
  await tx
    .insertInto('price_lists')
    .values(lists.map(({ id, name }) => ({ id, name })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ name: eb.ref('excluded.name') })))
    .execute();
}

/** Throws InvalidRequestError when a reseller uses a list that is neither among these nor `standard`. */
export async function requireUsedLists(db: Sql, ids: readonly string[]): Promise<void> {
  const used = await db
    .selectFrom('resellers')
    .distinct()
    .select('price_list')
    .where('price_list', 'not in', [STANDARD, ...ids])
    .execute();
  if (used.length === 0) return;
  const names = used.map((row) => `"${row.price_list}"`).join(', ');
  throw new InvalidRequestError(
    `Resellers use the price list ${names}, which the file does not have; keep it.`,
  );
}

/** So that nobody new gets a number that somebody had whom the books have lost. */
export async function skipNumbers(db: Sql, count: number): Promise<void> {
  await sql`
    select setval(sequence, last_value + ${count})
    from (values (pg_get_serial_sequence('resellers', 'id')), (pg_get_serial_sequence('api_keys', 'id')),
      (current_schema() || '.credential_ids')) as moved (sequence)
    join pg_sequences on sequence = schemaname || '.' || sequencename
    where last_value is not null`.execute(db);
}

/** How many there are, and whether one of them was added by this reference. */
export async function countResellers(
  db: Sql,
  reference: string,
): Promise<{ count: number; isAdded: boolean }> {
  const { count, isAdded } = await db
    .selectFrom('resellers')
    .select(({ fn, eb }) => [
      fn.countAll<number>().as('count'),
      fn.coalesce(fn.agg<boolean>('bool_or', [eb('reference', '=', reference)]), eb.lit(false)).as('isAdded'),
    ])
    .executeTakeFirstOrThrow();
  return { count: Number(count), isAdded };
}
