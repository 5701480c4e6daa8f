import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { type GivenUpError, Job } from '../kit/job.ts';
import { NOTICE_COLUMNS, type Notice, type Notifier, toNotice } from './notices.ts';

/**
 * The sending of notices; the key is the notice's id. A message is of use only while it is new, so no pause
 * is longer than a quarter of an hour: a notifier that works again gets the message within that time. 220
 * attempts take 26 to 53 hours.
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
 * Sends every notice that is due; any number of processes may do so at once. Throws when some were not sent,
 * and so are put off. `onFailure` is called with a GivenUpError for each that is given up.
 *
 * A notice is marked as sent before it is sent, and the mark is removed when that fails. So a process that
 * dies in between loses the message. Marking it after the sending could send a message twice, which is worse:
 * each fall of the balance gives one message, and the balance can be read at any time. Marking it first also
 * means that no transaction is open while the notifier calls a network.
 */
export async function sendNotices(
  { database, clock }: { database: Database; clock: Clock },
  notifier: Notifier,
  onFailure: (error: unknown) => void,
): Promise<void> {
  let putOff = 0;
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
      const givenUp = await database.inTransaction((tx) => putBack(tx, failures, { at, now: clock.now() }));
      // At once: the next batch may throw.
      for (const error of givenUp) onFailure(error);
      putOff += failures.length - givenUp.length;
    }
    if (batch.length < BATCH) break;
    // Failed notices wait for the next call, so that they do not keep the others from being sent.
    last = Math.max(...batch.map(({ notice }) => notice.id));
  }
  if (putOff > 0) throw new Error(`${putOff} notices could not be sent`);
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
 * Removes the marks of this batch only: if it is executed twice, the second time may meet a notice that
 * another process has sent meanwhile. Returns an error for each notice that is given up.
 */
async function putBack(
  tx: Sql,
  failures: { taken: Taken; error: unknown }[],
  { at, now }: { at: Date; now: Date },
): Promise<GivenUpError[]> {
  const givenUp: GivenUpError[] = [];
  for (const { taken, error } of failures) {
    // The notifier has failed, even if its error looks like the database's, which was not used meanwhile.
    const failed = await NOTICES.fail(tx, {
      ...attemptOf(taken),
      error,
      now,
      async giveBack() {
        const { numUpdatedRows } = await tx
          .updateTable('notices')
          .set({ sent_at: null })
          .where('id', '=', taken.notice.id)
          .where('sent_at', '=', at)
          .executeTakeFirstOrThrow();
        return numUpdatedRows > 0n;
      },
    });
    if (failed) givenUp.push(failed);
  }
  return givenUp;
}

function attemptOf({ notice, attempt }: Taken) {
  return { key: String(notice.id), attempt };
}
