import { type Expression, type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { COIN, coinsFor, payableInCoins } from '../billing/accounts.ts';
import { CoinsNotPayableError } from '../billing/errors.ts';
import { type CoinGain, gainCoins } from '../billing/ledger.ts';
import { ProviderError } from '../catalog/errors.ts';
import { instantOfId } from '../kit/clock.ts';
import type { EntityManager, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { Lease } from '../kit/lease.ts';
import type { Micros } from '../kit/money.ts';
import { about } from '../kit/request.ts';
import type { SpanAttributes } from '../kit/spans.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { readStored } from '../kit/text.ts';
import { drawBytes } from '../kit/vault.ts';
import type { OrderName } from '../orders/order.ts';
import type { NewOrder } from '../orders/proxies.ts';
import { readReferrerOfBuyer } from '../resellers/referrals.ts';
import type { Payment, Sale } from './sale.ts';
import type { Buyer, Services } from './services.ts';

/** One charged piece of work. Its id is our reference at the upstream. */
export interface Operation<Request = unknown> {
  id: string;
  resellerId: number;
  kind: 'purchase' | 'renewal' | 'traffic';
  orderId: number;
  amount: Micros;
  /** Plain JSON with everything that any worker needs to continue the operation. */
  request: Request;
  /** The coins that it moves, as its request says; undefined for one of the API or the console. */
  coins?: OperationCoins | undefined;
  leaseToken: string;
  decideBy: Date;
  /** What the upstream took for the work, as far as it has said so; missing while that is not known. */
  cost?: Micros;
  /** Attempts to recover it that have failed; null or missing when none has. */
  failedRecoveries?: number | null;
}

/** One kind of charged work. It uses only what its operation has stored, so any worker can continue it. */
export interface OperationHandler<Request = unknown, Result = unknown, Delivered extends Sale = Sale> {
  /** Reads the stored request of an operation; what only a later version stores stays in it. */
  request: z.ZodType<Request>;
  /**
   * Asks the upstream; no transaction and no connection is held meanwhile. Throws UpstreamError, or a
   * DomainError when the work was certainly not done and there is a better reason for the caller.
   */
  fulfil(services: Services, operation: Operation<Request>): Promise<Result>;
  /**
   * Finds out whether the work was done; `undefined` when it was not done, or not yet. Throws UpstreamError.
   */
  lookUp(services: Services, operation: Operation<Request>): Promise<Result | undefined>;
  /** The answer to the caller, and what the transaction that settles writes. */
  deliver(
    services: Services,
    operation: Operation<Request>,
    result: Result,
    now: Date,
  ): Promise<Delivery<Delivered>>;
  /**
   * Looks at the upstream again after the operation has ended, and gives back what it did beyond what was
   * paid for: all of its work after a refund. What cannot be given back is written off. May be repeated.
   * Throws UpstreamError.
   */
  sweep(
    services: Services,
    operation: Operation<Request>,
    ended: 'settled' | 'refunded',
    endedAt: Date,
  ): Promise<Swept>;
  /** For an operation that takes up work that a restore has lost; missing where a restore loses none. */
  takingUp?: OperationHandler<Request, Result, Delivered>;
}

/**
 * Whether a sweep has to be repeated. `busy`: another operation on the order is running, or another sweep has
 * the account. `again`: what this sweep asked for may be incomplete, or may take effect late.
 */
export type Swept = 'done' | 'busy' | 'again';

export interface Delivery<Delivered extends Sale> {
  sale: Delivered;
  /** What the work cost at the upstream; undefined when that is not known. */
  cost: Micros | undefined;
  /** The order of a purchase. */
  order?: NewOrder;
  write?(em: EntityManager, tx: Sql): Promise<void> | void;
}

/** What a span says of the operation that it works on. */
export function spanAttributesOf({ id, kind, orderId, resellerId }: Operation): SpanAttributes {
  return {
    'gateway.operation.id': id,
    'gateway.operation.kind': kind,
    'gateway.order.id': orderId,
    'gateway.reseller.id': resellerId,
  };
}

/** The columns that a worker needs to continue an operation. */
export const OPERATION_COLUMNS = [
  'operations.id',
  'operations.reseller_id',
  'operations.kind',
  'operations.order_id',
  'operations.amount',
  'operations.request',
  'operations.lease_token',
  'operations.decide_by',
  'operations.cost',
] as const;

type OperationRow = Pick<
  Selectable<Tables['operations']>,
  'id' | 'reseller_id' | 'kind' | 'order_id' | 'amount' | 'request' | 'lease_token' | 'decide_by' | 'cost'
>;

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    resellerId: row.reseller_id,
    kind: row.kind,
    orderId: row.order_id,
    amount: BigInt(row.amount),
    request: row.request,
    leaseToken: row.lease_token,
    decideBy: row.decide_by,
    ...(row.cost !== null && { cost: BigInt(row.cost) }),
  };
}

/** A worker that has not renewed its lease for this long counts as dead, and its operation is taken over. */
export const OPERATION_LEASE = new Lease('operations', {
  token: 'lease_token',
  until: 'leased_until',
  seconds: 15,
});

/** The operation while it runs and this worker has its lease: the fence of all that the worker writes. */
export function isOurs(
  eb: ExpressionBuilder<Tables, 'operations'>,
  { id, leaseToken }: { id: Expression<string>; leaseToken: Expression<string> },
) {
  return eb.and([
    eb('operations.id', '=', id),
    eb('operations.state', '=', sql.lit('running' as const)),
    OPERATION_LEASE.isHeldBy(leaseToken),
  ]);
}

/** Renews the lease while `work` runs. If it is lost, the fence keeps the outcome from being written. */
export function whileLeased<Result>(
  { database, clock }: Services,
  { id, leaseToken, resellerId, orderId }: Operation,
  work: () => Promise<Result>,
): Promise<Result> {
  const renew = () => renewLease(database.sql, { id, leaseToken, now: clock.now() });
  return about({ resellerId, orderId, operationId: id }, () => OPERATION_LEASE.keep(renew, work));
}

const renewLease = statement<{ id: string; leaseToken: string; now: Date }>()((db, values) =>
  db
    .updateTable('operations')
    .set(OPERATION_LEASE.renewed(values.now))
    .where((eb) => isOurs(eb, values)),
);

/**
 * To be called before the upstream is asked for something that costs money: a worker that was suspended must
 * not ask for work that was refunded meanwhile. Throws ProviderError.
 */
export function assertUndecided({ clock }: Services, { decideBy }: Operation): void {
  if (clock.now() >= decideBy) throw new ProviderError();
}

/** Thrown when another worker has ended the operation or has its lease: what was read is out of date. */
export class LeaseLostError extends Error {
  constructor({ id }: Operation) {
    super(`the lease of operation ${id} was lost`);
  }
}

/** Stores what was found out, for whoever takes the operation over. Throws LeaseLostError. */
export async function rememberRequest<Request>(
  { database }: Services,
  operation: Operation<Request>,
  request: Request,
): Promise<void> {
  const { id, leaseToken } = operation;
  const written = await writeRequest(database.sql, { id, leaseToken, request: JSON.stringify(request) });
  if (written.length === 0) throw new LeaseLostError(operation);
  operation.request = request;
}

const writeRequest = statement<{ id: string; leaseToken: string; request: string }>()((db, values) =>
  db
    .updateTable('operations')
    .set({ request: values.request })
    .where((eb) => isOurs(eb, values))
    .returning('id'),
);

/** What was asked for, and why those that were refunded were refused. */
export const findRequests = statement<{ ids: string[] }>()((db, { ids }) =>
  db
    .selectFrom('operations')
    .select(['id', 'kind', 'request', 'refusal'])
    .where('id', '=', ({ fn }) => fn.any(ids)),
);

/** Whether an extension of the order is running: before its purchase has ended there is no order. */
export async function isBusy(db: Sql, { resellerId, orderId }: OrderName): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('id')
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where('kind', '<>', sql.lit('purchase'))
    // A literal in every statement that selects running operations, because the index on them is partial.
    .where('state', '=', sql.lit('running'))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * How the 122 bits of a UUID of version 8 are used: 48 for the time in milliseconds since 1970, as in version
 * 7, then these. Ids of one reseller that are made in the same millisecond differ in their last two parts.
 */
const RESELLER_BITS = 30;
const TAG_BITS = 40;
const RANDOM_BITS = 4;
/** The bits behind the UUID's variant. */
const LAST_BITS = 62;

/** What the id of an operation says about it, without the database. */
export interface OperationOrigin {
  startedAt: Date;
  /** Null for a number that is too large. */
  resellerId: number | null;
  /** `tagOf` its Idempotency-Key and its request; random if there was no key. */
  tag: number;
}

/**
 * A new id for an operation. It is our reference at the upstream, which keeps it even when our database was
 * restored and no longer knows the operation: so it says whose the operation is and, to somebody who has the
 * request, which request it carries out.
 */
export function newOperationId(resellerId: number, tag: number | undefined, now: Date): string {
  const random = drawBytes(8).readBigUInt64BE();
  const reseller = resellerId < 2 ** RESELLER_BITS ? BigInt(resellerId) : 0n;
  const request = tag === undefined ? BigInt.asUintN(TAG_BITS, random >> BigInt(RANDOM_BITS)) : BigInt(tag);
  const named = (reseller << BigInt(TAG_BITS)) | request;
  const bits = (named << BigInt(RANDOM_BITS)) | BigInt.asUintN(RANDOM_BITS, random);
  const time = now.getTime().toString(16).padStart(12, '0');
  const middle = (bits >> BigInt(LAST_BITS)).toString(16).padStart(3, '0');
  const last = ((2n << BigInt(LAST_BITS)) | BigInt.asUintN(LAST_BITS, bits)).toString(16);
  return [time.slice(0, 8), time.slice(8), `8${middle}`, last.slice(0, 4), last.slice(4)].join('-');
}

const OPERATION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Undefined for a text that `newOperationId` has not made. */
export function readOperationId(id: string): OperationOrigin | undefined {
  if (!OPERATION_ID.test(id)) return undefined;
  const digits = id.replaceAll('-', '');
  const middle = BigInt(`0x${digits.slice(13, 16)}`);
  const last = BigInt.asUintN(LAST_BITS, BigInt(`0x${digits.slice(16)}`));
  const named = ((middle << BigInt(LAST_BITS)) | last) >> BigInt(RANDOM_BITS);
  return {
    startedAt: instantOfId(id),
    resellerId: Number(named >> BigInt(TAG_BITS)) || null,
    tag: Number(BigInt.asUintN(TAG_BITS, named)),
  };
}

/**
 * What an operation of the chat bot moves in coins. It is stored in the operation's request at the charge, so
 * that whoever ends the operation has the same numbers, whatever the catalog says by then.
 */
const OPERATION_COINS = z.object({
  /** Taken with the charge; given back with its refund. */
  spent: z.number(),
  /** What the buyer earns when the operation settles. */
  cashback: z.number(),
  /** What the one who referred the buyer earns then; missing when that is nobody, or nothing. */
  referral: z.object({ resellerId: z.number(), coins: z.number() }).exactOptional(),
});
export type OperationCoins = z.infer<typeof OPERATION_COINS>;
const WITH_COINS = z.object({ coins: OPERATION_COINS.exactOptional() });

/** Undefined for an operation of the API or the console, which neither spends coins nor earns any. */
export function coinsOf({ id, request }: Pick<Operation, 'id' | 'request'>): OperationCoins | undefined {
  return readStored(WITH_COINS, `coins of operation ${id}`, request).coins;
}

/** What a buyer has paid, for the answer of an operation that settles. */
export function paymentOf({ amount, coins }: Operation): Payment {
  return { charged: amount, ...(coins && { coins: { spent: coins.spent, earned: coins.cashback } }) };
}

/**
 * Divides the price of a draft into money and coins. Coins are earned by what is paid in money, rounded down.
 *
 * Throws InvalidRequestError, ResellerDisabledError, and CoinsNotPayableError for more than the price takes.
 * Whether the balance has so many is checked by the charge.
 */
export async function payInCoins<Draft extends { amount: Micros; request: object }>(
  { database, catalog }: Services,
  buyer: Buyer,
  draft: Draft,
  coins = 0,
): Promise<Draft & { coins?: OperationCoins }> {
  if (buyer.source !== 'bot') {
    if (coins === 0) return draft;
    throw new InvalidRequestError([{ path: ['coins'], message: 'can be spent in the chat bot only' }]);
  }
  if (!Number.isSafeInteger(coins) || coins < 0)
    throw new InvalidRequestError([{ path: ['coins'], message: 'must be a whole number, 0 or more' }]);
  const rates = await catalog.coinRates(buyer);
  const payable = payableInCoins(draft.amount, rates.payable);
  if (coins > payable) throw new CoinsNotPayableError(payable);
  const amount = draft.amount - BigInt(coins) * COIN;
  const referrerId = await readReferrerOfBuyer(database.sql, buyer.resellerId);
  const reward = coinsFor(amount, rates.referral);
  const moved: OperationCoins = {
    spent: coins,
    cashback: coinsFor(amount, rates.cashback),
    ...(referrerId !== undefined && reward > 0 && { referral: { resellerId: referrerId, coins: reward } }),
  };
  return { ...draft, amount, coins: moved, request: { ...draft.request, coins: moved } };
}

/**
 * What is left to do in coins when an operation ends, in the transaction that ends it: a refund gives back
 * what was spent, and only work that is done earns. An operation ends once, so a refund finds nothing earned
 * that would have to be taken back.
 */
export async function endCoins(
  tx: Sql,
  { id: operationId, resellerId }: Operation,
  coins: OperationCoins,
  end: 'settled' | 'refunded',
  at: Date,
): Promise<void> {
  const moved: CoinGain[] =
    end === 'refunded'
      ? [{ resellerId, kind: 'refund', coins: coins.spent }]
      : [
          { resellerId, kind: 'cashback', coins: coins.cashback },
          ...(coins.referral ? [{ kind: 'referral' as const, ...coins.referral }] : []),
        ];
  const gains = moved.filter((gain) => gain.coins > 0);
  if (gains.length > 0) await gainCoins(tx, { operationId, gains, at });
}
