import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { Job } from '../kit/job.ts';
import { NOTICE_COLUMNS, type Notice, type Notifier, toNotice } from './notices.ts';

/**
 * The sending of notices; the key is the notice's id. A message is of use only while it is new, so a notifier that
 * is back gets it within a quarter of an hour. 220 attempts take 26 to 53 hours.
 */
export const NOTICES = new Job('notices', {
  firstPauseMs: 5_000,
  longestPauseMs: 15 * 60_000,
  attempts: 220,
});

/**
 * Notices that are sent at the same time. A process that dies meanwhile loses at most this many.
 */
const BATCH = 10;

/**
 * Sends every notice that is due; any number of processes may do so at once. Throws when some were not sent:
 * they are put off.
 *
 * A notice is marked as sent before it is sent, and the mark is removed when that fails. So a process that dies
 * in between loses the message. The other order would repeat it, and the promise is one message; the balance
 * can be read at any time. It also means that no transaction is open while the notifier calls a network.
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
    // Failed notices wait for the next call, so that they do not keep the others from being sent.
    last = Math.max(...batch.map(({ notice }) => notice.id));
  }
  if (failed > 0) throw new Error(`${failed} notices could not be sent`);
}

interface Taken {
  notice: Notice;
  /** Attempts to send it that have failed; null when none has. */
  attempt: number | null;
}

/** Takes notices, marks them as sent, and deletes the records of their earlier failures. */
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
 * Removes the marks of this batch only: if it is executed twice, the second time may meet a notice that another
 * process has sent meanwhile.
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
    // The notifier has failed, even if its error looks like one of the database, which was not used meanwhile.
    if (numUpdatedRows > 0n) await NOTICES.fail(tx, attemptOf(taken), error, now);
  }
}

function attemptOf({ notice, attempt }: Taken) {
  return { key: String(notice.id), attempt };
}
