import { sql } from 'kysely';
import { topUp } from '../../src/billing/top-ups.ts';
import { type PurchaseInput, purchase } from '../../src/purchases/purchase.ts';
import type { Services } from '../../src/purchases/services.ts';
import { buyerOf, type GivenReseller, givenReseller } from './given.ts';

const DAY_MS = 86_400_000;

/** The services as they were some days ago. */
export function daysAgo(services: Services, days: number): Services {
  return { ...services, clock: { now: () => new Date(services.clock.now().getTime() - days * DAY_MS) } };
}

/** A reseller with 500 dollars since 70 days ago, who has bought a proxy for 1.80 so many days ago each. */
export async function givenHistory(services: Services, days: readonly number[]): Promise<GivenReseller> {
  const reseller = await givenReseller(daysAgo(services, 70), { balanceUsd: '500' });
  for (const day of days) await buy(daysAgo(services, day), reseller);
  return reseller;
}

export async function buy(
  services: Services,
  reseller: GivenReseller,
  input: Partial<PurchaseInput> = {},
): Promise<number> {
  const wanted = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', ...input };
  return (await purchase(services, buyerOf(reseller), wanted)).sale.order.id;
}

/** Adds a dollar for each reference, one after the other. */
export async function payEach(
  { database, clock }: Services,
  { resellerId }: GivenReseller,
  references: readonly string[],
): Promise<void> {
  for (const reference of references)
    await topUp(database, { resellerId, amount: 1_000_000n, reference, at: clock.now() });
}

/** So many movements, a millisecond apart, to be read only: the balance has no part in them. */
export async function givenMovements(
  { database, clock }: Services,
  resellerId: number,
  count: number,
): Promise<void> {
  const now = clock.now();
  // Without their events, of which each is told in the chat.
  await database.inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (let after = 0; after < count; after += 5_000)
      await sql`insert into ledger
        select ${resellerId}, gen_random_uuid(), 1, 'outside', 'reseller', n, ${now}::timestamptz - n * interval '1 ms',
          'top_up', 0, 0
        from generate_series(${after + 1}::int, ${Math.min(after + 5_000, count)}::int) n`.execute(tx);
  });
}
