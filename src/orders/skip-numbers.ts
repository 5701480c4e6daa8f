import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/**
 * Has the next order get a number above `past`, and above all that were ever taken from this database.
 * Returns the last number that no new order gets.
 */
export async function skipOrderNumbers(db: Sql, past: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select setval('order_ids', greatest(last_value, ${past})) as last from order_ids`.execute(db);
  return Number(rows[0]?.last);
}

/** The last number that an order may have got, for all that this database knows. */
export async function lastOrderNumber(db: Sql): Promise<number> {
  const { rows } = await sql<{ last: number }>`select last_value as last from order_ids`.execute(db);
  return Number(rows[0]?.last);
}
