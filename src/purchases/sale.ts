import { InsufficientBalanceError } from '../billing/errors.ts';
import { OutOfStockError, ProviderError, UnknownProductError } from '../catalog/errors.ts';
import type { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import type { Traffic } from '../luxury/traffic.ts';
import { NotLuxuryError, NotRenewableError, OrderNotFoundError } from '../orders/errors.ts';
import type { Order, OrderProxy } from '../orders/order.ts';

/** What was paid for what a sale delivers. */
export interface Payment {
  /** What was charged in money. */
  charged: Micros;
  /** What it took in coins besides, and what it has earned; missing outside the chat bot. */
  coins?: { spent: number; earned: number };
}

/** The answer of a purchase or renewal: the order and its proxies at that instant, and the charge. */
export interface OrderSale extends Payment {
  order: Order;
  proxies: OrderProxy[];
  /** The total traffic of a Luxury order, in bytes. */
  totalBytes?: bigint;
}

/** The answer of an addition: the order and its traffic at that instant, and the charge. */
export interface TrafficSale extends Payment {
  order: Order;
  traffic: Traffic;
}

export type Sale = OrderSale | TrafficSale;

/** How a request with an Idempotency-Key ended; every retry gets this answer. */
export type Outcome = { sale: Sale } | { refusal: StoredRefusal };

type StoredRefusal =
  | { code: 'insufficient_balance'; required: Micros; balance: Micros }
  | { code: 'out_of_stock'; available: number }
  | { code: 'unknown_product'; tier: string; type: string }
  | { code: 'order_not_found'; order: number }
  | { code: 'not_renewable'; order: number }
  | { code: 'not_luxury'; order: number }
  | { code: 'provider_error' };

/** The refusal as it is kept; `undefined` for a refusal that is not kept, because a retry may succeed. */
export function toRefusal(error: unknown): StoredRefusal | undefined {
  if (error instanceof InsufficientBalanceError)
    return { code: error.code, required: error.required, balance: error.balance };
  if (error instanceof OutOfStockError) return { code: error.code, available: error.available };
  if (error instanceof UnknownProductError) return { code: error.code, tier: error.tier, type: error.type };
  if (error instanceof OrderNotFoundError) return { code: error.code, order: error.order };
  if (error instanceof NotRenewableError) return { code: error.code, order: error.order };
  if (error instanceof NotLuxuryError) return { code: error.code, order: error.order };
  if (error instanceof ProviderError) return { code: error.code };
  return undefined;
}

export function toError(refusal: StoredRefusal): DomainError {
  switch (refusal.code) {
    case 'insufficient_balance':
      return new InsufficientBalanceError(refusal.required, refusal.balance);
    case 'out_of_stock':
      return new OutOfStockError(refusal.available);
    case 'unknown_product':
      return new UnknownProductError(refusal.tier, refusal.type);
    case 'order_not_found':
      return new OrderNotFoundError(refusal.order);
    case 'not_renewable':
      return new NotRenewableError(refusal.order);
    case 'not_luxury':
      return new NotLuxuryError(refusal.order);
    case 'provider_error':
      return new ProviderError();
  }
}

/** JSON has neither 64-bit integers nor instants: both are kept with a tag that no other value has. */
export function encodeOutcome(outcome: Outcome): string {
  return JSON.stringify(outcome, function (this: Record<string, unknown>, name, value) {
    const original = this[name];
    if (typeof original === 'bigint') return { $micros: original.toString() };
    if (original instanceof Date) return { $instant: original.getTime() };
    return value;
  });
}

export function decodeOutcome(text: string): Outcome {
  return JSON.parse(text, (_name, value) => {
    if (typeof value?.$micros === 'string') return BigInt(value.$micros);
    if (typeof value?.$instant === 'number') return new Date(value.$instant);
    return value;
  });
}
