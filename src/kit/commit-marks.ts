import { randomUUIDv7 } from 'node:crypto';
import type { Kysely } from 'kysely';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { firstIdAt } from './uuid.ts';

/** How long marks are kept: for longer than anybody looks for one. */
const KEEP_MARKS_MS = 10 * 60_000;

/** `committed`: by the transaction itself, not by who looks for it. Where a mark is, it stays as it is. */
const insertMark = statement<{ mark: string; committed: boolean }>()((db, { mark, committed }) =>
  db
    .insertInto('commits')
    .values({ id: mark, committed })
    .onConflict((conflict) => conflict.doNothing()),
);

/** A mark that nobody has. */
export function newMark(): string {
  return randomUUIDv7();
}

/** Marks a transaction as committed once it is: to be called in it, as its last statement. */
export async function leaveMark(tx: Kysely<Tables>, mark: string): Promise<void> {
  await insertMark(tx, { mark, committed: true });
}

/**
 * Whether the transaction of that mark was committed. If it was not, it never will be: a mark of the question in the same place waits
 * for a commit that is still under way, and keeps one from coming after.
 */
export async function isCommitted(db: Kysely<Tables>, mark: string): Promise<boolean> {
  await insertMark(db, { mark, committed: false });
  const row = await db.selectFrom('commits').select('committed').where('id', '=', mark).executeTakeFirst();
  return row?.committed ?? false;
}

/** Deletes the marks that nobody will look for any more. */
export async function deleteOldMarks(db: Kysely<Tables>, now: Date): Promise<void> {
  const first = firstIdAt(new Date(now.getTime() - KEEP_MARKS_MS));
  await db.deleteFrom('commits').where('id', '<', first).execute();
}
