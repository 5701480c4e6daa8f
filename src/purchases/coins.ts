import { z } from 'zod';
import { COIN, CoinsNotPayableError, coinsFor, payableInCoins } from '../billing/accounts.ts';
import { type CoinGain, gainCoins } from '../billing/ledger.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { readStored } from '../kit/text.ts';
import { readReferrerOfBuyer } from '../resellers/referrals.ts';
import type { Operation } from './operation.ts';
import type { Payment } from './sale.ts';
import type { Buyer, Services } from './services.ts';

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
export function coinsOf({ request }: Pick<Operation, 'request'>): OperationCoins | undefined {
  return readStored(WITH_COINS, 'coins of an operation', request).coins;
}

/** The whole price: what is charged in money, and what the coins take off. */
export function priceOf(operation: Pick<Operation, 'amount' | 'request'>): Micros {
  return operation.amount + BigInt(coinsOf(operation)?.spent ?? 0) * COIN;
}

/** What a buyer has paid, for the answer of an operation that settles. */
export function paymentOf(operation: Operation): Payment {
  const coins = coinsOf(operation);
  const { spent = 0, cashback = 0 } = coins ?? {};
  return { charged: operation.amount, ...(coins && { coins: { spent, earned: cashback } }) };
}

/**
 * Divides the price of a draft into money and coins. Coins are earned by what is paid in money, rounded down.
 * A buyer over the API or in the console pays in money: the draft is returned as it is, and nothing is read.
 *
 * Throws InvalidRequestError, ResellerDisabledError, and CoinsNotPayableError for more than the price takes.
 * Whether the balance has so many is checked by the charge.
 */
export async function payInCoins<Draft extends { amount: Micros; request: object }>(
  { database, catalog }: Services,
  buyer: Buyer,
  draft: Draft,
  coins = 0,
): Promise<Draft> {
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
  return { ...draft, amount, request: { ...draft.request, coins: moved } };
}

/**
 * What is left to do in coins when an operation ends, in the transaction that ends it: a refund gives back
 * what was spent, and only work that is done earns. An operation ends once, so a refund finds nothing earned
 * that would have to be taken back.
 */
export async function endCoins(
  tx: Sql,
  operation: Operation,
  end: 'settled' | 'refunded',
  at: Date,
): Promise<void> {
  const gains = gainsOf(operation, end);
  if (gains.length > 0) await gainCoins(tx, { operationId: operation.id, gains, at });
}

/** Whether a refund has coins to give back. */
export function hasSpentCoins(operation: Operation): boolean {
  return gainsOf(operation, 'refunded').length > 0;
}

function gainsOf(operation: Operation, end: 'settled' | 'refunded'): CoinGain[] {
  const coins = coinsOf(operation);
  if (!coins) return [];
  const { resellerId } = operation;
  const gains: CoinGain[] =
    end === 'refunded'
      ? [{ resellerId, kind: 'refund', coins: coins.spent }]
      : [
          { resellerId, kind: 'cashback', coins: coins.cashback },
          ...(coins.referral ? [{ kind: 'referral' as const, ...coins.referral }] : []),
        ];
  return gains.filter((gain) => gain.coins > 0);
}
