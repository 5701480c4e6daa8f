import {
  CoinsNotPayableError,
  InsufficientBalanceError,
  readBalance,
  readCoins,
} from '../billing/accounts.ts';
import { ProviderError } from '../catalog/errors.ts';
import {
  CommitUnknownError,
  DatabaseUnavailableError,
  isDatabaseUnavailable,
} from '../kit/connection-errors.ts';
import { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { currentSpan, inSpan } from '../kit/spans.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { payInCoins } from './coins.ts';
import { perform } from './conclude-operation.ts';
import { afterCharge, UndecidedError } from './errors.ts';
import { type Claim, findOutcome, fingerprintOf, keepRefusal } from './idempotency.ts';
import { isBusy } from './is-busy.ts';
import { hasBoughtLost } from './lost-purchases.ts';
import { hasLostRenewal } from './lost-renewal.ts';
import { LeaseLostError, type Operation } from './operation.ts';
import type { OperationHandler } from './operation-handler.ts';
import { spanAttributesOf } from './operation-span.ts';
import { type Outcome, type Sale, toError, toRefusal } from './sale.ts';
import type { Buyer, Services } from './services.ts';
import { type Draft, startOperation } from './start-operation.ts';

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
