import { randomUUID } from 'node:crypto';
import type { Intent, Outcome } from './client-record.ts';
import type { Market } from './customers.ts';
import type { Reseller } from './world.ts';

/** Everything that costs money. */
export const WORKS = ['term purchase', 'luxury purchase', 'renewal', 'traffic'] as const;
export type Work = (typeof WORKS)[number];

const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 2 };
const LUXURY = { tier: 'di', type: 'didc', country: 'ANY', period: '1gb' };

/** What is to be asked for; an order to extend is bought first. */
export async function prepare(
  { record }: Market,
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
