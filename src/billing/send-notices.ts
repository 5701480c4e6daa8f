import { sql } from 'kysely';
import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { isDatabaseUnavailable } from '../kit/database-errors.ts';
import type { Job } from '../kit/job.ts';
import { type Attempted, GivenUpError, Retry } from '../kit/job-failures.ts';
import { NOTICE_COLUMNS, NOTICE_KINDS, type NoticeRow, type Notifier, toNotice } from './notices.ts';

/**
 * The sending of notices; the key is the notice's id. A message is of use only while it is new, so no pause
 * is longer than a quarter of an hour: a notifier that works again gets the message within that time. 220
 * attempts take 26 to 53 hours.
 */
export const NOTICES = new Retry('notices', {
  firstPauseMs: 5_000,
  longestPauseMs: 15 * 60_000,
  attempts: 220,
});

/** A reseller who has to top up gets the notice while there is still time for it. */
export const NOTICE_JOB: Job<{ services: Services; notifier: Notifier }> = {
  name: 'notices',
  everyMs: 2_000,
  begin: ({ services, notifier }, onFailure) => ({
    round: () => sendNotices(services, notifier, onFailure),
  }),
};

interface Services {
  database: Database;
  clock: Clock;
}

/** Notices of one transaction: their people are locked until its end, which is some milliseconds. */
const BATCH = 10;

/**
 * Sends every notice that is due; any number of processes may do so at once. Throws when some were not sent,
 * and so are put off. `onFailure` is called with a GivenUpError for each that is given up.
 *
 * A notice is marked as sent in the transaction in which the notifier writes its message: whatever process
 * dies, each notice gives one message. When a batch fails, each notice gets a transaction of its own for the
 * rest of the call, so that only those are put off that cannot be written.
 */
export async function sendNotices(
  { database, clock }: Services,
  notifier: Notifier,
  onFailure: (error: unknown) => void,
): Promise<void> {
  let most = BATCH;
  let last = 0;
  let putOff = 0;
  for (;;) {
    const at = clock.now();
    let batch: Taken[] = [];
    let announce = () => {};
    try {
      announce = await database.inTransaction(async (tx) => {
        batch = await takeBatch(tx, { after: last, most, at });
        const notices = batch.map(({ row }) => toNotice(row));
        return notices.length === 0 ? () => {} : notifier.write(tx, notices);
      });
    } catch (error) {
      const [failed, ...others] = batch;
      if (!failed || isDatabaseUnavailable(error)) throw error;
      if (others.length > 0) {
        most = 1;
        continue;
      }
      if (await noteFailure({ database, clock }, failed, error, onFailure)) putOff += 1;
    }
    announce();
    if (batch.length < most) break;
    // Failed notices wait for the next call, also when their failure could not be noted.
    last = Math.max(...batch.map(({ row }) => row.id));
  }
  if (putOff > 0) throw new Error(`${putOff} notices could not be sent`);
}

interface Taken extends Attempted {
  row: NoticeRow;
}

/** Takes notices, marks them as sent, and deletes the records of their earlier failures. */
async function takeBatch(
  tx: Sql,
  { after, most, at }: { after: number; most: number; at: Date },
): Promise<Taken[]> {
  const rows = await tx
    .with('due', (cte) =>
      cte
        .selectFrom('notices')
        .select('id')
        .where('sent_at', 'is', null)
        .where('kind', 'in', NOTICE_KINDS)
        .where('id', '>', after)
        .where(({ cast }) => NOTICES.isReady(cast('notices.id', 'text'), at))
        .orderBy('id')
        .limit(sql.lit(most))
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
  const batch = rows.map(({ attempt, ...row }) => ({ key: String(row.id), attempt, row }));
  for (const taken of batch) await NOTICES.succeed(tx, taken);
  return batch.sort((one, other) => one.row.id - other.row.id);
}

/**
 * Returns whether this has put the notice off. One that was sent meanwhile has not failed, and another
 * process may have noted the same failure.
 */
async function noteFailure(
  { database, clock }: Services,
  { key, attempt, row }: Taken,
  error: unknown,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const giveBack = async (tx: Sql) => {
    const waiting = tx.selectFrom('notices').select('id').where('id', '=', row.id);
    return (await waiting.where('sent_at', 'is', null).forUpdate().executeTakeFirst()) !== undefined;
  };
  try {
    return await NOTICES.noteFailure(database, { key, attempt, error, now: clock.now(), giveBack });
  } catch (failure) {
    if (!(failure instanceof GivenUpError)) throw failure;
    onFailure(failure);
    return false;
  }
}

/** A message of the day is not asked for after a season; an order's end is told of a day before it. */
const KEPT_FOR_DAYS = 90;
/** Notices that one statement looks at, the oldest first. */
const BATCH_SIZE = 1_000;

/**
 * Deletes old notices, and returns how many they were. One that was given up is of no use any more: it goes,
 * too, with the record of its failures. Otherwise those that nobody could be sent would keep the others.
 */
export async function deleteOldNotices(db: Sql, now: Date): Promise<number> {
  const { count } = await db
    .with('deleted', (cte) =>
      cte
        .deleteFrom('notices')
        .where('id', 'in', (eb) =>
          eb.selectFrom('notices').select('id').orderBy('id').limit(sql.lit(BATCH_SIZE)),
        )
        .where(({ eb, or }) =>
          or([eb('sent_at', 'is not', null), sql.raw<boolean>(NOTICES.isGivenUp('notices.id'))]),
        )
        .where('created_at', '<', sql<Date>`${now}::timestamptz - make_interval(days => ${KEPT_FOR_DAYS})`)
        .returning(['id', 'sent_at']),
    )
    .with('forgotten', (cte) =>
      NOTICES.forget(
        cte,
        cte
          .selectFrom('deleted')
          .select(({ cast }) => cast<string>('deleted.id', 'text').as('key'))
          .where('deleted.sent_at', 'is', null),
      ),
    )
    .selectFrom('deleted')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
