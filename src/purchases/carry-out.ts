import { readBalance } from '../billing/balance.ts';
import { InsufficientBalanceError } from '../billing/errors.ts';
import { ProviderError } from '../catalog/errors.ts';
import { DatabaseAwayError } from '../kit/connection-errors.ts';
import { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { perform } from './conclude-operation.ts';
import { type Claim, findOutcome, fingerprintOf, keepRefusal } from './idempotency.ts';
import { LeaseLostError, type Operation } from './operation.ts';
import type { OperationHandler } from './operation-handler.ts';
import { type Outcome, type Sale, toError, toRefusal } from './sale.ts';
import type { Buyer, Services } from './services.ts';
import { type Draft, startOperation } from './start-operation.ts';

/**
 * How long a renewal waits for another one of the same order, which takes as long as the upstream takes to
 * answer.
 */
const ORDER_BUSY_WAIT_MS = 10_000;
const ORDER_BUSY_RETRY_MS = 100;

/** Charged work that was checked and priced and has not begun. */
export interface Plan<Delivered extends Sale> {
  handler: OperationHandler<unknown, unknown, Delivered>;
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
  const { operation, handler } = begun;
  try {
    return { sale: await perform(services, operation, claim, handler), replayed: false };
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
): Promise<{ operation: Operation; handler: Plan<Delivered>['handler'] } | Outcome> {
  const { database, vault, clock } = services;
  try {
    const { draft, handler, upstream } = await plan();
    if (!upstream.isUp()) await refuseUncharged(services, resellerId, draft.amount);
    const started = await startWhenFree(services, { ...draft, resellerId }, claim);
    if (started === 'insufficient_balance') {
      throw new InsufficientBalanceError(draft.amount, await readBalance(database.sql, resellerId));
    }
    if (started !== 'key_taken') return { operation: started, handler };
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
