import { sql } from 'kysely';
import { tell } from '../events/tell.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { type Micros, toJsonUsd } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import type { Services } from '../purchases/services.ts';
import type { KindName } from './kinds.ts';

/** What becomes of a job: nothing of it was begun yet; some was; all that could be was; it was cancelled. */
export type JobState = 'pending' | 'running' | 'done' | 'cancelled';
export type ItemState = 'pending' | 'running' | 'done' | 'failed' | 'cancelled';

export interface JobName {
  resellerId: number;
  jobId: number;
}

export interface BulkJob {
  resellerId: number;
  id: number;
  kind: KindName;
  state: JobState;
  count: number;
  done: number;
  failed: number;
  charged: Micros;
  createdAt: Date;
  endedAt: Date | null;
}

export interface BulkItem {
  /** From 1. */
  place: number;
  /** Null of a purchase that has made none. */
  orderId: number | null;
  state: ItemState;
  error: { code: string; message: string } | null;
  charged: Micros | null;
}

/** Thrown when a job does not exist, is too old to be kept, or belongs to another reseller. */
export class BulkJobNotFoundError extends DomainError {
  readonly code = 'bulk_job_not_found';

  constructor(jobId: number) {
    super(`You have no job ${jobId}; one is kept for ${KEPT_DAYS} days after its end.`);
  }
}

const selectJobs = statement<{ resellerId: number; ids: readonly number[] | null; limit: number }>()(
  (_db, { resellerId, ids, limit }) => sql<Omit<BulkJob, 'charged'> & { charged: number | bigint }>`
    select job.reseller_id as "resellerId", job.id, job.kind, job.state,
      count(*)::int as count, (count(*) filter (where item.state = 'done'))::int as done,
      (count(*) filter (where item.state = 'failed'))::int as failed,
      coalesce(sum(item.charged), 0)::bigint as charged,
      job.created_at as "createdAt", job.ended_at as "endedAt"
    from (
      select reseller_id, id, kind, created_at, ended_at,
        case when cancelled_at is not null then 'cancelled' when ended_at is not null then 'done'
          when turn_at is not null then 'running' else 'pending' end as state
      from bulk_jobs
      where reseller_id = ${resellerId}::bigint and (${ids}::bigint[] is null or id = any (${ids}::bigint[]))
      order by id desc limit ${limit}::int
    ) job join bulk_items item on item.reseller_id = job.reseller_id and item.job_id = job.id
    group by 1, 2, 3, 4, 9, 10
    order by id desc`,
);

/** How many jobs a list has: a reseller looks at the last ones. */
export const MAX_LISTED_JOBS = 20;

/** Those of these jobs that the reseller has, or the newest ones. */
export async function findJobs(
  db: Sql,
  { resellerId, ids = null }: { resellerId: number; ids?: readonly number[] | null },
): Promise<BulkJob[]> {
  const limit = ids?.length ?? MAX_LISTED_JOBS;
  const rows = await selectJobs(db, { resellerId, ids, limit });
  return rows.map((row) => ({ ...row, charged: BigInt(row.charged) }));
}

const selectItems = statement<JobName & { after: number; failed: boolean; limit: number }>()(
  (db, { resellerId, jobId, after, failed, limit }) =>
    db
      .selectFrom('bulk_items')
      .innerJoin('bulk_jobs', (join) =>
        join
          .onRef('bulk_jobs.reseller_id', '=', 'bulk_items.reseller_id')
          .onRef('bulk_jobs.id', '=', 'bulk_items.job_id'),
      )
      .select(['place', 'order_id as orderId', 'code', 'message', 'charged', 'cancelled_at'])
      .select('bulk_items.state')
      .where('bulk_items.reseller_id', '=', resellerId)
      .where('job_id', '=', jobId)
      .where('place', '>', after)
      .where(sql<boolean>`(bulk_items.state = 'failed' or not ${failed}::boolean)`)
      .orderBy('place')
      .limit(limit),
);

/** A page of what a job does, or of what has failed of it, by their places. */
export async function listItems(
  db: Sql,
  { limit, failed = false, ...asked }: JobName & { after: number; failed?: boolean; limit: number },
): Promise<{ items: BulkItem[]; hasMore: boolean }> {
  const rows = await selectItems(db, { ...asked, failed, limit: limit + 1 });
  const items = rows.slice(0, limit).map(({ code, message, charged, cancelled_at, state, ...row }) => ({
    ...row,
    state: state === 'pending' && cancelled_at ? ('cancelled' as const) : state,
    error: code === null ? null : { code, message: message ?? '' },
    charged: charged === null ? null : BigInt(charged),
  }));
  return { items, hasMore: rows.length > limit };
}

/** From then on nothing of it is begun. One that has ended stays as it is. Throws BulkJobNotFoundError. */
export async function cancelJob(db: Sql, { resellerId, jobId, at }: JobName & { at: Date }): Promise<void> {
  const known = await db
    .updateTable('bulk_jobs')
    .set((eb) => ({
      cancelled_at: eb
        .case()
        .when('ended_at', 'is', null)
        .then(eb.fn.coalesce('cancelled_at', eb.val(at)))
        .else(eb.ref('cancelled_at'))
        .end(),
    }))
    .where('reseller_id', '=', resellerId)
    .where('id', '=', jobId)
    .returning('id')
    .executeTakeFirst();
  if (!known) throw new BulkJobNotFoundError(jobId);
}

/** Of one look: more are found by the next one. */
const LOOKED_AT_AT_ONCE = 100;
/** What was begun is brought to its end even if the job is cancelled. */
const IS_OVER = sql<boolean>`not exists (
  select 1 from bulk_items
  where bulk_items.reseller_id = bulk_jobs.reseller_id and bulk_items.job_id = bulk_jobs.id
    and bulk_items.state in ('pending', 'running') and (bulk_items.state = 'running' or bulk_jobs.cancelled_at is null)
)`;

const selectOpen = statement<object>()((db) =>
  db
    .selectFrom('bulk_jobs')
    .select(['reseller_id as resellerId', 'id as jobId', IS_OVER.as('isOver')])
    .where('ended_at', 'is', null)
    .orderBy('isOver', 'desc')
    .limit(sql.lit(LOOKED_AT_AT_ONCE)),
);

/** Jobs that have not ended; first those of which nothing is left to do. */
export const findOpenJobs = (db: Sql) => selectOpen(db, {});

/** Ends these jobs if nothing is left to do, and tells of each once, whichever processes do this. */
export async function endJobs(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  jobs: readonly JobName[],
): Promise<void> {
  for (const { resellerId, jobId } of jobs)
    await database.inTransaction(async (tx) => {
      const at = clock.now();
      const ended = await tx
        .updateTable('bulk_jobs')
        .set({ ended_at: at })
        .where('reseller_id', '=', resellerId)
        .where('id', '=', jobId)
        .where('ended_at', 'is', null)
        .where(IS_OVER)
        .returning('id')
        .executeTakeFirst();
      const [job] = ended ? await findJobs(tx, { resellerId, ids: [jobId] }) : [];
      if (!job) return;
      const { charged, createdAt, endedAt, resellerId: _, ...facts } = job;
      const shown = { ...facts, charged_usd: toJsonUsd(charged), created_at: createdAt, ended_at: endedAt };
      await tell(tx, [{ type: 'bulk.ended', resellerId, at, cause: 'bulk', facts: { job: shown } }]);
    });
}

/** How long a job is kept after its end, which is also how long its key answers with it. */
const KEPT_DAYS = 90;
/** Each may have a thousand items. */
const DELETED_AT_ONCE = 20;

/** Deletes old jobs with their items, a few, and returns how many they were. */
export async function deleteOldJobs(db: Sql, now: Date): Promise<number> {
  const old = db
    .selectFrom('bulk_jobs')
    .select(['reseller_id', 'id'])
    .where('ended_at', '<', new Date(now.getTime() - KEPT_DAYS * DAY_MS))
    .orderBy('ended_at')
    .limit(sql.lit(DELETED_AT_ONCE))
    .forUpdate()
    .skipLocked();
  const { numDeletedRows } = await db
    .deleteFrom('bulk_jobs')
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'id'), 'in', old.$asTuple('reseller_id', 'id')))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
