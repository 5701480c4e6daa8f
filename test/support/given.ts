import { randomUUID } from 'node:crypto';
import { adjust } from '../../src/billing/corrections.ts';
import { addReseller } from '../../src/billing/resellers.ts';
import { parseUsd } from '../../src/kit/money.ts';
import type { Buyer, Services } from '../../src/purchases/services.ts';
import { createKey } from '../../src/resellers/keys.ts';

export interface GivenReseller {
  resellerId: number;
  keyId: number;
  apiKey: string;
}

/** A reseller with a balance and a key; options that a test does not give do not matter to it. */
export async function givenReseller(
  { database, clock }: Services,
  {
    name = 'Reseller of a test',
    balanceUsd = '100',
    priceList,
    allowedIps,
  }: { name?: string; balanceUsd?: string; priceList?: string; allowedIps?: string[] } = {},
): Promise<GivenReseller> {
  const at = clock.now();
  const balance = parseUsd(balanceUsd);
  const resellerId = await addReseller(database, { name, priceList, balance, at });
  return { resellerId, ...(await createKey(database, { resellerId, allowedIps, at })) };
}

/** The reseller as a buyer over the API, at standard prices. */
export function buyerOf({ resellerId }: { resellerId: number }): Buyer {
  return { resellerId, priceList: 'standard', source: 'api' };
}

/** More keys of the same reseller, each with a rate limit of its own. */
export async function givenKeys(
  { database, clock }: Services,
  resellerId: number,
  count: number,
): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < count; i++)
    keys.push((await createKey(database, { resellerId, at: clock.now() })).apiKey);
  return keys;
}

/** Moves a balance beside everything else, as the operator does. */
export async function adjustBalance(
  { database, clock }: Services,
  { resellerId }: { resellerId: number },
  amount: bigint,
): Promise<void> {
  const why = { reference: randomUUID(), reason: 'A test' };
  await adjust(database, { resellerId, amount, ...why, at: clock.now() });
}
