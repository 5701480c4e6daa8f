import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { NOTICE_COLUMNS, type Notice, type Notifier, toNotice } from './notices.ts';

/**
 * Handed over at the same time: enough to keep up with, and few enough to be lost by a process that dies
 * meanwhile.
 */
const BATCH = 10;

/**
 * Sends every notice that is due; any number of processes may do so at once. Throws when some were not sent:
 * they are due again.
 *
 * A notice is marked as sent before it is handed over, and the mark is taken back when that fails. So a
 * process that dies in between loses the message, where the other order would repeat it: one message is
 * promised, and the balance can be read at any time. It also means that nothing of the database is held while
 * the notifier, which may be a network away, takes its time.
 */
export async function sendNotices(
  { database, clock }: { database: Database; clock: Clock },
  notifier: Notifier,
): Promise<void> {
  let failed = 0;
  let last = 0;
  for (;;) {
    const at = clock.now();
    const batch = await database.inTransaction((tx) => takeBatch(tx, last, at));
    const outcomes = await Promise.allSettled(batch.map((notice) => notifier.send(notice)));
    const unsent = batch.filter((_notice, i) => outcomes[i]?.status === 'rejected').map(({ id }) => id);
    await putBack(database.sql, unsent, at);
    failed += unsent.length;
    if (batch.length < BATCH) break;
    // Those that failed wait for the next call, so that they never keep the others from being sent.
    last = Math.max(...batch.map(({ id }) => id));
  }
  if (failed > 0) throw new Error(`${failed} notices could not be sent`);
}

async function takeBatch(tx: Sql, after: number, at: Date): Promise<Notice[]> {
  const rows = await tx
    .with('due', (cte) =>
      cte
        .selectFrom('notices')
        .select('id')
        .where('sent_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('notices')
    .from('due')
    .set({ sent_at: at })
    .whereRef('notices.id', '=', 'due.id')
    .returning(NOTICE_COLUMNS)
    .execute();
  return rows.map(toNotice);
}

/**
 * Takes back the mark of that batch alone: done a second time, it finds those that another process has sent
 * meanwhile.
 */
async function putBack(sqlClient: Sql, ids: number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await sqlClient
    .updateTable('notices')
    .set({ sent_at: null })
    .where('id', 'in', ids)
    .where('sent_at', '=', at)
    .execute();
}
