import { type Expression, type Kysely, sql } from 'kysely';
import type { Tables } from '../../kit/tables.ts';

/** The keys of what is new and of what belongs to it. */
export type Keys = {
  new_lines: { reseller_id: number; operation_id: string };
  new_coin_lines: { reseller_id: number; operation_id: string };
  new_top_ups: { reference: string };
  new_corrections: { reseller_id: number; operation_id: string };
  touched_payments: { id: string };
  new_operations: { id: string };
  new_sweeps: { reseller_id: number; operation_id: string };
  new_orders: { reseller_id: number; order_id: number };
  new_goods: { upstream: string; upstream_id: string; number: number | null };
  same_goods: { reseller_id: number; order_id: number };
  touched_orders: { reseller_id: number; order_id: number };
  touched_operations: { id: string };
  line_keys: { reseller_id: number; operation_id: string };
  coin_line_keys: { reseller_id: number; operation_id: string };
};

/** A transaction in which some of them have been found. */
export type Work = Kysely<Tables & Keys>;

/** Makes a temporary table of the rows. Its statistics are those of many rows only where there are many. */
export async function make(db: Work, name: string, rows: Expression<unknown>): Promise<void> {
  await db.schema.createTable(name).temporary().onCommit('drop').as(rows).execute();
  await sql`analyze ${sql.id(name)}`.execute(db);
}
