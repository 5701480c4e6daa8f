import { type Flaw, InvalidRequestError } from '../kit/errors.ts';
import { type AutoRenewalTerms, switchOff, switchOn } from '../orders/auto-renewals.ts';
import { priceRenewal } from '../purchases/renew.ts';
import { type OrderSelection, selectOrders } from '../purchases/search.ts';
import type { Buyer, Services } from '../purchases/services.ts';

type GivenTerms = { [Name in keyof AutoRenewalTerms]?: AutoRenewalTerms[Name] | undefined };

/**
 * Has orders renew themselves by these terms, or without any not any more: all that are selected, or none.
 * Returns their numbers. Throws InvalidRequestError, OrderNotFoundError, NotRenewableError,
 * UnknownProductError and InvalidPeriodError.
 */
export async function setAutoRenew(
  services: Services,
  buyer: Buyer,
  selection: OrderSelection,
  terms: AutoRenewalTerms | null,
): Promise<number[]> {
  const { database, clock, bell } = services;
  const { resellerId, source } = buyer;
  const now = clock.now();
  if (terms) termsOf(terms, now); // Its latest end may have passed since a job was accepted.
  const orders = await selectOrders(services, resellerId, selection, now);
  const orderIds = orders.map(({ id }) => id);
  if (terms) {
    for (const order of orders) await priceRenewal(services, buyer, order, terms.period);
    await switchOn(database.sql, { resellerId, orderIds }, { ...terms, source, setAt: now });
  } else await switchOff(database.sql, { resellerId, orderIds });
  bell.ring(orderIds.map((orderId) => ({ topic: 'order', resellerId, orderId })));
  return orderIds;
}

/** `at` is where the input has them. Throws InvalidRequestError with all that is missing. */
export function termsOf(
  { period, maxPrice, until = null }: GivenTerms,
  now: Date,
  at: readonly string[] = [],
): AutoRenewalTerms {
  const flaws: Flaw[] = [];
  const refuse = (name: string, message: string) => flaws.push({ path: [...at, name], message });
  if (period === undefined) refuse('period', 'is required to switch it on');
  if (maxPrice === undefined) refuse('maxPriceUsd', 'is required to switch it on');
  if (until && until <= now) refuse('until', 'must be in the future');
  if (flaws.length > 0 || period === undefined || maxPrice === undefined)
    throw new InvalidRequestError(flaws);
  return { period, maxPrice, until };
}
