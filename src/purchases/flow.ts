import { readBalance, readCoins } from '../billing/accounts.ts';
import { CoinsNotPayableError, InsufficientBalanceError } from '../billing/errors.ts';
import { ProviderError } from '../catalog/errors.ts';
import { within } from '../kit/clock.ts';
import {
  CommitUnknownError,
  DatabaseUnavailableError,
  isDatabaseUnavailable,
} from '../kit/database-errors.ts';
import { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { currentSpan, inSpan, type SpanStart } from '../kit/spans.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { findLostWork, type LostWork } from './after-restore/lost-purchases.ts';
import { charge, type Draft, type NotCharged, takeUp } from './charge.ts';
import { afterCharge, UndecidedError } from './errors.ts';
import { type Claim, findAnswer, fingerprintOf, type KeptKey, keepRefusal } from './idempotency.ts';
import {
  isBusy,
  LeaseLostError,
  type Operation,
  type OperationHandler,
  payInCoins,
  spanAttributesOf,
  whileLeased,
} from './operation.ts';
import { type Answer, type Sale, toError, toRefusal } from './sale.ts';
import type { Buyer, Services } from './services.ts';
import { refund, settle } from './settle.ts';

/**
 * How long an operation waits for another one of the same order, which may take as long as an upstream call.
 */
const ORDER_BUSY_WAIT_MS = 10_000;
/** In ms: the longest that the first pause before a look takes, which each pause doubles, up to the next. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_600;
/** The pause between two look-ups after an unknown outcome: the upstream may be about to finish the work. */
const LOOK_UP_EVERY_MS = 1_000;
/** The shortest limit of a look-up, also after the deadline: as long as a call may wait for its turn. */
const LAST_LOOK_UP_MS = 20_000;

export interface Command {
  /** What it is recorded as, from before it is planned. */
  span: SpanStart;
  /** Undefined without an Idempotency-Key. */
  claim: Claim | undefined;
  /** The order that is renewed. */
  renewedId: number | undefined;
  /** How many coins pay a part of the price; only in the chat bot. */
  coins: number | undefined;
}

/** How a request is paid, and made once. */
export interface ChargeInput {
  /** The most that the caller is willing to pay in total. */
  maxPrice?: Micros | undefined;
  /** Coins that pay a part of the price; only in the chat bot. */
  coins?: number | undefined;
  idempotencyKey?: string | undefined;
}

/** Charged work that was checked and priced, before its charge. */
export interface Plan<Delivered extends Sale> {
  handler: OperationHandler<unknown, unknown, Delivered>;
  /** The upstream that does the work. */
  upstream: { isUp(): boolean };
  /** The operation to be; its amount is the whole price. */
  draft: Omit<Draft<object>, 'resellerId'>;
}

/** A plan, or the refusal of what was asked for. */
export type Planned<Delivered extends Sale> = Plan<Delivered> | Refused<Delivered>;

interface Refused<Delivered extends Sale> {
  refusal: DomainError;
  /** Plans goods that are at the upstream already, whatever is in stock there: only after a restore. */
  uncounted?(): Promise<Planned<Delivered>>;
}

export interface Answered<Delivered extends Sale> {
  sale: Delivered;
  /** Whether this repeats the answer of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** What is asked for an order that there is: a renewal, or an addition of traffic. */
export interface ExtensionInput extends ChargeInput {
  orderId: number;
  /** The identifier of a term or volume that the order's type is sold in. */
  period: string;
}

/** Plans and executes what is asked for an order that there is. Throws as `plan` and `executePlan` do. */
export function extend<Delivered extends Sale>(
  name: 'renew' | 'addTraffic',
  plan: (services: Services, buyer: Buyer, input: ExtensionInput) => Promise<Plan<Delivered>>,
  services: Services,
  buyer: Buyer,
  input: ExtensionInput,
): Promise<Answered<Delivered>> {
  const { orderId, period } = input;
  const asked = commandOf(name, buyer, { orderId, period }, input);
  const command = name === 'renew' ? { ...asked, renewedId: orderId } : asked;
  return inSpan(command.span, async () =>
    executePlan(services, buyer, command, await orRefusal(plan(services, buyer, input))),
  );
}

/** `asked` has what is asked for, in a fixed order of fields. */
export function commandOf(
  name: 'purchase' | 'renew' | 'addTraffic',
  { resellerId, source }: Buyer,
  asked: object,
  { maxPrice, coins, idempotencyKey: key }: ChargeInput,
): Command {
  const input = { source, ...asked, maxPrice: maxPrice?.toString(), coins: coins || undefined };
  return {
    span: { name, attributes: { 'gateway.reseller.id': resellerId } },
    claim: key === undefined ? undefined : { resellerId, key, fingerprint: fingerprintOf(name, input) },
    renewedId: undefined,
    coins,
  };
}

/** What `work` comes to, or the DomainError that it has ended with. */
export async function orRefusal<Result>(work: Promise<Result>): Promise<Result | { refusal: DomainError }> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: error };
  }
}

/**
 * The one flow of everything that costs money, once it is planned: charge; fulfil; settle or refund.
 *
 * Throws the domain error that ends the request; if the Idempotency-Key was used before, the error of the
 * first request. When the database goes away, throws DatabaseUnavailableError if nothing is charged.
 * Otherwise recovery decides: throws UndecidedError if the request has an Idempotency-Key, and another error
 * if not.
 */
export async function executePlan<Delivered extends Sale>(
  services: Services,
  buyer: Buyer,
  command: Command,
  planned: Planned<Delivered>,
): Promise<Answered<Delivered>> {
  const { claim } = command;
  const charged = await chargeOrReplay(services, buyer, command, planned).catch((error: unknown) => {
    throw claim && error instanceof CommitUnknownError ? new UndecidedError({ cause: error }) : error;
  });
  // The stored answer has the fingerprint of this command, so it has the command's type.
  if ('sale' in charged) return { sale: charged.sale as Delivered, replayed: true };
  if ('refusal' in charged) throw Object.assign(toError(charged.refusal), { replayed: true });
  const { operation, handler } = charged;
  currentSpan()?.set(spanAttributesOf(operation));
  try {
    return { sale: await fulfil(services, operation, claim, handler), replayed: false };
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

interface Charged<Delivered extends Sale> {
  operation: Operation;
  handler: Plan<Delivered>['handler'];
}

/**
 * Claims the key and charges, or finds the answer of an earlier request with the same key. Prices or stock
 * may have changed since that: its answer takes precedence over a refusal that is found now.
 */
async function chargeOrReplay<Delivered extends Sale>(
  services: Services,
  buyer: Buyer,
  command: Command,
  planned: Planned<Delivered>,
): Promise<Charged<Delivered> | Answer> {
  const { database, vault, clock } = services;
  const { claim } = command;
  const charged =
    'refusal' in planned ? planned : await orRefusal(chargeWhenFree(services, buyer, command, planned));
  if (!('refusal' in charged)) return { operation: charged, handler: (planned as Plan<Delivered>).handler };
  const { refusal } = charged;
  if (!claim) throw refusal;
  const earlier = await findAnswer(database.sql, vault, claim, clock.now());
  if (earlier) return earlier;
  const lost = await findLostWork(services, claim, command.renewedId);
  if (lost) return chargeLost(services, buyer, command, { planned, lost, refusal });
  const kept = toRefusal(refusal);
  if (!kept || (await keepRefusal(database.sql, vault, claim, { refusal: kept }, clock.now()))) throw refusal;
  const other = await findAnswer(database.sql, vault, claim, clock.now());
  if (!other) throw keyJustEnded();
  return other;
}

/**
 * Charges what a restore has lost of the request, which gets it again. No refusal of it is kept: that would
 * be the answer for a day, after which the same request is another one.
 */
async function chargeLost<Delivered extends Sale>(
  services: Services,
  buyer: Buyer,
  command: Command,
  { planned, lost, refusal }: { planned: Planned<Delivered>; lost: LostWork; refusal: DomainError },
): Promise<Charged<Delivered> | Answer> {
  try {
    if (lost === 'renewal') throw refusal;
    const plan = ('refusal' in planned ? await planned.uncounted?.() : undefined) ?? planned;
    if ('refusal' in plan) throw plan.refusal;
    const draft = await draftOf(services, buyer, command, plan);
    const taken = await takeUp(services, draft, command.claim, lost.purchaseId);
    if (typeof taken !== 'string')
      return { operation: taken, handler: plan.handler.takingUp ?? plan.handler };
    if (taken === 'insufficient_balance' || taken === 'insufficient_coins')
      await assertPayable(services, draft, taken);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new RequestInProgressError(
      'What this request has bought before cannot be looked up just now; retry in a moment.',
    );
  }
  // It was given back meanwhile, or another request has it by now.
  return chargeOrReplay(services, buyer, command, planned);
}

/** Divides the price into money and coins. Throws ProviderError while the upstream is down. */
async function draftOf(
  services: Services,
  buyer: Buyer,
  { coins }: Command,
  { draft, upstream }: Pick<Plan<Sale>, 'draft' | 'upstream'>,
): Promise<Draft<object>> {
  const whole = { ...draft, resellerId: buyer.resellerId };
  const payable = await payInCoins(services, buyer, whole, coins);
  if (upstream.isUp()) return payable;
  // Nothing is charged, because it would have to be refunded.
  await assertCovered(services, payable);
  throw new ProviderError();
}

/**
 * Charges once the order is free. Each attempt locks the account and is rolled back while another operation
 * runs, so those that wait look first, at different times. What the balance did not cover is charged again
 * when it does so by now, since money came back in between: a refusal would be kept for a day.
 */
async function chargeWhenFree(
  services: Services,
  buyer: Buyer,
  command: Command,
  plan: Plan<Sale>,
): Promise<Operation> {
  const { database, clock, delay } = services;
  const draft = await draftOf(services, buyer, command, plan);
  // A new order, which has no number yet, is never busy.
  const { resellerId, orderId = 0 } = draft;
  const giveUpAt = clock.now().getTime() + ORDER_BUSY_WAIT_MS;
  let longest = FIRST_PAUSE_MS;
  for (;;) {
    const charged = await charge(services, draft, command.claim);
    if (typeof charged !== 'string') return charged;
    if (charged === 'key_taken') throw keyJustEnded();
    if (charged !== 'order_busy') await assertPayable(services, draft, charged);
    else
      do {
        await delay(longest * (0.5 + Math.random() / 2));
        longest = Math.min(2 * longest, LONGEST_PAUSE_MS);
      } while (clock.now().getTime() < giveUpAt && (await isBusy(database.sql, { resellerId, orderId })));
    if (clock.now().getTime() >= giveUpAt)
      throw new RequestInProgressError('Another operation is still running; retry in a moment.');
  }
}

/** Throws InsufficientBalanceError, unless the balance covers it by now, and CoinsNotPayableError. */
async function assertPayable(
  services: Services,
  draft: Draft<object>,
  wants: Extract<NotCharged, 'insufficient_balance' | 'insufficient_coins'>,
): Promise<void> {
  if (wants === 'insufficient_balance') return assertCovered(services, draft);
  throw new CoinsNotPayableError(await readCoins(services.database.sql, draft.resellerId));
}

/** Throws InsufficientBalanceError with the balance that was too low: it decides by what it tells. */
async function assertCovered({ database }: Services, { resellerId, amount }: Draft<object>): Promise<void> {
  const balance = await readBalance(database.sql, resellerId);
  if (balance < amount) throw new InsufficientBalanceError(amount, balance);
}

function keyJustEnded(): DomainError {
  return new RequestInProgressError('A request with this idempotency key has just ended; retry now.');
}

/**
 * Has the upstream do the charged work, and settles or refunds the operation. Throws the DomainError that it
 * was refunded for, and LeaseLostError when another worker has taken it over. After any other error it keeps
 * running in the database, and recovery takes it over.
 */
export function fulfil<Request, Result, Delivered extends Sale>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  handler: OperationHandler<Request, Result, Delivered>,
): Promise<Delivered> {
  return whileLeased(services, operation, async () => {
    const work = await askUpstream(services, operation, handler);
    return settleOrRefund(services, operation, kept, handler, work);
  });
}

/** Settles an operation whose worker died if its work was done, and refunds it if not. Throws as `fulfil`. */
export function settleFound<Request, Result, Delivered extends Sale>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  handler: OperationHandler<Request, Result, Delivered>,
): Promise<Delivered> {
  return whileLeased(services, operation, async () => {
    const work = await lookUpUntilDecided(services, operation, handler, 'not found at the upstream');
    return settleOrRefund(services, operation, kept, handler, work);
  });
}

/** The result of the work; or why it is refunded: it was not done, or is still unknown at the deadline. */
type Work<Result> = { result: Result } | { refusal: DomainError };

async function askUpstream<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  handler: OperationHandler<Request, Result>,
): Promise<Work<Result>> {
  try {
    return { result: await handler.fulfil(services, operation) };
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error };
    if (!(error instanceof UpstreamError)) throw error;
    if (error.outcome !== 'unknown') return { refusal: new ProviderError({ cause: error }) };
    return lookUpUntilDecided(services, operation, handler, error);
  }
}

/** `cause` is told to the operator when nothing was found. */
async function lookUpUntilDecided<Request, Result>(
  services: Services,
  operation: Operation<Request>,
  handler: OperationHandler<Request, Result>,
  cause: unknown,
): Promise<Work<Result>> {
  for (;;) {
    // One that hangs does not delay the decision.
    const left = Math.max(operation.decideBy.getTime() - services.clock.now().getTime(), LAST_LOOK_UP_MS);
    try {
      const result = await within(left, handler.lookUp(services, operation));
      if (result !== undefined) return { result };
    } catch (error) {
      if (error instanceof DomainError) return { refusal: error };
      if (!(error instanceof UpstreamError)) throw error; // The outcome is still unknown: look again.
    }
    if (services.clock.now() >= operation.decideBy) return { refusal: new ProviderError({ cause }) };
    await services.delay(LOOK_UP_EVERY_MS);
  }
}

/** Whatever the upstream did, the customer gets either the goods or the money back. */
async function settleOrRefund<Request, Result, Delivered extends Sale>(
  services: Services,
  operation: Operation<Request>,
  kept: KeptKey | undefined,
  handler: OperationHandler<Request, Result, Delivered>,
  work: Work<Result>,
): Promise<Delivered> {
  const { kind, amount } = operation;
  if ('refusal' in work) {
    await refund(services, operation, kept, work.refusal);
    services.onEnded?.({ kind, amount, sold: undefined });
    throw work.refusal;
  }
  const delivery = await handler
    .deliver(services, operation, work.result, services.clock.now())
    .catch(failToDeliver);
  const { sale, cost } = delivery;
  await settle(services, { ...operation, ...(cost !== undefined && { cost }) }, kept, delivery);
  services.onEnded?.({ kind, amount, sold: { order: sale.order, cost } });
  return sale;
}

/** A DomainError would tell the client that nothing was charged, which is no longer true here. */
function failToDeliver(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw new Error(`What was bought cannot be delivered: ${error.message}`, { cause: error });
}
