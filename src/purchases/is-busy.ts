import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { OrderName } from '../luxury/traffic.ts';

/** Whether an operation on the order runs. */
export async function isBusy(sqlClient: Sql, { resellerId, orderId }: OrderName): Promise<boolean> {
  const { rows } = await sql`select from operations
    where reseller_id = ${resellerId} and order_id = ${orderId} and state = 'running'`.execute(sqlClient);
  return rows.length > 0;
}
