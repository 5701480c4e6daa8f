import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { OrderName } from '../luxury/traffic.ts';

/** What the house bears. */
export interface HouseItem {
  unit: 'proxy_days' | 'gb';
  quantity: number;
}

/** How much of a unit is noted already as the house's, of all operations on an order. */
export async function readHouseItems(
  sqlClient: Sql,
  { resellerId, orderId }: OrderName,
  unit: HouseItem['unit'],
): Promise<number> {
  const { rows } = await sql<{ quantity: string }>`
    select coalesce(sum(h.quantity), 0) as quantity
    from operations o join house_items h on (h.reseller_id, h.operation_id) = (o.reseller_id, o.id)
    where o.reseller_id = ${resellerId} and o.order_id = ${orderId} and h.unit = ${unit}`.execute(sqlClient);
  return Number(rows[0]?.quantity ?? 0);
}

/** Notes what was found of an operation, on top of what was noted of it before. */
export async function noteHouseItem(
  tx: Sql,
  { resellerId, operationId }: { resellerId: number; operationId: string },
  { unit, quantity }: HouseItem,
  now: Date,
): Promise<void> {
  await sql`insert into house_items as h (reseller_id, operation_id, unit, quantity, noted_at)
    values (${resellerId}, ${operationId}, ${unit}, ${quantity}, ${now})
    on conflict (reseller_id, operation_id, unit) do update set quantity = h.quantity + excluded.quantity`.execute(
    tx,
  );
}
