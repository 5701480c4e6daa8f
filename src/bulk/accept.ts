import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { PriceChangedError } from '../purchases/errors.ts';
import { type Claim, fingerprintOf } from '../purchases/idempotency.ts';
import type { Buyer, Services } from '../purchases/services.ts';
import { lockReseller } from '../resellers/resellers.ts';
import { type AskedOf, KINDS, type KindName, type PricedItem } from './kinds.ts';

/** The most jobs of a reseller that have not ended: the contract's. */
const MAX_OPEN_JOBS = 5;

/** What a job would be if it were accepted now. */
export interface JobQuote {
  items: readonly PricedItem[];
  /** What is asked for alike of all items. */
  shared: object;
  /** What the items cost that would be carried out. */
  total: Micros;
}

/** Charges and stores nothing. Throws InvalidRequestError and OrderNotFoundError. */
export async function quoteJob<Name extends KindName>(
  services: Services,
  buyer: Buyer,
  name: Name,
  asked: AskedOf<Name>,
): Promise<JobQuote> {
  const { items, shared } = await KINDS[name].price(services, buyer, asked as never);
  return { items, shared, total: items.reduce((sum, { price = 0n }) => sum + price, 0n) };
}

interface Terms {
  idempotencyKey: string;
  /** The most that all items may cost in total; left out where nothing is charged. */
  maxTotal?: Micros;
}

/**
 * Takes up a job, which workers carry out. It is resolved and priced here, in full: each item may cost what
 * it costs now, so that the job never charges more than the total. The same request with the same key gets
 * the same job for as long as that is kept.
 *
 * Throws InvalidRequestError, OrderNotFoundError, PriceChangedError, and RequestInProgressError while five
 * others are open.
 */
export async function acceptJob<Name extends KindName>(
  services: Services,
  buyer: Buyer,
  name: Name,
  asked: AskedOf<Name>,
  { idempotencyKey: key, maxTotal }: Terms,
): Promise<{ jobId: number; replayed: boolean }> {
  const { database, clock } = services;
  const { resellerId, source } = buyer;
  const input = { source, ...asked, maxTotal: maxTotal?.toString() };
  const claim = { resellerId, key, fingerprint: fingerprintOf(`bulk ${name}`, input) };
  const earlier = await findAccepted(database.sql, claim);
  if (earlier !== undefined) return { jobId: earlier, replayed: true };
  const { items, shared, total } = await quoteJob(services, buyer, name, asked);
  if (items.length === 0)
    throw new InvalidRequestError('There is nothing to do: no order is selected, and no purchase is given.');
  if (maxTotal !== undefined && total > maxTotal) throw new PriceChangedError(total, maxTotal);
  const written = items.map(({ orderId, request, price, refusal }, i) => ({
    place: i + 1,
    order_id: orderId,
    request,
    price: price?.toString(),
    code: refusal?.code,
    message: refusal?.message,
  }));
  const job = {
    ...claim,
    source,
    kind: name,
    shared: JSON.stringify(shared),
    items: JSON.stringify(written),
  };
  return database.inTransaction(async (tx) => {
    await lockReseller(tx, resellerId);
    const other = await findAccepted(tx, claim);
    if (other !== undefined) return { jobId: other, replayed: true };
    const [open] = await countOpen(tx, { resellerId });
    if (open && open.count >= MAX_OPEN_JOBS)
      throw new RequestInProgressError(
        `${MAX_OPEN_JOBS} of your jobs have not ended, and there can be no more at a time; wait for one, or cancel it.`,
      );
    const [added] = await insertJob(tx, { ...job, now: clock.now() });
    if (!added) throw new Error('a job was not written');
    return { jobId: added.id, replayed: false };
  });
}

const selectByKey = statement<{ resellerId: number; key: string }>()((db, { resellerId, key }) =>
  db
    .selectFrom('bulk_jobs')
    .select(['id', 'fingerprint'])
    .where('reseller_id', '=', resellerId)
    .where('key', '=', key),
);

/** The job that was accepted with this key. Throws InvalidRequestError when it is another one. */
async function findAccepted(db: Sql, claim: Claim): Promise<number | undefined> {
  const [job] = await selectByKey(db, claim);
  if (!job || job.fingerprint.equals(claim.fingerprint)) return job?.id;
  const message = 'was used for another request; use a new key';
  throw new InvalidRequestError([{ path: ['idempotencyKey'], message }]);
}

const countOpen = statement<{ resellerId: number }>()((db, { resellerId }) =>
  db
    .selectFrom('bulk_jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('reseller_id', '=', resellerId)
    .where('ended_at', 'is', null),
);

interface NewJob extends Claim {
  kind: KindName;
  source: Buyer['source'];
  shared: string;
  items: string;
  now: Date;
}

const insertJob = statement<NewJob>()(
  (_db, { resellerId, kind, key, fingerprint, shared, source, items, now }) => sql<{ id: number }>`
    with job as (
      insert into bulk_jobs (reseller_id, kind, key, fingerprint, request, source, created_at)
      values (${resellerId}, ${kind}, ${key}, ${fingerprint}, ${shared}, ${source}, ${now})
      returning reseller_id, id
    ), items as (
      insert into bulk_items (reseller_id, job_id, place, order_id, request, price, state, code, message)
      select job.reseller_id, job.id, place, order_id, request, price,
        case when code is null then 'pending' else 'failed' end, code, message
      from job, jsonb_to_recordset(${items}::jsonb)
        as item (place smallint, order_id bigint, request jsonb, price bigint, code text, message text)
    )
    select id from job`,
);
