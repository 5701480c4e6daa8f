import { randomUUID } from 'node:crypto';
import type { Intent, Outcome } from './client-record.ts';
import type { RunContext } from './customers.ts';
import type { Reseller } from './system.ts';

/** All kinds of work that cost money. */
export const WORKS = ['term purchase', 'luxury purchase', 'renewal', 'traffic'] as const;
export type Work = (typeof WORKS)[number];

const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 2 };
const LUXURY = { tier: 'di', type: 'didc', country: 'ANY', period: '1gb' };

/** The request for this work; an order that it extends is bought first. */
export async function prepare(
  { record }: RunContext,
  reseller: Reseller,
  work: Work,
  buy: (purchase: Intent) => Promise<Outcome>,
): Promise<Intent | undefined> {
  const isLuxury = work === 'luxury purchase' || work === 'traffic';
  const body = isLuxury ? LUXURY : TERM;
  const purchase = record.intend({ resellerId: reseller.id, kind: 'purchase', body, key: randomUUID() });
  if (work === 'term purchase' || work === 'luxury purchase') return purchase;
  const bought = await buy(purchase);
  if (bought.kind !== 'done') return undefined;
  return record.intend({
    resellerId: reseller.id,
    kind: isLuxury ? 'traffic' : 'renewal',
    orderId: bought.orderId,
    body: { period: isLuxury ? '1gb' : '7d' },
    key: randomUUID(),
  });
}
