import { InsufficientBalanceError } from '../billing/errors.ts';
import { OutOfStockError, ProviderError, UnknownProductError } from '../catalog/errors.ts';
import type { DomainError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import type { Traffic } from '../luxury/traffic.ts';
import { NotLuxuryError, NotRenewableError, OrderNotFoundError } from '../orders/errors.ts';
import type { Order, OrderProxy } from '../orders/order.ts';

/**
 * What a purchase or renewal answers: the order as it was at that instant, its proxies, and what was taken.
 */
export interface OrderSale {
  order: Order;
  proxies: OrderProxy[];
  /** All traffic of a Luxury order, in bytes. */
  totalBytes?: bigint;
  charged: Micros;
}

/**
 * What adding traffic answers: the order and its traffic as they were at that instant, and what was taken.
 */
export interface TrafficSale {
  order: Order;
  traffic: Traffic;
  charged: Micros;
}

export type Sale = OrderSale | TrafficSale;

/** How a request with an Idempotency-Key ended; kept, so that every retry is answered alike. */
export type Outcome = { sale: Sale } | { refusal: StoredRefusal };

type StoredRefusal =
  | { code: 'insufficient_balance'; required: Micros; balance: Micros }
  | { code: 'out_of_stock'; available: number }
  | { code: 'unknown_product'; tier: string; type: string }
  | { code: 'order_not_found'; order: number }
  | { code: 'not_renewable'; order: number }
  | { code: 'not_luxury'; order: number }
  | { code: 'provider_error' };

/** The refusal in a form that can be kept, or `undefined` for one that a retry may outlive. */
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

/**
 * JSON knows neither 64-bit integers nor instants: both are kept with a tag that no other value of an outcome
 * has.
 */
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
