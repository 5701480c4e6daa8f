import { setTimeout } from 'node:timers/promises';
import { readBalance } from '../billing/balance.ts';
import { InsufficientBalanceError } from '../billing/errors.ts';
import { ProviderError } from '../catalog/errors.ts';
import type { EntityManager, Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { RequestInProgressError } from './errors.ts';
import { type Claim, findOutcome, fingerprintOf, type KeptKey, keepRefusal } from './idempotency.ts';
import {
  type Draft,
  LeaseLostError,
  type Operation,
  refundOperation,
  settleOperation,
  startOperation,
} from './operation.ts';
import { type Outcome, type Sale, toError, toRefusal } from './sale.ts';
import type { Buyer, Services } from './services.ts';

/** How long to wait before asking again after an unknown outcome: the upstream may be about to finish the work. */
const LOOK_UP_EVERY_MS = 1_000;
/** The least time that a look-up has, for one that begins at the deadline or after it. */
const LAST_LOOK_UP_MS = 2_000;
/** How long a renewal waits for another one of the same order, which takes as long as the upstream takes to answer. */
const ORDER_BUSY_WAIT_MS = 10_000;
const ORDER_BUSY_RETRY_MS = 100;

/** One kind of charged work, told in terms of what its operation has written down: any worker can carry it on. */
export interface Trade<Request, Result> {
  /**
   * Asks the upstream; no transaction and no connection is held meanwhile. Throws UpstreamError, or a DomainError when the
   * work was certainly not done and the caller can be told why.
   */
  perform(services: Services, operation: Operation<Request>): Promise<Result>;
  /** Finds out whether the work was done after all; `undefined` when it was not, or not yet. Throws UpstreamError. */
  lookUp(services: Services, operation: Operation<Request>): Promise<Result | undefined>;
  /** What the caller gets, and how it is written down within the transaction that settles. */
  deliver(services: Services, operation: Operation<Request>, result: Result, now: Date): Promise<Delivery>;
}

export interface Delivery {
  sale: Sale;
  write(em: EntityManager, tx: Sql): Promise<void> | void;
}

export interface Command {
  name: 'purchase' | 'renew';
  /** Everything that was asked, its fields in a fixed order. */
  input: object;
  idempotencyKey?: string | undefined;
}

export interface Answered {
  sale: Sale;
  /** Whether this is the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/**
 * The one flow of everything that costs money: plan; claim and charge; ask the upstream; settle or refund.
 *
 * `plan` checks the request and prices it: it reads, and changes nothing. Throws the domain error that the request ends with:
 * the first request's, when the Idempotency-Key was used before.
 */
export async function carryOut<Request, Result>(
  services: Services,
  { resellerId }: Buyer,
  { name, input, idempotencyKey }: Command,
  trade: Trade<Request, Result>,
  plan: () => Promise<Omit<Draft<Request>, 'resellerId'>>,
): Promise<Answered> {
  const claim =
    idempotencyKey === undefined
      ? undefined
      : { resellerId, key: idempotencyKey, fingerprint: fingerprintOf(name, input) };
  const begun = await begin(services, claim, async () => ({ resellerId, ...(await plan()) }));
  if ('sale' in begun) return { sale: begun.sale, replayed: true };
  if ('refusal' in begun) throw Object.assign(toError(begun.refusal), { replayed: true });
  try {
    const sale = await conclude(services, begun, claim, trade, () => obtain(services, begun, trade));
    return { sale, replayed: false };
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    throw new RequestInProgressError(
      'This request was taken over by another worker; retry to learn its end.',
    );
  }
}

/** An operation whose money is taken, or the outcome of an earlier request with the same key. */
async function begin<Request>(
  services: Services,
  claim: Claim | undefined,
  plan: () => Promise<Draft<Request>>,
): Promise<Operation<Request> | Outcome> {
  const { database, vault, clock } = services;
  try {
    const draft = await plan();
    const started = await startWhenFree(services, draft, claim);
    if (started === 'insufficient_balance') {
      throw new InsufficientBalanceError(draft.amount, await readBalance(database.sql, draft.resellerId));
    }
    if (started !== 'key_taken') return started;
  } catch (error) {
    // The world may have changed since the first request: what it was answered comes before what would be refused today.
    if (!claim || !(error instanceof DomainError)) throw error;
    const earlier = await findOutcome(database.sql, vault, claim, clock.now());
    if (earlier) return earlier;
    const refusal = toRefusal(error);
    if (!refusal || (await keepRefusal(database.sql, vault, claim, { refusal }, clock.now()))) throw error;
  }
  const earlier = claim && (await findOutcome(database.sql, vault, claim, clock.now()));
  if (!earlier)
    throw new RequestInProgressError('A request with this Idempotency-Key has just ended; retry now.');
  return earlier;
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
 * Carries a charged operation to its end: whatever the upstream did, the customer has either the goods or the money. Throws the
 * DomainError that the operation was refunded for. On any other error it stays as it is, for recovery to take over.
 */
async function conclude<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  trade: Trade<Request, Result>,
  obtainResult: () => Promise<Result>,
): Promise<Sale> {
  let result: Result;
  try {
    result = await obtainResult();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await refundOperation(services, operation, kept, {
      refusal: toRefusal(error) ?? { code: 'provider_error' },
    });
    throw error;
  }
  const { sale, write } = await trade.deliver(services, operation, result, services.clock.now());
  await settleOperation(services, operation, kept, { sale }, write);
  return sale;
}

/** Brings an operation to its end whose worker died: it is settled if the work was done, and refunded if not. */
export async function recover<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  trade: Trade<Request, Result>,
): Promise<void> {
  const find = async () => (await lookUpUntilDecided(services, operation, trade)) ?? fail('found by nobody');
  await conclude(services, operation, kept, trade, find).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

/** Throws a DomainError when the work was not done, or nobody can tell by the time that the operation has to be decided. */
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
  do {
    try {
      const result = await beforeDeadline(trade.lookUp(services, operation), services, operation);
      if (result !== undefined) return result;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error; // Nobody knows yet: ask again.
    }
    await services.delay(LOOK_UP_EVERY_MS);
  } while (services.clock.now() < operation.decideBy);
  return undefined;
}

/** A look-up that hangs must not put the decision off; one is always given a moment, also after the deadline. */
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
