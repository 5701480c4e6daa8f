import { readBalance } from '../billing/balance.ts';
import { readCoins } from '../billing/coins.ts';
import { CoinsNotPayableError, InsufficientBalanceError } from '../billing/errors.ts';
import { ProviderError } from '../catalog/errors.ts';
import { CommitUnknownError, DatabaseUnavailableError, isDatabaseUnavailable } from '../kit/connection-errors.ts';
import { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { currentSpan, inSpan } from '../kit/spans.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { payInCoins } from './coins.ts';
import { afterCharge, UndecidedError } from './errors.ts';
import { type Claim, findOutcome, fingerprintOf, keepRefusal, type KeptKey } from './idempotency.ts';
import { isBusy, LeaseLostError, type Operation, type OperationHandler, spanAttributesOf, whileLeased } from './operation.ts';
import { hasBoughtLost } from './after-restore/lost-purchases.ts';
import { hasLostRenewal } from './after-restore/lost-renewals.ts';
import { type Outcome, type Sale, toError, toRefusal } from './sale.ts';
import type { Buyer, Services } from './services.ts';
import { type Draft, startOperation } from './charge.ts';
import { setTimeout } from 'node:timers/promises';
import { UpstreamError } from '../upstreams/failure.ts';
import { refundOperation, settleOperation } from './settle.ts';

/**
 * How long an operation waits for another one of the same order, which may take as long as an upstream call.
 */
const ORDER_BUSY_WAIT_MS = 10_000;
/** In ms: the longest that the first pause before a look takes, which each pause doubles, up to the next. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_600;

/** Charged work that was checked and priced, before its charge. */
export interface Plan<Delivered extends Sale> {
  handler: OperationHandler<unknown, unknown, Delivered>;
  /** The upstream that does the work. */
  upstream: { isUp(): boolean };
  /** Its amount is the whole price. */
  draft: Omit<Draft<object>, 'resellerId'>;
}

export interface Command {
  name: 'purchase' | 'renew' | 'addTraffic';
  /** All arguments, in a fixed order of fields. */
  input: object;
  /** The order that is renewed. */
  orderId?: number;
  /** How many coins pay a part of the price; only in the chat bot. */
  coins?: number | undefined;
  idempotencyKey?: string | undefined;
}

export interface Answered<Delivered extends Sale> {
  sale: Delivered;
  /** Whether this repeats the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/**
 * The one flow of everything that costs money: plan; claim and charge; ask the upstream; settle or refund.
 *
 * `plan` checks the request and prices it; it only reads. Throws the domain error that ends the request; if
 * the Idempotency-Key was used before, the error of the first request. When the database goes away, throws
 * DatabaseUnavailableError if nothing is charged. Otherwise recovery decides: throws UndecidedError if the
 * request has an Idempotency-Key, and another error if not.
 */
export function carryOut<Delivered extends Sale>(
  services: Services,
  buyer: Buyer,
  command: Command,
  plan: (claim: Claim | undefined) => Promise<Plan<Delivered>>,
): Promise<Answered<Delivered>> {
  const attributes = { 'gateway.reseller.id': buyer.resellerId };
  return inSpan({ name: command.name, attributes }, () => flow(services, buyer, command, plan));
}

async function flow<Delivered extends Sale>(
  services: Services,
  buyer: Buyer,
  command: Command,
  plan: (claim: Claim | undefined) => Promise<Plan<Delivered>>,
): Promise<Answered<Delivered>> {
  const { name, input, coins, idempotencyKey } = command;
  const claim =
    idempotencyKey === undefined
      ? undefined
      : {
          resellerId: buyer.resellerId,
          key: idempotencyKey,
          fingerprint: fingerprintOf(name, { ...input, coins: coins || undefined }),
        };
  const begun = await begin(services, buyer, claim, command, plan).catch((error: unknown) => {
    throw claim && error instanceof CommitUnknownError ? new UndecidedError({ cause: error }) : error;
  });
  // The stored answer has the fingerprint of this command, so it has the command's type.
  if ('sale' in begun) return { sale: begun.sale as Delivered, replayed: true };
  if ('refusal' in begun) throw Object.assign(toError(begun.refusal), { replayed: true });
  const { operation, handler } = begun;
  currentSpan()?.set(spanAttributesOf(operation));
  try {
    return { sale: await perform(services, operation, claim, handler), replayed: false };
  } catch (error) {
    // Of a DomainError the cause may be the lost connection of an upstream, which looks like the database's.
    if (error instanceof DomainError) throw afterCharge(error);
    if (claim && isDatabaseUnavailable(error)) throw new UndecidedError({ cause: error });
    // A DatabaseUnavailableError tells the client that nothing was charged, which is true only before the
    // charge.
    if (error instanceof DatabaseUnavailableError)
      throw new Error('A charged operation is left to recovery.', { cause: error });
    if (!(error instanceof LeaseLostError)) throw error;
    const advice = claim ? 'retry to learn its end' : 'look at the orders before you ask again';
    throw afterCharge(new RequestInProgressError(`Another worker has taken this request over: ${advice}.`));
  }
}

/**
 * Claims the key and charges. Returns the operation, or the outcome of an earlier request with the same key.
 */
async function begin<Delivered extends Sale>(
  services: Services,
  buyer: Buyer,
  claim: Claim | undefined,
  { coins, orderId }: Pick<Command, 'coins' | 'orderId'>,
  plan: (claim: Claim | undefined) => Promise<Plan<Delivered>>,
): Promise<{ operation: Operation; handler: Plan<Delivered>['handler'] } | Outcome> {
  const { database, vault, clock } = services;
  const { resellerId } = buyer;
  try {
    const { draft: priced, handler, upstream } = await plan(claim);
    const draft = await payInCoins(services, buyer, priced, coins);
    if (!upstream.isUp()) await refuseUncharged(services, resellerId, draft.amount);
    const started = await startWhenFree(services, { ...draft, resellerId }, claim);
    if (started === 'insufficient_coins')
      throw new CoinsNotPayableError(await readCoins(database.sql, resellerId));
    if (started !== 'key_taken') return { operation: started, handler };
  } catch (error) {
    // Prices or stock may have changed since the first request: its stored outcome takes precedence over a
    // refusal that is found now.
    if (!claim || !(error instanceof DomainError)) throw error;
    const earlier = await findOutcome(database.sql, vault, claim, clock.now());
    if (earlier) return earlier;
    const refusal = toRefusal(error);
    if (!refusal) throw error;
    // A kept refusal would be the answer for a day, after which the same request is another one.
    if (await hasLost(services, claim, orderId)) {
      if (!(error instanceof ProviderError)) throw error;
      throw new RequestInProgressError(
        'What this request has bought before cannot be looked up just now; retry in a moment.',
      );
    }
    if (await keepRefusal(database.sql, vault, claim, { refusal }, clock.now())) throw error;
  }
  const earlier = claim && (await findOutcome(database.sql, vault, claim, clock.now()));
  if (!earlier)
    throw new RequestInProgressError('A request with this idempotency key has just ended; retry now.');
  return earlier;
}

/** Whether a restore has lost work that the request may have had done before, and may get again. */
async function hasLost({ database, clock }: Services, claim: Claim, orderId: number | undefined) {
  if (orderId === undefined) return hasBoughtLost(database.sql, claim, clock.now());
  return hasLostRenewal(database.sql, { resellerId: claim.resellerId, orderId });
}

/**
 * While the upstream is down, nothing is charged, because it would have to be refunded. Throws
 * InsufficientBalanceError as the charge would, otherwise ProviderError.
 */
async function refuseUncharged(services: Services, resellerId: number, amount: Micros): Promise<never> {
  await assertCovered(services, resellerId, amount);
  throw new ProviderError();
}

/** Throws InsufficientBalanceError with the balance that was too low: it decides by what it tells. */
async function assertCovered({ database }: Services, resellerId: number, amount: Micros): Promise<void> {
  const balance = await readBalance(database.sql, resellerId);
  if (balance < amount) throw new InsufficientBalanceError(amount, balance);
}

/**
 * Charges once the order is free. Each attempt locks the account and is rolled back while another operation
 * runs, so those that wait look first, at different times. What the balance did not cover is charged again
 * when it does so by now, since money came back in between: a refusal would be kept for a day.
 */
async function startWhenFree<Request>(services: Services, draft: Draft<Request>, claim: Claim | undefined) {
  const { database, clock, delay } = services;
  // A new order, which has no number yet, is never busy.
  const { resellerId, orderId = 0, amount } = draft;
  const giveUpAt = clock.now().getTime() + ORDER_BUSY_WAIT_MS;
  let longest = FIRST_PAUSE_MS;
  for (;;) {
    const started = await startOperation(services, draft, claim);
    if (started === 'insufficient_balance') await assertCovered(services, resellerId, amount);
    else if (started !== 'order_busy') return started;
    else
      do {
        await delay(longest * (0.5 + Math.random() / 2));
        longest = Math.min(2 * longest, LONGEST_PAUSE_MS);
      } while (clock.now().getTime() < giveUpAt && (await isBusy(database.sql, { resellerId, orderId })));
    if (clock.now().getTime() >= giveUpAt)
      throw new RequestInProgressError('Another operation is still running; retry in a moment.');
  }
}

/** The pause between two look-ups after an unknown outcome: the upstream may be about to finish the work. */
const LOOK_UP_EVERY_MS = 1_000;
/** The shortest limit of a look-up, also after the deadline: as long as a call may wait for its turn. */
const LAST_LOOK_UP_MS = 20_000;

/**
 * Has the upstream do the charged work, and ends the operation. Throws as `conclude` does, and LeaseLostError
 * when another worker has taken it over.
 */
export function perform<Request, Result, Delivered extends Sale>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  handler: OperationHandler<Request, Result, Delivered>,
): Promise<Delivered> {
  return whileLeased(services, operation, () =>
    conclude(services, operation, kept, handler, () => obtain(services, operation, handler)),
  );
}

/** Ends an operation whose worker died: settles it if the work was done, refunds it if not. */
export async function recover<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  handler: OperationHandler<Request, Result>,
): Promise<void> {
  const find = async () =>
    (await lookUpUntilDecided(services, operation, handler)) ?? fail('not found at the upstream');
  const span = { name: 'recover', attributes: spanAttributesOf(operation) };
  const end = () => conclude(services, operation, kept, handler, find);
  await inSpan(span, () => whileLeased(services, operation, end)).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  });
}

/**
 * Ends a charged operation: whatever the upstream did, the customer gets either the goods or the money back.
 * Throws the DomainError that the operation was refunded for. After any other error the operation keeps
 * running in the database, and recovery takes it over.
 */
async function conclude<Request, Result, Delivered extends Sale>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  handler: OperationHandler<Request, Result, Delivered>,
  obtainResult: () => Promise<Result>,
): Promise<Delivered> {
  const { kind, amount } = operation;
  const ended = { kind, amount };
  let result: Result;
  try {
    result = await obtainResult();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await refundOperation(services, operation, kept, error);
    services.onEnded?.({ ...ended, sold: undefined });
    throw error;
  }
  const { sale, cost, write } = await handler
    .deliver(services, operation, result, services.clock.now())
    .catch(failToDeliver);
  await settleOperation(
    services,
    { ...operation, ...(cost !== undefined && { cost }) },
    kept,
    { sale },
    write,
  );
  services.onEnded?.({ ...ended, sold: { order: sale.order, cost } });
  return sale;
}

/** A DomainError would tell the client that nothing was charged, which is no longer true here. */
function failToDeliver(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw new Error(`What was bought cannot be delivered: ${error.message}`, { cause: error });
}

/**
 * The result of the work. Throws a DomainError when the work was not done, or when its outcome is still
 * unknown at the deadline of the operation.
 */
async function obtain<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  handler: OperationHandler<Request, Result>,
): Promise<Result> {
  // What could not be looked up may be there all the same, and would be given back after a refund.
  let isUnread = operation.isResumed === true;
  try {
    const resumed = isUnread ? await handler.resume?.(services, operation) : undefined;
    isUnread = false;
    return resumed ?? (await handler.perform(services, operation));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.outcome !== 'unknown' && !isUnread) throw new ProviderError({ cause: error });
    return (await lookUpUntilDecided(services, operation, handler)) ?? fail(error);
  }
}

async function lookUpUntilDecided<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  handler: OperationHandler<Request, Result>,
): Promise<Result | undefined> {
  for (;;) {
    try {
      const result = await beforeDeadline(handler.lookUp(services, operation), services, operation);
      if (result !== undefined) return result;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error; // The outcome is still unknown: look again.
    }
    if (services.clock.now() >= operation.decideBy) return undefined;
    await services.delay(LOOK_UP_EVERY_MS);
  }
}

/**
 * Limits a look-up to the deadline, so that one that hangs does not delay the decision. It gets at least
 * LAST_LOOK_UP_MS.
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
