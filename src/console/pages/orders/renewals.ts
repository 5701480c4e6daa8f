import { useRef, useState } from 'react';
import { useMutation } from 'urql';
import { RENEW, renewalName } from '../../charge/renewal.tsx';
import { type Charge, newIdempotencyKey, unanswered } from '../../charge/unanswered.ts';
import { failureText, refusalText } from '../../data/refusals.ts';
import type { RenewDialogFragment } from '../../generated/graphql.ts';
import { toMicros, toUsd } from '../../kit/figures.tsx';
import { t } from '../../texts/texts.tsx';

/** What became of one order. Of one that is `unknown` no answer came. */
export type Outcome =
  | { state: 'running' }
  | { state: 'renewed'; chargedUsd: string; expiresAt: string | null }
  | { state: 'refused' | 'unknown'; message: string };

/** What is asked for, before it has a key. */
type Asked = Omit<Charge, 'idempotencyKey'> & { orderId: string };

/**
 * Renews orders one after the other. It ends at the first one that gets no answer, and if told so, also while
 * it works, at the first one that is refused.
 */
export function useRenewals(stopsAtRefusal: boolean) {
  const [, renew] = useMutation(RENEW);
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const [prices, setPrices] = useState<Readonly<Record<string, string>>>({});
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const stops = useRef(stopsAtRefusal);
  stops.current = stopsAtRefusal;

  const note = (id: string, outcome: Outcome) => setOutcomes((others) => ({ ...others, [id]: outcome }));

  const renewOne = async ({ orderId, ...asked }: Asked): Promise<Outcome> => {
    const name = renewalName(orderId);
    // What was asked for and is not decided is asked for again as it was.
    const charge = unanswered.get(name) ?? { ...asked, idempotencyKey: newIdempotencyKey() };
    unanswered.set(name, charge);
    const { data, error } = await renew({ input: { orderId, ...charge } });
    const result = data?.renew;
    if (!result) {
      const reason = error ? failureText(error) : '';
      return { state: 'unknown', message: t('renew-unknown', { reason }) };
    }
    if (result.__typename === 'RenewSuccess') {
      unanswered.delete(name);
      return { state: 'renewed', chargedUsd: result.chargedUsd, expiresAt: result.order.expiresAt };
    }
    if (result.__typename !== 'RequestInProgressError') unanswered.delete(name);
    if (result.__typename === 'PriceChangedError') {
      const { priceUsd } = result;
      setPrices((others) => ({ ...others, [orderId]: priceUsd }));
    }
    return { state: 'refused', message: refusalText(result) };
  };

  return {
    outcomes,
    prices,
    isRunning,
    /** Lets the renewal that runs come to its end, and starts no other. */
    stop: () => {
      isStopped.current = true;
    },
    async run(charges: readonly Asked[]) {
      isStopped.current = false;
      setRunning(true);
      for (const charge of charges) {
        if (isStopped.current) break;
        note(charge.orderId, { state: 'running' });
        const outcome = await renewOne(charge);
        note(charge.orderId, outcome);
        if (outcome.state === 'unknown' || (outcome.state === 'refused' && stops.current)) break;
      }
      setRunning(false);
    },
  };
}

type RenewableOrder = RenewDialogFragment & { tier: string; type: string };

/** A term that at least one of the orders can be renewed for. */
interface Term {
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
  if (order.__typename === 'LuxuryOrder') return { order, obstacle: t('renew-luxury') };
  if (!order.renewable) return { order, obstacle: t('renew-impossible') };
  const sent = unanswered.get(renewalName(order.id));
  if (sent) return { order, priceUsd: sent.maxPriceUsd, isSent: true };
  const period = periodsOf(order).find(({ code }) => code === term?.code);
  if (!period) return { order, obstacle: t('renew-not-sold', { days: term?.days ?? 0 }) };
  const usual = toUsd(toMicros(period.priceUsd) * BigInt(order.quantity));
  return { order, priceUsd: prices[order.id] ?? usual };
}

export function sumOf(amounts: readonly string[]): string {
  return toUsd(amounts.reduce((sum, usd) => sum + toMicros(usd), 0n));
}

function periodsOf({ renewable, product }: RenewableOrder) {
  return renewable ? (product?.periods ?? []) : [];
}
