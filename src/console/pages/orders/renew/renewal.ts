import { renewalTitle } from '../../../charge/renewal.tsx';
import { unanswered } from '../../../charge/unanswered.ts';
import type { OrdersToRenewQuery } from '../../../generated/graphql.ts';
import { toMicros, toUsd } from '../../../kit/figures.tsx';

export type RenewableOrder = Extract<
  NonNullable<OrdersToRenewQuery['nodes'][number]>,
  { __typename: 'TermOrder' | 'LuxuryOrder' }
>;

/** A term that at least one of the orders can be renewed for. */
export interface Term {
  code: string;
  name: string;
  days: number;
}

/** One order's part of the work. */
export interface Renewal {
  order: RenewableOrder;
  /** For all its proxies; undefined for an order that is not renewed. */
  priceUsd?: string;
  /** What was sent before and has no answer: it is asked for instead of the chosen term. */
  isSent?: boolean;
  /** Why it is not renewed. */
  obstacle?: string;
}

/** The terms of all orders together, the shortest first. */
export function termsOf(orders: readonly RenewableOrder[]): Term[] {
  const terms = new Map<string, Term>();
  for (const { code, name, days } of orders.flatMap(periodsOf))
    if (days !== null) terms.set(code, { code, name, days });
  return [...terms.values()].sort((a, b) => a.days - b.days);
}

/** `prices` are those that the service has named since the catalog was read, by the order's number. */
export function renewalOf(
  order: RenewableOrder,
  term: Term | undefined,
  prices: Readonly<Record<string, string>>,
): Renewal {
  if (order.__typename === 'LuxuryOrder')
    return { order, obstacle: 'It ends with its traffic. Add traffic on its page.' };
  if (!order.renewable) return { order, obstacle: 'It can no longer be renewed. Buy a new one instead.' };
  const sent = unanswered.get(renewalTitle(order.id));
  if (sent) return { order, priceUsd: sent.maxPriceUsd, isSent: true };
  const period = periodsOf(order).find(({ code }) => code === term?.code);
  if (!period) return { order, obstacle: `It is not sold for ${term?.name ?? 'any term'} now.` };
  const usual = toUsd(toMicros(period.priceUsd) * BigInt(order.quantity));
  return { order, priceUsd: prices[order.id] ?? usual };
}

export function sumOf(amounts: readonly string[]): string {
  return toUsd(amounts.reduce((sum, usd) => sum + toMicros(usd), 0n));
}

function periodsOf({ renewable, product }: RenewableOrder) {
  return renewable ? (product?.periods ?? []) : [];
}
