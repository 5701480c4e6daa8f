import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { firstIdAt } from './uuid.ts';

/** How long marks are kept, which is longer than any process looks for one. */
const KEEP_MARKS_MS = 10 * 60_000;
/** Rows that one statement deletes. */
const DELETE_BATCH_SIZE = 1_000;

/**
 * `committed` is true when the transaction itself writes the mark, and false when `isCommitted` does. A mark
 * that is there stays as it is.
 */
const insertMark = statement<{ mark: string; committed: boolean }>()((db, { mark, committed }) =>
  db
    .insertInto('commits')
    .values({ id: mark, committed })
    .onConflict((conflict) => conflict.doNothing()),
);

/** A mark that no other transaction has. */
export function newMark(): string {
  return randomUUIDv7();
}

/**
 * Writes the mark of a transaction, so that it is in the database if and only if the transaction is
 * committed. To be called in the transaction, as its last statement.
 */
export async function leaveMark(tx: Kysely<Tables>, mark: string): Promise<void> {
  await insertMark(tx, { mark, committed: true });
}

/**
 * Whether the transaction with that mark was committed. If it was not, it never will be: this inserts a row
 * with the same id, and so waits for the end of a transaction that is still under way.
 */
export async function isCommitted(db: Kysely<Tables>, mark: string): Promise<boolean> {
  await insertMark(db, { mark, committed: false });
  const row = await db.selectFrom('commits').select('committed').where('id', '=', mark).executeTakeFirst();
  return row?.committed ?? false;
}

/**
 * Deletes marks that no process looks for any more, at most a thousand, and returns how many they were.
 */
export async function deleteOldMarks(db: Kysely<Tables>, now: Date): Promise<number> {
  const first = firstIdAt(new Date(now.getTime() - KEEP_MARKS_MS));
  const { numDeletedRows } = await db
    .deleteFrom('commits')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('commits')
        .select('id')
        .where('id', '<', first)
        .orderBy('id')
        .limit(sql.lit(DELETE_BATCH_SIZE))
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
