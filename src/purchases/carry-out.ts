import { setTimeout } from 'node:timers/promises';
import { readBalance } from '../billing/balance.ts';
import { InsufficientBalanceError } from '../billing/errors.ts';
import { ProviderError } from '../catalog/errors.ts';
import { DatabaseAwayError } from '../kit/connection-errors.ts';
import type { EntityManager, Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { refundOperation, settleOperation } from './decide-operation.ts';
import { type Claim, findOutcome, fingerprintOf, type KeptKey, keepRefusal } from './idempotency.ts';
import { LeaseLostError, type Operation, whileLeased } from './operation.ts';
import { type Outcome, type Sale, toError, toRefusal } from './sale.ts';
import type { Buyer, Services } from './services.ts';
import { type Draft, startOperation } from './start-operation.ts';

/**
 * How long to wait before asking again after an unknown outcome: the upstream may be about to finish the
 * work.
 */
const LOOK_UP_EVERY_MS = 1_000;
/**
 * The least time that a look-up has, for one that begins at the deadline or after it: as long as a call may
 * wait for its turn.
 */
const LAST_LOOK_UP_MS = 20_000;
/**
 * How long a renewal waits for another one of the same order, which takes as long as the upstream takes to
 * answer.
 */
const ORDER_BUSY_WAIT_MS = 10_000;
const ORDER_BUSY_RETRY_MS = 100;

/**
 * One kind of charged work, told in terms of what its operation has written down: any worker can carry it on.
 */
export interface Trade<Request = unknown, Result = unknown, Delivered extends Sale = Sale> {
  /**
   * Asks the upstream; no transaction and no connection is held meanwhile. Throws UpstreamError, or a
   * DomainError when the work was certainly not done and the caller can be told why.
   */
  perform(services: Services, operation: Operation<Request>): Promise<Result>;
  /**
   * Finds out whether the work was done after all; `undefined` when it was not, or not yet. Throws
   * UpstreamError.
   */
  lookUp(services: Services, operation: Operation<Request>): Promise<Result | undefined>;
  /** What the caller gets, and how it is written down within the transaction that settles. */
  deliver(
    services: Services,
    operation: Operation<Request>,
    result: Result,
    now: Date,
  ): Promise<Delivery<Delivered>>;
  /**
   * Looks at the upstream again after the operation has ended, and gives back what it did beyond what was
   * paid for: all of it after a refund. What cannot be given back it notes as the house's. May be repeated.
   * Throws UpstreamError.
   */
  sweep(
    services: Services,
    operation: Operation<Request>,
    ended: 'settled' | 'refunded',
    endedAt: Date,
  ): Promise<Swept>;
}

/**
 * Whether a sweep has to be done once more: `busy`, since another operation on the order runs or another
 * sweep has it; `again`, since what it has asked for may not have been all, or may come late.
 */
export type Swept = 'done' | 'busy' | 'again';

export interface Delivery<Delivered extends Sale> {
  sale: Delivered;
  write(em: EntityManager, tx: Sql): Promise<void> | void;
}

/** Charged work that was checked and priced and has not begun. */
export interface Plan<Delivered extends Sale> {
  trade: Trade<unknown, unknown, Delivered>;
  /** Who is to do it. */
  upstream: { isUp(): boolean };
  draft: Omit<Draft<unknown>, 'resellerId'>;
}

export interface Command {
  name: 'purchase' | 'renew' | 'addTraffic';
  /** Everything that was asked, its fields in a fixed order. */
  input: object;
  idempotencyKey?: string | undefined;
}

export interface Answered<Delivered extends Sale> {
  sale: Delivered;
  /** Whether this is the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/**
 * The one flow of everything that costs money: plan; claim and charge; ask the upstream; settle or refund.
 *
 * `plan` checks the request and prices it: it reads, and changes nothing. Throws the domain error that the
 * request ends with: the first request's, when the Idempotency-Key was used before.
 */
export async function carryOut<Delivered extends Sale>(
  services: Services,
  { resellerId }: Buyer,
  { name, input, idempotencyKey }: Command,
  plan: () => Promise<Plan<Delivered>>,
): Promise<Answered<Delivered>> {
  const claim =
    idempotencyKey === undefined
      ? undefined
      : { resellerId, key: idempotencyKey, fingerprint: fingerprintOf(name, input) };
  const begun = await begin(services, resellerId, claim, plan);
  // What is kept under the key has the command's fingerprint, so it is what the command delivers.
  if ('sale' in begun) return { sale: begun.sale as Delivered, replayed: true };
  if ('refusal' in begun) throw Object.assign(toError(begun.refusal), { replayed: true });
  const { operation, trade } = begun;
  try {
    const sale = await whileLeased(services, operation, () =>
      conclude(services, operation, claim, trade, () => obtain(services, operation, trade)),
    );
    return { sale, replayed: false };
  } catch (error) {
    // That would tell that nothing was charged, as it does until the charge.
    if (error instanceof DatabaseAwayError)
      throw new Error('A charged operation is left to recovery.', { cause: error });
    if (!(error instanceof LeaseLostError)) throw error;
    const advice = claim ? 'retry to learn its end' : 'look at the orders before you ask again';
    throw new RequestInProgressError(`Another worker has taken this request over: ${advice}.`);
  }
}

/** An operation whose money is taken, or the outcome of an earlier request with the same key. */
async function begin<Delivered extends Sale>(
  services: Services,
  resellerId: number,
  claim: Claim | undefined,
  plan: () => Promise<Plan<Delivered>>,
): Promise<{ operation: Operation; trade: Plan<Delivered>['trade'] } | Outcome> {
  const { database, vault, clock } = services;
  try {
    const { draft, trade, upstream } = await plan();
    if (!upstream.isUp()) await refuseUncharged(services, resellerId, draft.amount);
    const started = await startWhenFree(services, { ...draft, resellerId }, claim);
    if (started === 'insufficient_balance') {
      throw new InsufficientBalanceError(draft.amount, await readBalance(database.sql, resellerId));
    }
    if (started !== 'key_taken') return { operation: started, trade };
  } catch (error) {
    // The world may have changed since the first request: what it was answered comes before what would be
    // refused today.
    if (!claim || !(error instanceof DomainError)) throw error;
    const earlier = await findOutcome(database.sql, vault, claim, clock.now());
    if (earlier) return earlier;
    const refusal = toRefusal(error);
    if (!refusal || (await keepRefusal(database.sql, vault, claim, { refusal }, clock.now()))) throw error;
  }
  const earlier = claim && (await findOutcome(database.sql, vault, claim, clock.now()));
  if (!earlier)
    throw new RequestInProgressError('A request with this idempotency key has just ended; retry now.');
  return earlier;
}

/**
 * Nothing is charged for what would have to be given back. Throws what the charge would have been refused
 * for, or ProviderError.
 */
async function refuseUncharged({ database }: Services, resellerId: number, amount: Micros): Promise<never> {
  const balance = await readBalance(database.sql, resellerId);
  if (balance < amount) throw new InsufficientBalanceError(amount, balance);
  throw new ProviderError();
}

async function startWhenFree<Request>(services: Services, draft: Draft<Request>, claim: Claim | undefined) {
  const giveUpAt = services.clock.now().getTime() + ORDER_BUSY_WAIT_MS;
  for (;;) {
    const started = await startOperation(services, draft, claim);
    if (started !== 'order_busy') return started;
    if (services.clock.now().getTime() >= giveUpAt) {
      throw new RequestInProgressError(
        'Another operation on this order is still running; retry in a moment.',
      );
    }
    await services.delay(ORDER_BUSY_RETRY_MS);
  }
}

/**
 * Carries a charged operation to its end: whatever the upstream did, the customer has either the goods or the
 * money. Throws the DomainError that the operation was refunded for. On any other error it stays as it is,
 * for recovery to take over.
 */
async function conclude<Request, Result, Delivered extends Sale>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  trade: Trade<Request, Result, Delivered>,
  obtainResult: () => Promise<Result>,
): Promise<Delivered> {
  let result: Result;
  try {
    result = await obtainResult();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const refusal = toRefusal(error) ?? { code: 'provider_error' };
    await refundOperation(services, operation, kept, { refusal });
    throw error;
  }
  const { sale, write } = await trade
    .deliver(services, operation, result, services.clock.now())
    .catch(failToDeliver);
  await settleOperation(services, operation, kept, { sale }, write);
  return sale;
}

/** A refusal says that nothing was charged, which is not so any more. */
function failToDeliver(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw new Error(`What was bought cannot be delivered: ${error.message}`, { cause: error });
}

/**
 * Brings an operation to its end whose worker died: it is settled if the work was done, and refunded if not.
 */
export async function recover<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  trade: Trade<Request, Result>,
): Promise<void> {
  const find = async () => (await lookUpUntilDecided(services, operation, trade)) ?? fail('found by nobody');
  await whileLeased(services, operation, () => conclude(services, operation, kept, trade, find)).catch(
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    },
  );
}

/**
 * Throws a DomainError when the work was not done, or nobody can tell by the time that the operation has to
 * be decided.
 */
async function obtain<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  trade: Trade<Request, Result>,
): Promise<Result> {
  try {
    return await trade.perform(services, operation);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.outcome !== 'unknown') throw new ProviderError({ cause: error });
    return (await lookUpUntilDecided(services, operation, trade)) ?? fail(error);
  }
}

async function lookUpUntilDecided<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  trade: Trade<Request, Result>,
): Promise<Result | undefined> {
  for (;;) {
    try {
      const result = await beforeDeadline(trade.lookUp(services, operation), services, operation);
      if (result !== undefined) return result;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error; // Nobody knows yet: ask again.
    }
    if (services.clock.now() >= operation.decideBy) return undefined;
    await services.delay(LOOK_UP_EVERY_MS);
  }
}

/**
 * A look-up that hangs must not put the decision off; one is always given a moment, also after the deadline.
 */
async function beforeDeadline<Result>(
  lookUp: Promise<Result | undefined>,
  { clock }: Services,
  { decideBy }: Operation,
): Promise<Result | undefined> {
  const left = Math.max(decideBy.getTime() - clock.now().getTime(), LAST_LOOK_UP_MS);
  const timeout = new AbortController();
  try {
    return await Promise.race([lookUp, setTimeout(left, undefined, { signal: timeout.signal })]);
  } finally {
    timeout.abort();
    lookUp.catch(() => {});
  }
}

function fail(cause: unknown): never {
  throw new ProviderError({ cause });
}
