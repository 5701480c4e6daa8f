import { deleteOldOffers } from '../bot/offers.ts';
import { deleteOldMessages } from '../bot/outgoing/outbox.ts';
import { deleteOldLinkCodes } from '../bot/people/link-codes.ts';
import { deleteOldUpdates } from '../bot/updates/inbox.ts';
import { deleteOldJobs } from '../bulk/jobs.ts';
import { deleteOldSecretCells } from '../cells/directory.ts';
import { keepDays } from '../events/days.ts';
import { deleteExpiredTokens } from '../frontend-tokens/frontend-tokens.ts';
import type { Database, Sql } from '../kit/database.ts';
import { isDatabaseUnavailable } from '../kit/database-errors.ts';
import { beginJob, type Job } from '../kit/job.ts';
import { deleteOldSamples } from '../luxury/usage-samples.ts';
import { fileLapsedOrders, tellOfEnds } from '../orders/ends.ts';
import { deleteOldChallenges } from '../passkeys/ceremony.ts';
import { deleteUnpaidPayments } from '../payments/unpaid-payments.ts';
import { deleteOldOperations } from '../purchases/delete-old-operations.ts';
import { deleteOldAnswers } from '../purchases/idempotency.ts';
import type { Services } from '../purchases/services.ts';
import { deleteIdleRateWindows } from '../resellers/rate-limit.ts';
import { deleteEndedSessions } from '../sessions/sessions.ts';
import { deleteOldCodes } from '../sessions/sign-in.ts';
import { deleteOldSpending } from '../upstreams/account-book.ts';

/** Between two steps, so that requests come first: a step of a thousand rows takes some milliseconds. */
const PAUSE_MS = 50;
/**
 * Steps of one kind in a round, a thousand rows each: more than are sold in the minute until the next round,
 * so that what is behind catches up, and few enough that the other kinds get their turn.
 */
const STEPS_OF_ROUND = 100;
/** How long a walk rests at its end. What it looks for is months old. */
const WALK_EVERY_MS = 24 * 60 * 60_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Does a bounded piece of work, and returns whether there may be more. */
type Step = (database: Database, now: Date) => Promise<boolean>;

/** The work of a process, whose walks go on where the last round has left them. */
const steps = (): readonly Step[] => [
  untilNone(fileLapsedOrders),
  untilNone(tellOfEnds),
  keepDays,
  untilNone(deleteOldAnswers),
  untilNone((db, now) => deleteOldSamples(db, 'minute', now)),
  untilNone((db, now) => deleteOldSamples(db, 'hour', now)),
  untilNone(deleteOldChallenges),
  untilNone(deleteExpiredTokens),
  untilNone(deleteOldOffers),
  untilNone(deleteOldUpdates),
  async (database, now) => (await database.deleteOldMarks(now)) > 0,
  untilNone(deleteIdleRateWindows),
  untilNone(deleteOldMessages),
  untilNone(deleteEndedSessions),
  untilNone(deleteOldJobs),
  untilNone(deleteOldSecretCells),
  once(deleteOldCodes),
  once(deleteOldLinkCodes),
  once(deleteOldSpending),
  walking(deleteUnpaidPayments),
  walking(deleteOldOperations),
];

/**
 * Files what has ended and deletes what is no longer kept, in small steps, each of which is a statement. A
 * process that dies between two leaves nothing half done. A step that fails keeps no other from being done.
 * docs/operating.md has the rule of every table.
 */
export const CLEAN_UP_JOB: Job<{ services: Pick<Services, 'database' | 'clock' | 'delay'> }> = {
  name: 'housekeeping',
  // Not urgent: it only keeps tables short and lists of orders fast to read.
  everyMs: 60_000,
  // Longer than several steps, each of which has at most the time of a statement.
  leader: { name: 'clean_up', seconds: 60 },
  begin({ services: { database, clock, delay } }, onFailure) {
    const own = steps();
    const repeat = async (step: Step) => {
      for (let done = 0; done < STEPS_OF_ROUND && (await step(database, clock.now())); done++)
        await delay(PAUSE_MS);
    };
    return {
      async round() {
        for (const step of own)
          await repeat(step).catch((error: unknown) => {
            if (isDatabaseUnavailable(error)) throw error;
            onFailure(error);
          });
      },
    };
  },
};

/** One round of the clean-up by itself: in a process that gives the work back afterwards. */
export async function cleanUp(services: Services): Promise<void> {
  const alone = beginJob(CLEAN_UP_JOB, { services }, (error) => {
    throw error;
  });
  await alone.round();
  await alone.close();
}

/** `work` does a part of what is due and returns how many rows that were. */
function untilNone(work: (db: Sql, now: Date) => Promise<number>): Step {
  return async ({ sql }, now) => (await work(sql, now)) > 0;
}

/** For tables that are small: `work` does all that is due. */
function once(work: (db: Sql, now: Date) => Promise<unknown>): Step {
  return async ({ sql }, now) => {
    await work(sql, now);
    return false;
  };
}

/**
 * A walk through a table by its ids, which begin with their time, from the first one to those that are kept
 * in any case. It costs no index, which every purchase would write, and its steps cost the same at any size.
 * `work` looks at rows behind an id and returns the last of them, or undefined at the end.
 */
function walking(work: (db: Sql, after: string, now: Date) => Promise<string | undefined>): Step {
  let after = FIRST_ID;
  let restsUntil = 0;
  return async ({ sql }, now) => {
    if (now.getTime() < restsUntil) return false;
    const last = await work(sql, after, now);
    after = last ?? FIRST_ID;
    if (last === undefined) restsUntil = now.getTime() + WALK_EVERY_MS;
    return last !== undefined;
  };
}
