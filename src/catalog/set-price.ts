import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { isLockTimeout } from '../kit/database-errors.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { PriceListNotFoundError } from '../resellers/errors.ts';
import { STANDARD } from '../resellers/resellers.ts';
import { findType, periodOf } from './catalog.ts';
import { UnknownProductError } from './errors.ts';

interface PeriodPath {
  tier: string;
  type: string;
  period: string;
}

/** On a price list, where null has the standard price hold again; or in the chat bot, without a list. */
export type PriceChange = PeriodPath &
  ({ priceList: string; price: Micros | null } | { priceList: null; price: Micros });

/** What holds on a list, and the price that the list itself has; null where the standard one holds. */
interface Price {
  effective: Micros;
  own: Micros | null;
}

/** What the price was before the change, and what it is now. */
export interface ChangedPrice {
  old: Price;
  new: Price;
}

/**
 * Changes one price, for what is bought from then on. `cost`: what the upstream takes, if known. Throws
 * UnknownProductError, InvalidPeriodError, or InvalidRequestError: unless forced also for an odd price.
 */
export async function setPrice(
  database: Database,
  change: PriceChange,
  { cost, force }: { cost?: Micros | undefined; force: boolean },
): Promise<ChangedPrice> {
  return database.inTransaction(async (tx) => {
    await lockCatalog(tx);
    const changed = await (change.priceList === null ? setRetailPrice(tx, change) : setListPrice(tx, change));
    const [old, price] = [changed.old.effective, changed.new.effective];
    if (!force && isImplausible(old, price))
      throw new InvalidRequestError(
        `${formatUsd(old)} -> ${formatUsd(price)} changes the price by more than a half; give --force if it is meant.`,
      );
    if (!force && cost !== undefined && price < cost)
      throw new InvalidRequestError(
        `${formatUsd(price)} is less than the ${formatUsd(cost)} that the upstream takes; give --force if it is meant.`,
      );
    return changed;
  });
}

/** Whether a price changes by more than a half, up or down: most such changes are typing errors. */
export function isImplausible(old: Micros, price: Micros): boolean {
  return 2n * (price > old ? price - old : old - price) > old;
}

async function setRetailPrice(
  tx: Sql,
  { price, ...path }: PeriodPath & { price: Micros },
): Promise<ChangedPrice> {
  const { tier, type, period } = path;
  const { retailPrice } = await findPeriod(tx, path, STANDARD);
  await tx
    .updateTable('periods')
    .set({ retail_price: price })
    .where(({ and }) => and({ tier, type, id: period }))
    .execute();
  return { old: ofItsOwn(retailPrice), new: ofItsOwn(price) };
}

async function setListPrice(
  tx: Sql,
  { priceList: price_list, price, ...path }: PeriodPath & { priceList: string; price: Micros | null },
): Promise<ChangedPrice> {
  const list = await tx
    .selectFrom('price_lists')
    .select('id')
    .where('id', '=', price_list)
    .executeTakeFirst();
  if (!list) throw new PriceListNotFoundError(price_list);
  const { tier, type, period } = path;
  const old = {
    effective: (await findPeriod(tx, path, price_list)).price,
    own: await readOwnPrice(tx, { ...path, price_list }),
  };
  if (price !== null) {
    await tx
      .insertInto('prices')
      .values({ tier, type, period, price_list, price })
      .onConflict((conflict) =>
        conflict.columns(['price_list', 'tier', 'type', 'period']).doUpdateSet({ price }),
      )
      .execute();
    return { old, new: ofItsOwn(price) };
  }
  if (price_list === STANDARD)
    throw new InvalidRequestError('A standard price has nothing to go back to; give a new one.');
  await tx
    .deleteFrom('prices')
    .where(({ and }) => and({ price_list, tier, type, period }))
    .execute();
  return { old, new: { effective: (await findPeriod(tx, path, STANDARD)).price, own: null } };
}

function ofItsOwn(price: Micros): Price {
  return { effective: price, own: price };
}

async function readOwnPrice(tx: Sql, path: PeriodPath & { price_list: string }): Promise<Micros | null> {
  const row = await tx
    .selectFrom('prices')
    .select('price')
    .where(({ and }) => and(path))
    .executeTakeFirst();
  return row ? BigInt(row.price) : null;
}

/** With the price on a list: its own, or else the standard one. */
async function findPeriod(tx: Sql, { tier, type, period }: PeriodPath, priceList: string) {
  const found = await findType(tx, priceList, tier, type);
  if (!found) throw new UnknownProductError(tier, type);
  return periodOf(found, period);
}

/** Locks out other changes, which wait 4 s and then throw InvalidRequestError. Reads see the old catalog. */
export async function lockCatalog(tx: Sql): Promise<void> {
  try {
    await sql`lock table tiers in share row exclusive mode`.execute(tx);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new InvalidRequestError(
      'Another command is changing the catalog; nothing was changed. Try again when it has ended.',
    );
  }
}
