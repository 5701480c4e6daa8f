import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { charge, credit, finalTransfer } from '../billing/ledger.ts';
import { ProviderError } from '../catalog/errors.ts';
import { announcing } from '../events/outbox.ts';
import { isNoneFree } from '../kit/connection-errors.ts';
import type { EntityManager, Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { whilePassing } from '../kit/reachable.ts';
import { whileRenewed } from '../kit/while-renewed.ts';
import { type Claim, claimFor, type KeptKey, sealOutcome } from './idempotency.ts';
import type { Outcome } from './sale.ts';
import type { Services } from './services.ts';
import { sweepLater } from './sweep-times.ts';

/** When an operation whose outcome nobody knows is refunded for good: an upstream call may take 20 s, and be looked up after. */
const DECIDE_WITHIN_SECONDS = 30;
/** How long an operation belongs to a worker that says nothing more: then it is taken for dead. */
const LEASE_SECONDS = 15;
/** How often a living worker says so: it may miss two times. */
const RENEW_LEASE_EVERY_MS = 5_000;

/** One charged piece of work. Its id is our reference at the upstream. */
export interface Operation<Request = unknown> {
  id: string;
  resellerId: number;
  kind: 'purchase' | 'renewal' | 'traffic';
  orderId: number;
  amount: Micros;
  /** Plain JSON: what has to be known to carry the operation on, whoever does it. */
  request: Request;
  leaseToken: string;
  decideBy: Date;
}

export interface Draft<Request> {
  resellerId: number;
  kind: Operation['kind'];
  /** The order that is extended or gets traffic; a purchase gets a new number. */
  orderId?: number | undefined;
  amount: Micros;
  request: Request;
}

/** Thrown inside the first transaction to roll it back: the outcome is told to the caller, nothing is kept. */
class NotStarted extends Error {
  readonly reason: 'insufficient_balance' | 'key_taken';

  constructor(reason: NotStarted['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The first transaction of the money flow: claims the key, writes the operation down and takes the money, or does none of it.
 * It is committed before the upstream is asked, so that whatever happens from here on is found and finished.
 */
export async function startOperation<Request>(
  { database, clock }: Services,
  draft: Draft<Request>,
  claim: Claim | undefined,
): Promise<Operation<Request> | NotStarted['reason'] | 'order_busy'> {
  const id = randomUUIDv7();
  const leaseToken = randomUUID();
  const now = clock.now();
  const decideBy = after(now, DECIDE_WITHIN_SECONDS);
  try {
    const orderId = await database.transaction(async (_em, tx) => {
      const { rows } = await sql<{ order_id: string }>`
        with claim as (${claim ? claimFor(claim, id, now) : sql`select`})
        insert into operations
          (id, reseller_id, kind, order_id, request, amount, lease_token, leased_until, decide_by, created_at)
        select ${id}, ${draft.resellerId}, ${draft.kind}, ${draft.orderId ?? sql`nextval('order_ids')`},
          ${JSON.stringify(draft.request)}, ${draft.amount}, ${leaseToken}, ${after(now, LEASE_SECONDS)}, ${decideBy}, ${now}
        from claim returning order_id`.execute(tx);
      const [row] = rows;
      if (!row) throw new NotStarted('key_taken');
      const paid = await charge(tx, {
        resellerId: draft.resellerId,
        operationId: id,
        amount: draft.amount,
        at: now,
      });
      if (!paid) throw new NotStarted('insufficient_balance');
      return Number(row.order_id);
    });
    return { id, ...draft, orderId, leaseToken, decideBy };
  } catch (error) {
    if (error instanceof NotStarted) return error.reason;
    if (isConflictOn(error, 'operations_one_at_a_time')) return 'order_busy';
    throw error;
  }
}

/** An operation whose worker died, with the key that its answer is kept under. */
export interface LapsedOperation {
  operation: Operation;
  kept: KeptKey | undefined;
}

/** Takes over an operation whose lease has lapsed, or returns undefined when there is none. Its old worker is fenced off. */
export async function takeLapsedOperation({
  database,
  clock,
}: Services): Promise<LapsedOperation | undefined> {
  const now = clock.now();
  const leaseToken = randomUUID();
  const { rows } = await sql<LapsedRow>`
    with lapsed as (
      select id from operations where state = 'running' and leased_until <= ${now}
      order by leased_until limit 1 for update skip locked
    )
    update operations o set lease_token = ${leaseToken}, leased_until = ${after(now, LEASE_SECONDS)}
    from lapsed where o.id = lapsed.id
    returning o.id, o.reseller_id, o.kind, o.order_id, o.amount, o.request, o.decide_by,
      (select key from idempotency_keys k where k.operation_id = o.id) as key`.execute(database.sql);
  const [row] = rows;
  if (!row) return undefined;
  const operation = toOperation({ ...row, lease_token: leaseToken });
  const { resellerId } = operation;
  return { operation, kept: row.key === null ? undefined : { resellerId, key: row.key } };
}

/** A row of `operations` in the database's own spelling, as far as it is needed to carry one on. */
export interface OperationRow {
  id: string;
  reseller_id: string;
  kind: Operation['kind'];
  order_id: string;
  amount: string;
  request: unknown;
  lease_token: string;
  decide_by: string;
}

type LapsedRow = Omit<OperationRow, 'lease_token'> & { key: string | null };

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    resellerId: Number(row.reseller_id),
    kind: row.kind,
    orderId: Number(row.order_id),
    amount: BigInt(row.amount),
    request: row.request,
    leaseToken: row.lease_token,
    decideBy: new Date(row.decide_by),
  };
}

/** Keeps the operation while `work` runs, however long the upstream takes. Without it the fence keeps its end from counting. */
export function whileLeased<Result>(
  { database, clock }: Services,
  { id, leaseToken }: Operation,
  work: () => Promise<Result>,
): Promise<Result> {
  const renew = () =>
    sql`update operations set leased_until = ${after(clock.now(), LEASE_SECONDS)}
      where id = ${id} and state = 'running' and lease_token = ${leaseToken}`.execute(database.sql);
  return whileRenewed(RENEW_LEASE_EVERY_MS, renew, work);
}

/**
 * To be called before the upstream is asked for what costs money: a worker that was asleep must not ask for what was refunded
 * meanwhile. Throws ProviderError.
 */
export function assertUndecided({ clock }: Services, { decideBy }: Operation): void {
  if (clock.now() >= decideBy) throw new ProviderError();
}

/** Thrown when somebody else has decided the operation, or holds its lease: whatever this worker knows no longer counts. */
export class LeaseLostError extends Error {}

/** Writes down what the operation has learnt, before it goes on: whoever takes it over knows it too. Throws LeaseLostError. */
export async function rememberRequest<Request>(
  { database }: Services,
  operation: Operation<Request>,
  request: Request,
): Promise<void> {
  const { rows } = await sql`update operations set request = ${JSON.stringify(request)}
    where id = ${operation.id} and state = 'running' and lease_token = ${operation.leaseToken}
    returning 1`.execute(database.sql);
  if (rows.length === 0) throw new LeaseLostError(`operation ${operation.id} is no longer ours`);
  operation.request = request;
}

/**
 * The second transaction of the money flow: the money is earned, the operation settled, its answer kept and its order written,
 * all or nothing. The lease token is the fence: a worker that was taken for dead changes nothing. Throws LeaseLostError.
 */
export async function settleOperation(
  { database, vault, clock }: Services,
  operation: Operation,
  kept: KeptKey | undefined,
  outcome: Outcome,
  deliver: (em: EntityManager, tx: Sql) => Promise<void> | void,
): Promise<void> {
  const answer = kept && sealOutcome(vault, kept, outcome);
  await insist(() =>
    database.transaction(async (em, tx) => {
      await decide(tx, operation, 'settled', answer, clock.now());
      await deliver(em, tx);
    }),
  );
}

/**
 * The other end of the flow: the money goes back and the refusal is kept for retries. Throws LeaseLostError.
 */
export async function refundOperation(
  { database, vault, clock }: Services,
  operation: Operation,
  kept: KeptKey | undefined,
  outcome: Outcome,
): Promise<void> {
  const answer = kept && sealOutcome(vault, kept, outcome);
  await insist(() =>
    database.transaction(async (_em, tx) => {
      await decide(tx, operation, 'refunded', answer, clock.now());
      await credit(tx, operation.resellerId, operation.amount);
    }),
  );
}

/** Money has moved: its end waits for a connection when many others do, where a request that has not begun is refused. */
function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  return whilePassing(work, isNoneFree);
}

/** Decides a running operation, once: its state, the final ledger line and the kept answer in one statement. */
async function decide(
  tx: Sql,
  operation: Operation,
  state: 'settled' | 'refunded',
  answer: Buffer | undefined,
  at: Date,
) {
  const answered: RawBuilder<unknown> = answer
    ? sql`, answered as (update idempotency_keys set answer = ${answer}
        where reseller_id = ${operation.resellerId} and operation_id = ${operation.id}
          and exists (select from decided))`
    : sql``;
  const told =
    state === 'settled'
      ? sql`, told as (${announcing('order', 'decided', { resellerId: 'reseller_id', orderId: 'order_id' })})`
      : sql``;
  const { rows } = await sql`
    with decided as (
      update operations set state = ${state}, decided_at = ${at}
      where id = ${operation.id} and state = 'running' and lease_token = ${operation.leaseToken}
      returning id, reseller_id, order_id, amount
    ), moved as (${finalTransfer('decided', state === 'settled' ? 'revenue' : 'reseller', at)}) ${answered} ${told},
      swept as (${sweepLater('decided', at)})
    select id from decided`.execute(tx);
  if (rows.length === 0) throw new LeaseLostError(`operation ${operation.id} is no longer ours`);
}

function isConflictOn(error: unknown, constraint: string): boolean {
  const details = error as { code?: unknown; constraint?: unknown; cause?: unknown } | undefined;
  if (details?.code === '23505' && details.constraint === constraint) return true;
  return details?.cause !== undefined && isConflictOn(details.cause, constraint);
}

function after(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}
