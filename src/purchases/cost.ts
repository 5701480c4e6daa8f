import { sql } from 'kysely';
import { z } from 'zod';
import type { ProductType } from '../catalog/catalog.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TermPurchase } from '../upstreams/term.ts';
import type { Operation } from './operation.ts';
import type { Services } from './services.ts';

/** What an operation sells, in the words of the catalog; it is stored in its request. */
export const SOLD = z.object({
  tier: z.string(),
  type: z.string(),
  upstream: z.enum(['px6', 'dataimpulse']),
  /** The upstream's name of the product. */
  product: z.string(),
});
export type Sold = z.infer<typeof SOLD>;

export function soldAs({ tier, id: type, upstream, upstreamProduct: product }: ProductType): Sold {
  return { tier, type, upstream, product };
}

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
 * The same for days that were written off, whether by this sweep, one before it or the delivery: by what one
 * proxy costs for the days that are sold. Asks nothing when all of them have a cost.
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

/** Undefined when the upstream does not tell. */
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
      .set(({ ref }) => ({ cost: sql<bigint>`${ref('quantity')} * ${price}::bigint / ${days}::int` }))
      .where('reseller_id', '=', resellerId)
      .where('operation_id', '=', id)
      .where('unit', '=', sql.lit('proxy_days' as const))
      .where('cost', 'is', null),
);
