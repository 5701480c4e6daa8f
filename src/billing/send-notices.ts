import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { Job } from '../kit/job.ts';
import { NOTICE_COLUMNS, type Notice, type Notifier, toNotice } from './notices.ts';

/**
 * Bringing messages to resellers, by the ids of the notices. A message is worth sending while it is news, and a
 * notifier that is back gets it within a quarter of an hour: 220 attempts are 26 to 53 hours.
 */
export const NOTICES = new Job('notices', {
  firstPauseMs: 5_000,
  longestPauseMs: 15 * 60_000,
  attempts: 220,
});

/**
 * Handed over at the same time: enough to keep up with, and few enough to be lost by a process that dies
 * meanwhile.
 */
const BATCH = 10;

/**
 * Sends every notice that is due; any number of processes may do so at once. Throws when some were not sent:
 * they are put off.
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
    const outcomes = await Promise.allSettled(batch.map(({ notice }) => notifier.send(notice)));
    const failures = batch.flatMap((taken, i) => {
      const outcome = outcomes[i];
      return outcome?.status === 'rejected' ? [{ taken, error: outcome.reason as unknown }] : [];
    });
    if (failures.length > 0) {
      await database.inTransaction((tx) => putBack(tx, failures, { at, now: clock.now() }));
      failed += failures.length;
    }
    if (batch.length < BATCH) break;
    // Those that failed wait for the next call, so that they never keep the others from being sent.
    last = Math.max(...batch.map(({ notice }) => notice.id));
  }
  if (failed > 0) throw new Error(`${failed} notices could not be sent`);
}

interface Taken {
  notice: Notice;
  /** Attempts to send it that have failed; null when none has. */
  attempt: number | null;
}

/** Takes notices and marks them as sent, with which the record of earlier failures goes. */
async function takeBatch(tx: Sql, after: number, at: Date): Promise<Taken[]> {
  const rows = await tx
    .with('due', (cte) =>
      cte
        .selectFrom('notices')
        .select('id')
        .where('sent_at', 'is', null)
        .where('id', '>', after)
        .where(({ cast }) => NOTICES.isReady(cast('notices.id', 'text'), at))
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
    .returning(({ cast }) => NOTICES.attempt(cast('notices.id', 'text')).as('attempt'))
    .execute();
  const batch = rows.map(({ attempt, ...row }) => ({ notice: toNotice(row), attempt }));
  for (const taken of batch) await NOTICES.succeed(tx, attemptOf(taken));
  return batch;
}

/**
 * Takes back the mark of that batch alone: done a second time, it finds those that another process has sent
 * meanwhile.
 */
async function putBack(
  tx: Sql,
  failures: { taken: Taken; error: unknown }[],
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  for (const { taken, error } of failures) {
    const { numUpdatedRows } = await tx
      .updateTable('notices')
      .set({ sent_at: null })
      .where('id', '=', taken.notice.id)
      .where('sent_at', '=', at)
      .executeTakeFirstOrThrow();
    // It is the notifier that failed, whatever its error looks like: the database was not asked meanwhile.
    if (numUpdatedRows > 0n) await NOTICES.fail(tx, attemptOf(taken), error, now);
  }
}

function attemptOf({ notice, attempt }: Taken) {
  return { key: String(notice.id), attempt };
}
