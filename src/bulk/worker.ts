import { createHash, randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import { DomainError } from '../kit/errors.ts';
import { crew, type Job } from '../kit/job.ts';
import { Lease } from '../kit/lease.ts';
import { about } from '../kit/request.ts';
import { type Parameters, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { ANSWER_LIFETIME_MS, OWN_KEY } from '../purchases/idempotency.ts';
import type { Buyer, Services } from '../purchases/services.ts';
import { CLOSED_COLUMNS } from '../resellers/admission.ts';
import { endJobs, findOpenJobs, type JobName } from './jobs.ts';
import { type ItemToDo, KINDS, type KindName } from './kinds.ts';

/**
 * Items that one process carries out at once for each account of the term upstream. A renewal makes two calls
 * there, of which the upstream takes a few in a second: two at once use them up, and of the calls of others
 * none has more than these two before it.
 */
const AT_ONCE_OF_ACCOUNT = 2;

/** Longer than any item takes, so that none is renewed. So late an item of a dead process is taken up. */
const LEASE = new Lease('bulk_items', { token: 'lease_token', until: 'leased_until', seconds: 120 });

/** The shortest pause before an item is tried again, in ms. Each is about twice as long as the one before. */
const FIRST_PAUSE_MS = 30_000;
/**
 * How often an item is tried that the provider refuses: for half an hour, so that an outage of minutes is
 * survived, and no more charges and refunds than these tell of a longer one.
 */
const MOST_REFUSED = 7;
/**
 * How long it is tried, in ms, while it is not known how it has ended, or its order is in use: not when the
 * answer of its key may be deleted, since then it would be charged again.
 */
const UNKNOWN_FOR_MS = ANSWER_LIFETIME_MS - 3_600_000;

interface TakenItem extends JobName, Omit<ItemToDo, 'key'> {
  place: number;
  kind: KindName;
  jobKey: string;
  source: Buyer['source'];
  priceList: string;
  catalogVersion: string;
  /** How many attempts the provider has refused. */
  refused: number;
  /** When it was first tried with its present key. */
  begunAt: Date;
  token: string;
}

/** Carries out the items of all jobs. Any number of processes do this at the same time. */
export const BULK_JOB: Job<{ services: Services }> = {
  name: 'bulk',
  // Somebody waits for the first item, and to hear of the last one.
  everyMs: 1_000,
  begin({ services }, onFailure) {
    const items = crew(
      {
        most: AT_ONCE_OF_ACCOUNT * services.term.accounts.length,
        take: () => takeItem(services),
        carryOut: (item) => carryOut(services, item, onFailure),
      },
      onFailure,
    );
    return {
      async round() {
        const jobs = await findOpenJobs(services.database.sql);
        // Most rounds find no job, and look for no item.
        if (jobs.some(({ isOver }) => !isOver)) await items.round();
        await endJobs(
          services,
          jobs.filter(({ isOver }) => isOver),
        );
      },
      close: items.close,
    };
  },
};

/**
 * Carries out one item, or continues it: one whose process died has the same Idempotency-Key, and gets the
 * answer of that. What may be otherwise in a moment puts it off. An error that is no refusal is reported.
 */
async function carryOut(
  services: Services,
  item: TakenItem,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const { database, clock } = services;
  const { resellerId, orderId, kind, begunAt, refused, source, priceList, catalogVersion } = item;
  const buyer = { resellerId, source, priceList, catalogVersion };
  const work = () => KINDS[kind].carryOut(services, buyer, { ...item, key: keyOf(item) });
  const triedMs = () => clock.now().getTime() - begunAt.getTime();
  const fail = (code: string, message: string) =>
    endItem(database.sql, { ...item, charged: null, state: 'failed', code, message });
  const later = async (isUnknown: boolean, pauseMs: number) => {
    const until = new Date(clock.now().getTime() + Math.max(pauseMs, FIRST_PAUSE_MS));
    return (await putOff(database.sql, { ...item, isUnknown, until })).length > 0;
  };
  try {
    if (triedMs() >= UNKNOWN_FOR_MS) return void (await fail('internal_error', UNKNOWN_END));
    const sale = await about({ resellerId, orderId, cause: 'bulk' }, work);
    const done = { orderId: sale?.order.id ?? orderId, charged: sale?.charged ?? null };
    await endItem(database.sql, { ...item, ...done, state: 'done', code: null, message: null });
  } catch (error) {
    const refusal = error instanceof DomainError ? error : undefined;
    if (!refusal) onFailure(error);
    if (!refusal || refusal.code === 'request_in_progress') {
      if (triedMs() < UNKNOWN_FOR_MS && (await later(true, triedMs()))) return;
    } else if (refusal.code === 'provider_error' && refused + 1 < MOST_REFUSED) {
      if (await later(false, FIRST_PAUSE_MS * 2 ** refused)) return;
    }
    await fail(refusal?.code ?? 'internal_error', refusal?.message ?? UNKNOWN_END);
  }
}

const UNKNOWN_END = 'It could not be found out how this has ended: look at the order and the statement.';

/**
 * By the key of the job, so that a job that a restore has lost and its reseller repeats gets what it had
 * bought. An attempt that the provider has refused leaves that as the answer of its key.
 */
function keyOf({ jobKey, place, refused }: TakenItem): string {
  const job = createHash('sha256').update(jobKey).digest('base64url');
  return `${OWN_KEY}${job}:${place}:${refused}`;
}

/**
 * Takes the first item that is due of the job whose turn it is: one of the reseller who has waited longest,
 * however many jobs others have. Undefined when there is none, while the API is closed, and of a reseller
 * that is disabled. The row of the job is locked before its item is taken: nothing begins once it is
 * cancelled, and it does not end meanwhile.
 */
async function takeItem({ database, clock }: Services): Promise<TakenItem | undefined> {
  const [taken] = await takeNext(database.sql, {
    kinds: Object.keys(KINDS),
    token: randomUUID(),
    now: clock.now(),
  });
  return taken && { ...taken, price: taken.price === null ? null : BigInt(taken.price) };
}

type TakenRow = Omit<TakenItem, 'price'> & { price: number | bigint | null };

const takeNext = statement<{ kinds: readonly string[]; token: string; now: Date }>()(
  (_db, { kinds, token, now }) => {
    const { lease_token, leased_until } = LEASE.taken(token, now);
    return sql<TakenRow>`
    with open as (select ${CLOSED_COLUMNS[0]}, catalog_version from service_state),
    turn as materialized (
      select job.reseller_id, job.id, job.cancelled_at, max(job.turn_at) over (partition by job.reseller_id) as last
      from bulk_jobs job join resellers on resellers.id = job.reseller_id
      where job.ended_at is null and resellers.disabled_reason is null and job.kind = any (${kinds}::text[])
      order by last nulls first, job.turn_at nulls first, job.id
    ), due as (
      select turn.reseller_id, turn.id as job_id, item.place, item.state, open.catalog_version
      from open cross join turn cross join lateral (
        select place, state from bulk_items
        where reseller_id = turn.reseller_id and job_id = turn.id and state in ('pending', 'running')
          and (state = 'running' or turn.cancelled_at is null) and ${LEASE.isFreeFor(token, now)}
        order by place limit 1
        for update skip locked
      ) item
      where open.closed is null
      limit 1
    ), turned as (
      update bulk_jobs job set turn_at = ${now}
      from due join resellers on resellers.id = due.reseller_id
      where job.reseller_id = due.reseller_id and job.id = due.job_id and job.ended_at is null
        and (job.cancelled_at is null or due.state = 'running')
      returning job.reseller_id, job.id, job.kind, job.key, job.request, job.source, resellers.price_list
    )
    update bulk_items item
    set state = 'running', lease_token = ${lease_token}, leased_until = ${leased_until},
      begun_at = coalesce(item.begun_at, ${now})
    from due, turned
    where item.reseller_id = due.reseller_id and item.job_id = due.job_id and item.place = due.place
    returning item.reseller_id as "resellerId", item.job_id as "jobId", item.place, item.order_id as "orderId",
      item.request as own, turned.request as shared, item.price, item.refused, item.begun_at as "begunAt",
      item.lease_token as token, turned.kind, turned.key as "jobKey", turned.source,
      turned.price_list as "priceList", due.catalog_version as "catalogVersion"`;
  },
);

interface HeldItem extends JobName {
  place: number;
  token: string;
}

interface Ended extends HeldItem {
  state: 'done' | 'failed';
  orderId: number | null;
  charged: bigint | null;
  code: string | null;
  message: string | null;
}

const endItem = statement<Ended>()((db, values) =>
  db
    .updateTable('bulk_items')
    .set({
      state: values.state,
      order_id: values.orderId,
      charged: values.charged,
      code: values.code,
      message: values.message,
      ...LEASE.givenBack(),
    })
    .where((eb) => isHeld(eb, values)),
);

/** Not an item of a cancelled job, unless it is unknown how it has ended. Returns it if it is put off. */
const putOff = statement<HeldItem & { isUnknown: boolean; until: Date }>()((db, values) =>
  db
    .updateTable('bulk_items')
    .set(({ ref }) => ({
      state: sql<'running'>`case when ${values.isUnknown}::boolean then 'running' else 'pending' end`,
      refused: sql<number>`${ref('refused')} + (not ${values.isUnknown}::boolean)::int`,
      begun_at: sql<Date | null>`case when ${values.isUnknown}::boolean then begun_at end`,
      lease_token: null,
      leased_until: values.until,
    }))
    .where((eb) => isHeld(eb, values))
    .where(
      sql<boolean>`(${values.isUnknown}::boolean or (
        select cancelled_at from bulk_jobs job
        where job.reseller_id = bulk_items.reseller_id and job.id = bulk_items.job_id
      ) is null)`,
    )
    .returning('place'),
);

/** The fence of all that is written of an item: another process that has taken it up has another token. */
function isHeld(
  eb: ExpressionBuilder<Tables, 'bulk_items'>,
  { resellerId, jobId, place, token }: Parameters<HeldItem>,
) {
  return eb.and([
    eb('bulk_items.reseller_id', '=', resellerId),
    eb('bulk_items.job_id', '=', jobId),
    eb('bulk_items.place', '=', place),
    LEASE.isHeldBy(token),
  ]);
}
