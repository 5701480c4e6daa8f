import type { Selectable } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import type { OrderName } from '../orders/order.ts';

/**
 * Something that an upstream did, that nobody paid for and that cannot be taken back: the service bears its
 * cost.
 */
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

/** Adds to what is written off for an operation. */
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
        cost: eb('house_items.cost', '+', eb.ref('excluded.cost')),
      })),
    )
    .execute();
}
