import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import { type Cut, type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const CUTS: readonly Cut[] = ['before', 'while_committing', 'after'];
const TERM = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 2 };
const LUXURY = { tier: 'di', type: 'didc', country: 'ANY', period: '1gb' };
const WORKS = ['purchase', 'Luxury purchase', 'renewal', 'traffic'] as const;
/** What the statement of each step contains, where it is its own transaction. */
const COMMITS = {
  charge: 'insert into "operations"',
  settlement: 'insert into "orders"',
  refund: '"balance" = "balance" + "amount"',
} as const;

const { opened: direct, buyer, balance } = usePurchases();
let relay: DatabaseRelay;
let relayed: OpenedServices;

beforeAll(async () => {
  relay = await startDatabaseRelay(direct.databaseUrl);
});
// Each test has new connections, which send the texts of their prepared statements.
beforeEach(async () => {
  relayed = await openServices({ ...direct, databaseUrl: relay.url });
});
afterEach(() => relayed.close());
afterAll(() => relay.close());

/** Prepares the work over the relay; an order that it extends is bought over the direct connection. */
async function prepare(work: (typeof WORKS)[number]): Promise<() => Promise<{ sale: { charged: bigint } }>> {
  const { services } = relayed;
  if (work === 'purchase') return () => purchase(services, buyer, TERM);
  if (work === 'Luxury purchase') return () => purchase(services, buyer, LUXURY);
  const { sale } = await purchase(direct.services, buyer, work === 'renewal' ? TERM : LUXURY);
  const orderId = sale.order.id;
  return work === 'renewal'
    ? () => renew(services, buyer, { orderId, period: '7d' })
    : () => addTraffic(services, buyer, { orderId, period: '1gb' });
}

/** Operations of the reseller, by state. */
async function states(): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select state from operations where reseller_id = ${buyer.resellerId} order by created_at`.execute(
    direct.services.database.sql,
  );
  return rows.map(({ state }) => state);
}

const DELIVERIES = WORKS.flatMap((work) =>
  (['charge', 'settlement'] as const).flatMap((commit) => CUTS.map((cut) => ({ work, commit, cut }))),
);

test.each(DELIVERIES)(
  'a $work is charged and delivered once when the connection is cut at the commit of its $commit ($cut)',
  async ({ work, commit, cut }) => {
    const run = await prepare(work);
    const before = { balance: await balance(), operations: await states(), cuts: relay.cuts() };
    if (commit === 'settlement' && work !== 'purchase') relay.cutCommit(cut);
    else relay.cutText(cut, COMMITS[commit]);
    const { sale } = await run();
    expect(relay.cuts()).toBe(before.cuts + 1);
    expect(sale.charged).toBeGreaterThan(0n);
    expect(await balance()).toBe(before.balance - sale.charged);
    expect(await states()).toEqual([...before.operations, 'settled']);
  },
);

test.each(CUTS)(
  'money is given back once when the connection is cut at the commit of its refund (%s)',
  async (cut) => {
    const run = await prepare('purchase');
    const before = await balance();
    direct.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
    relay.cutText(cut, COMMITS.refund);
    await expect(run()).rejects.toMatchObject({ code: 'provider_error' });
    expect(await balance()).toBe(before);
    expect(await states()).toEqual(['refunded']);
  },
);
