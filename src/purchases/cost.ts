import { type Selectable, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { jsonText, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { OrderName } from '../orders/order.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TermPurchase } from '../upstreams/term.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';

type Terms = Pick<TermPurchase, 'product' | 'days' | 'quantity'>;

/**
 * Asks the upstream what the work of an operation costs, when the answer that said it was lost: the operation
 * has ended a minute ago, and prices change less often. Called by sweeps, so no customer waits for it.
 */
export async function learnCost(services: Services, operation: Operation, terms: Terms): Promise<void> {
  if (operation.cost !== undefined) return;
  const cost = await askPrice(services, terms);
  if (cost !== undefined) await writeCost(services.database.sql, { id: operation.id, cost });
}

/**
 * What days that are written off have cost besides the operation: nothing, when that was refunded although
 * the upstream has said what it took; otherwise not known yet.
 */
export function costOfDays({ cost }: Operation, ended: 'settled' | 'refunded'): bigint | null {
  return ended === 'refunded' && cost !== undefined ? 0n : null;
}

/**
 * Writes down what the days cost that were written off for an operation, by a sweep or the delivery: by what
 * the upstream takes for one proxy and the days that are sold. Asks nothing when all of them have a cost.
 */
export async function learnCostOfDays(
  services: Services,
  { id, resellerId }: Operation,
  sold: Omit<Terms, 'quantity'>,
): Promise<void> {
  if ((await findUnpricedDays(services.database.sql, { id, resellerId })).length === 0) return;
  const terms = { ...sold, quantity: 1 };
  const price = await askPrice(services, terms);
  if (price === undefined) return;
  await writeCostOfDays(services.database.sql, { id, resellerId, price, days: terms.days });
}

/** What the upstream takes for these terms; undefined when it does not tell. */
async function askPrice({ term }: Services, terms: Terms): Promise<Micros | undefined> {
  try {
    return await term.priceOf(terms);
  } catch (error) {
    // What is unknown is reported as unknown; that must not keep a sweep from its end.
    if (!(error instanceof UpstreamError)) throw error;
    return undefined;
  }
}

const writeCost = statement<{ id: string; cost: bigint }>()((db, { id, cost }) =>
  db
    .updateTable('operations')
    .set({ cost })
    .where('id', '=', id)
    .where('cost', 'is', null)
    .where('state', '<>', sql.lit('running' as const)),
);

const findUnpricedDays = statement<{ id: string; resellerId: number }>()((db, { id, resellerId }) =>
  db
    .selectFrom('house_items')
    .select('operation_id')
    .where('reseller_id', '=', resellerId)
    .where('operation_id', '=', id)
    .where('unit', '=', sql.lit('proxy_days' as const))
    .where('cost', 'is', null),
);

const writeCostOfDays = statement<{ id: string; resellerId: number; price: bigint; days: number }>()(
  (db, { id, resellerId, price, days }) =>
    db
      .updateTable('house_items')
      .set(({ eb, cast }) => ({
        cost: eb(
          eb('quantity', '*', cast<number>(price, 'bigint')),
          '/',
          cast<number>(days, 'integer'),
        ).$castTo<bigint>(),
      }))
      .where('reseller_id', '=', resellerId)
      .where('operation_id', '=', id)
      .where('unit', '=', sql.lit('proxy_days' as const))
      .where('cost', 'is', null),
);

/** What an upstream did, nobody paid for and cannot be taken back: the service bears its cost. */
interface WriteOff extends Pick<Selectable<Tables['house_items']>, 'unit' | 'quantity'> {
  /** In micro-dollars, besides the cost of the operation; null when it is not known. */
  cost: Micros | null;
}

/** How much of a unit is written off for all operations on an order. */
export async function readWrittenOff(
  db: Sql,
  { resellerId, orderId }: OrderName,
  unit: WriteOff['unit'],
): Promise<number> {
  const { quantity } = await db
    .selectFrom('operations as o')
    .innerJoin('house_items as h', (join) =>
      join.onRef('h.reseller_id', '=', 'o.reseller_id').onRef('h.operation_id', '=', 'o.id'),
    )
    .select(({ fn }) => fn.sum<number | null>('h.quantity').as('quantity'))
    .where('o.reseller_id', '=', resellerId)
    .where('o.order_id', '=', orderId)
    .where('h.unit', '=', unit)
    .executeTakeFirstOrThrow();
  return quantity ?? 0;
}

interface StrayDays {
  quantity: number;
  /** How many proxies the order has. */
  proxies: number;
  /** What the days cost that belong to the operation itself; null: not known yet. */
  cost: Micros | null;
}

/**
 * Writes off days of an order that an operation has found and nobody paid for. An earlier renewal may have
 * added them late, after its refund. If the upstream has said what it took for that renewal, this is a loss
 * already: up to its days are written off for that renewal, at no further cost, and only the rest for the
 * operation. To be called with the order locked.
 */
export async function writeDaysOff(
  tx: Sql,
  { id, resellerId, orderId }: Pick<Operation, 'id' | 'resellerId' | 'orderId'>,
  { quantity, proxies, cost }: StrayDays,
  now: Date,
): Promise<void> {
  const unit = 'proxy_days';
  let left = quantity;
  for (const lost of await readLostRenewals(tx, { resellerId, orderId })) {
    const late = lost.id === id ? 0 : Math.min(left, lost.days * proxies - lost.writtenOff);
    if (late <= 0) continue;
    await writeOff(tx, { resellerId, operationId: lost.id }, { unit, quantity: late, cost: 0n }, now);
    left -= late;
  }
  if (left > 0) await writeOff(tx, { resellerId, operationId: id }, { unit, quantity: left, cost }, now);
}

/** The renewals of an order that were refunded although it is known what the upstream took for them. */
async function readLostRenewals(
  tx: Sql,
  { resellerId, orderId }: OrderName,
): Promise<{ id: string; days: number; writtenOff: number }[]> {
  return tx
    .selectFrom('operations as o')
    .leftJoin('house_items as h', (join) =>
      join
        .onRef('h.reseller_id', '=', 'o.reseller_id')
        .onRef('h.operation_id', '=', 'o.id')
        .on('h.unit', '=', 'proxy_days'),
    )
    .select(({ cast, fn, lit, ref }) => [
      'o.id',
      cast<number>(jsonText(ref('o.request'), 'days'), 'integer').as('days'),
      fn.coalesce('h.quantity', lit(0)).as('writtenOff'),
    ])
    .where('o.reseller_id', '=', resellerId)
    .where('o.order_id', '=', orderId)
    .where('o.kind', '=', 'renewal')
    .where('o.state', '=', 'refunded')
    .where('o.cost', 'is not', null)
    .orderBy('o.id')
    .execute();
}

/**
 * Adds to what is written off for an operation, in a transaction: a single statement may be sent twice.
 *
 * What has no cost yet costs as much for each unit as what was priced before it. Otherwise all of it would be
 * unknown, and be priced anew, or never when no sweep is to come.
 */
export async function writeOff(
  tx: Sql,
  { resellerId, operationId }: { resellerId: number; operationId: string },
  { unit, quantity, cost }: WriteOff,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('house_items')
    .values({ reseller_id: resellerId, operation_id: operationId, unit, quantity, cost, noted_at: now })
    .onConflict((conflict) =>
      conflict.columns(['reseller_id', 'operation_id', 'unit']).doUpdateSet((eb) => ({
        quantity: eb('house_items.quantity', '+', eb.ref('excluded.quantity')),
        cost: sql<bigint>`${eb.ref('house_items.cost')} + coalesce(${eb.ref('excluded.cost')},
          ${eb.ref('house_items.cost')} * ${eb.ref('excluded.quantity')} / ${eb.ref('house_items.quantity')})`,
      })),
    )
    .execute();
}
