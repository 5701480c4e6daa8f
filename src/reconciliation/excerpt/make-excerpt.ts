import { sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import { copyBooks } from './copy-books.ts';
import { copyOperations } from './copy-operations.ts';
import { copyOrders } from './copy-orders.ts';
import type { Keys } from './keys.ts';
import { findLineKeys } from './line-keys.ts';
import { findNewLines } from './new-lines.ts';
import { findNewOperations } from './new-operations.ts';
import { readByIndex } from './read-by-index.ts';
import { findTouchedOrders } from './touched-orders.ts';
import { findTouchedPayments } from './touched-payments.ts';

/**
 * How much before the last verification is read again of what has no place in an account, by the instant in
 * its id or row: longer than clocks differ, and than a transaction takes that has made an id. It is checked
 * twice, and summed up never.
 */
const MARGIN_MS = 10 * 60_000;

/**
 * Has temporary tables stand in front of others in this transaction, as its first statements. Plans that were
 * made for another path are made again.
 */
export async function beginExcerpt(tx: Sql): Promise<void> {
  await sql`set transaction read write`.execute(tx);
  await sql`select set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`.execute(
    tx,
  );
}

/**
 * Makes temporary tables with the names of the tables that grow, which stand in front of these until the
 * transaction ends: what has come since the verified point, and all rows that a check compares it with. So
 * the checks of a whole verification are made of them as they are.
 *
 * Movements are found by the point of their account, and operations by their charge, so nothing is missed
 * that was committed late. The point is before whatever was running, so all that has ended since is new, too.
 * What no movement leads to, such as an order that nobody has paid for, is found by its id or instant.
 */
export async function makeExcerpt(tx: Sql, verifiedAt: Date): Promise<void> {
  const from = new Date(verifiedAt.getTime() - MARGIN_MS);
  const db = tx.withTables<Keys>();
  await readByIndex(tx, async () => {
    await findNewLines(db, from);
    await findNewOperations(db, from);
    await findTouchedPayments(db, from);
    await findTouchedOrders(db, from);
    await findLineKeys(db);
    await copyBooks(db);
    await copyOrders(db);
    await copyOperations(db, from);
  });
}
