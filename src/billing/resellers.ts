import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { violates } from '../kit/database-errors.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { ResellerNotFoundError } from '../resellers/errors.ts';
import { listKeys } from '../resellers/keys.ts';
import { createReseller, type NewReseller } from '../resellers/resellers.ts';
import { AccountEntity } from './entities.ts';
import { countOpening, OPENING } from './top-ups.ts';

/** A page of the resellers, oldest first. `search` is a part of the name, or the number. */
export async function listResellers(
  sqlClient: Sql,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
) {
  let query = resellers(sqlClient).orderBy('resellers.id').limit(limit).offset(offset);
  if (search !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb(
          eb.fn<number>('strpos', [eb.fn('lower', ['resellers.name']), eb.fn('lower', [eb.val(search)])]),
          '>',
          0,
        ),
        eb(eb.cast<string>('resellers.id', 'text'), '=', search),
      ]),
    );
  return withKeys(sqlClient, await query.execute());
}

/** Throws ResellerNotFoundError when there is no such reseller. */
export async function showReseller(sqlClient: Sql, resellerId: number) {
  const row = await resellers(sqlClient).where('resellers.id', '=', resellerId).executeTakeFirst();
  const [shown] = row ? await withKeys(sqlClient, [row]) : [];
  if (!shown) throw new ResellerNotFoundError(resellerId);
  return shown;
}

function resellers(sqlClient: Sql) {
  return sqlClient
    .selectFrom('resellers')
    .innerJoin('accounts', 'accounts.reseller_id', 'resellers.id')
    .leftJoin('coin_accounts', 'coin_accounts.reseller_id', 'resellers.id')
    .select([
      'resellers.id',
      'resellers.name',
      'resellers.price_list as priceList',
      'accounts.balance',
      'accounts.owed',
      'coin_accounts.balance as coins',
      'resellers.referred_by as referredBy',
      'resellers.low_balance_threshold_usd as lowBalanceThresholdUsd',
      'resellers.created_at as createdAt',
      'resellers.disabled_reason as disabledReason',
      'resellers.requests_per_minute as requestsPerMinute',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof resellers>['execute']>>[number];
export type ShownReseller = Awaited<ReturnType<typeof withKeys>>[number];

async function withKeys(sqlClient: Sql, rows: readonly Row[]) {
  const keys = await listKeys(
    sqlClient,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    ...row,
    balance: BigInt(row.balance),
    owed: BigInt(row.owed),
    coins: row.coins ?? 0,
    keys: keys.get(row.id) ?? [],
  }));
}

type AddedReseller = NewReseller & {
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
 * Adds a reseller once for each reference: repeating it adds nothing and returns the first one. Throws
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
    .leftJoin('top_ups as u', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb('u.reference', '=', fn<string>('concat', [sql.lit(OPENING), ref('r.id')])),
      ),
    )
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
