import type { Px6Event, Px6Purchase } from './events.ts';

/** One line of the issued log: what the network really did, whatever its answer said. */
export interface IssuedEntry {
  /** ISO 8601, UTC. */
  at: string;
  upstream: 'px6';
  call: 'buy' | 'prolong' | 'delete';
  /** The buyer's own name for the purchase (`descr`); empty when none was given. */
  reference: string;
  orderId: number;
  proxyIds: string[];
  /** Days bought or added; 0 for a deletion. */
  days: number;
  country: string;
  version: string;
  costRub: number;
}

/**
 * A prolongation or deletion that reached several orders gives one entry for each, since references differ.
 */
export function entriesOf(event: Px6Event, purchases: ReadonlyMap<number, Px6Purchase>): IssuedEntry[] {
  if (event.kind === 'buy') {
    return [
      entry(
        event,
        event,
        event.proxies.map(({ id }) => id),
        event.kopecks,
        event.days,
      ),
    ];
  }
  if (event.kind !== 'prolong' && event.kind !== 'delete') return [];
  const days = event.kind === 'prolong' ? event.days : 0;
  return event.parts.flatMap((part) => {
    const purchase = purchases.get(part.order);
    return purchase ? [entry(event, purchase, part.proxies, part.kopecks, days)] : [];
  });
}

function entry(
  event: { at: number; kind: IssuedEntry['call'] },
  purchase: Px6Purchase,
  proxies: number[],
  kopecks: number,
  days: number,
): IssuedEntry {
  return {
    at: new Date(event.at).toISOString(),
    upstream: 'px6',
    call: event.kind,
    reference: purchase.reference,
    orderId: purchase.order,
    proxyIds: proxies.map(String),
    days,
    country: purchase.country,
    version: purchase.version,
    costRub: kopecks / 100,
  };
}
