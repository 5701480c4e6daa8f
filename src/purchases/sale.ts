import { z } from 'zod';
import { InsufficientBalanceError } from '../billing/errors.ts';
import { OutOfStockError, ProviderError, UnknownProductError } from '../catalog/errors.ts';
import type { DomainError } from '../kit/errors.ts';
import { readStored } from '../kit/text.ts';
import type { Traffic } from '../luxury/traffic.ts';
import { NotLuxuryError, NotRenewableError, OrderNotFoundError } from '../orders/errors.ts';
import { ORDER, ORDER_PROXY } from '../orders/order.ts';

const PAYMENT = z.object({
  /** What was charged in money, in micro-dollars. */
  charged: z.bigint(),
  /** What it took in coins besides, and what it has earned; missing outside the chat bot. */
  coins: z.object({ spent: z.number(), earned: z.number() }).exactOptional(),
});
/** What was paid for what a sale delivers. */
export type Payment = z.infer<typeof PAYMENT>;

const ORDER_SALE = PAYMENT.extend({
  order: ORDER,
  proxies: z.array(ORDER_PROXY),
  /** The total traffic of a Luxury order, in bytes. */
  totalBytes: z.bigint().exactOptional(),
});
/** The answer of a purchase or renewal: the order and its proxies at that instant, and the charge. */
export type OrderSale = z.infer<typeof ORDER_SALE>;

const TRAFFIC: z.ZodType<Traffic> = z.object({
  resellerId: z.number(),
  orderId: z.number(),
  upstreamId: z.string(),
  totalBytes: z.bigint(),
  usedBytes: z.bigint(),
  measuredAt: z.date(),
});
const TRAFFIC_SALE = PAYMENT.extend({ order: ORDER, traffic: TRAFFIC });
/** The answer of an addition: the order and its traffic at that instant, and the charge. */
export type TrafficSale = z.infer<typeof TRAFFIC_SALE>;

export type Sale = OrderSale | TrafficSale;

const ofOrder = <Code extends string>(code: Code) => z.object({ code: z.literal(code), order: z.number() });
const REFUSAL = z.discriminatedUnion('code', [
  z.object({ code: z.literal('insufficient_balance'), required: z.bigint(), balance: z.bigint() }),
  z.object({ code: z.literal('out_of_stock'), available: z.number() }),
  z.object({ code: z.literal('unknown_product'), tier: z.string(), type: z.string() }),
  ofOrder('order_not_found'),
  ofOrder('not_renewable'),
  ofOrder('not_luxury'),
  z.object({ code: z.literal('provider_error') }),
]);
type StoredRefusal = z.infer<typeof REFUSAL>;

const ANSWER = z.union([
  z.object({ sale: z.union([ORDER_SALE, TRAFFIC_SALE]) }),
  z.object({ refusal: REFUSAL }),
]);
/** How a request with an Idempotency-Key ended; every retry gets this answer. */
export type Answer = z.infer<typeof ANSWER>;

/** The refusal as it is kept; `undefined` for a refusal that is not kept, because a retry may succeed. */
export function toRefusal(error: unknown): StoredRefusal | undefined {
  return REFUSAL.safeParse(error).data;
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
export function encodeAnswer(answer: Answer): string {
  return JSON.stringify(answer, function (this: Record<string, unknown>, name, value) {
    const original = this[name];
    if (typeof original === 'bigint') return { $micros: original.toString() };
    if (original instanceof Date) return { $instant: original.getTime() };
    return value;
  });
}

export function decodeAnswer(text: string): Answer {
  const stored = JSON.parse(text, (_name, value) => {
    if (typeof value?.$micros === 'string') return BigInt(value.$micros);
    if (typeof value?.$instant === 'number') return new Date(value.$instant);
    return value;
  });
  return readStored(ANSWER, 'answer', stored);
}
