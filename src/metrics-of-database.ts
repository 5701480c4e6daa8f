import { type Selectable, sql } from 'kysely';
import { NOTICES } from './billing/send-notices.ts';
import { countJobFailures } from './kit/job-failures.ts';
import type { Tables } from './kit/tables.ts';
import { firstIdAt } from './kit/uuid.ts';
import { REPAIR } from './luxury/repair-job.ts';
import { RECOVERY, STUCK_RECOVERY, SWEEP } from './purchases/jobs.ts';
import type { Services } from './purchases/services.ts';

/**
 * How far back operations are counted: several times as long as one may take, and a few thousand rows on a
 * busy day.
 */
const RECENT_MS = 5 * 60_000;
/** More operations of that time are not counted: 300 a second. */
const MAX_RECENT = 90_000;

type Operation = Selectable<Tables['operations']>;
const KINDS: Operation['kind'][] = ['purchase', 'renewal', 'traffic'];
/** Background work that has a record of its failures. */
const JOBS = [RECOVERY, REPAIR, SWEEP, NOTICES];
const STATES: Operation['state'][] = ['running', 'settled', 'refunded'];

/** One value of a metric, with its labels. */
export interface MetricValue {
  labels: Record<string, string>;
  value: number;
}

/** How much work of each kind waits, of all processes together. */
export async function readBacklog({ database, clock }: Services): Promise<MetricValue[]> {
  const db = database.sqlOnce;
  const rows = await db
    .selectFrom('operations')
    .where('state', '=', sql.lit('running'))
    .select(counted('operations'))
    .unionAll(
      db.selectFrom('luxury_settings').where('change_token', 'is not', null).select(counted('doubts')),
    )
    .unionAll(
      db
        .selectFrom('sweeps')
        .where('due_at', '<=', clock.now())
        .where(({ cast }) => SWEEP.isReady(cast('sweeps.operation_id', 'text'), clock.now()))
        .select(counted('sweeps')),
    )
    .unionAll(db.selectFrom('outbox').select(counted('events')))
    .unionAll(db.selectFrom('notices').where('sent_at', 'is', null).select(counted('notices')))
    .execute();
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

function counted(what: string) {
  return [sql.lit(what).as('what'), sql<number>`count(*)::int`.as('value')] as const;
}

/** The operations that began lately, by kind and state. A combination without any has the value 0. */
export async function readRecentOperations({ database }: Services): Promise<MetricValue[]> {
  const db = database.sqlOnce;
  const since = firstIdAt(new Date(Date.now() - RECENT_MS));
  // The limit makes PostgreSQL read the end of the index. It plans without knowing the instant, and would
  // otherwise expect a third of the table, and read all of it.
  const recent = db
    .selectFrom('operations')
    .select(['id', 'kind', 'state'])
    .where('id', '>=', since)
    .orderBy('id', 'desc')
    .limit(MAX_RECENT);
  const rows = await db
    .selectFrom(sql<Pick<Operation, 'kind'>>`unnest(${KINDS}::text[])`.as<'k'>(sql`k (kind)`))
    .crossJoin(sql<Pick<Operation, 'state'>>`unnest(${STATES}::text[])`.as<'s'>(sql`s (state)`))
    .leftJoin(recent.as('o'), (join) => join.onRef('o.kind', '=', 'k.kind').onRef('o.state', '=', 's.state'))
    .select(({ ref }) => ['k.kind', 's.state', sql<number>`count(${ref('o.id')})::int`.as('value')])
    .groupBy(['k.kind', 's.state'])
    .execute();
  return rows.map(({ value, ...labels }) => ({ labels, value }));
}

/** For each job the number of pieces that failed: those that are retried, are stuck, or were given up. */
export async function readFailingJobs({ database }: Services): Promise<MetricValue[]> {
  const rows = new Map(
    (await countJobFailures(database.sqlOnce, STUCK_RECOVERY)).map((row) => [row.job, row]),
  );
  return JOBS.flatMap(({ name }) => [
    { labels: { kind: name, state: 'retrying' }, value: rows.get(name)?.retrying ?? 0 },
    { labels: { kind: name, state: 'stuck' }, value: rows.get(name)?.stuck ?? 0 },
    { labels: { kind: name, state: 'given_up' }, value: rows.get(name)?.given_up ?? 0 },
  ]);
}

/** The age of the oldest operation that is running, in seconds; 0 when none is. */
export async function readOldestAge({ database, clock }: Services): Promise<MetricValue[]> {
  const oldest = await database.sqlOnce
    .selectFrom('operations')
    .where('state', '=', sql.lit('running'))
    .select((eb) => eb.fn.min('created_at').as('created_at'))
    .executeTakeFirst();
  const begun = oldest?.created_at;
  return [{ labels: {}, value: begun ? (clock.now().getTime() - begun.getTime()) / 1_000 : 0 }];
}
