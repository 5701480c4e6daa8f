import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Buyer } from '../../src/purchases/services.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn, type Ran } from './run-operator.ts';

const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };
const TRAFFIC = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };
const A_MINUTE = 60_000;
const DAY = 86_400_000;

let opened: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;
let buyer: Buyer;

beforeAll(async () => {
  opened = await openServices();
  operator = operatorOn(opened);
  buyer = buyerOf(await givenReseller(opened.services));
});
afterAll(() => opened.close());

const dayOf = (millis: number) => new Date(millis).toISOString().slice(0, 10);
const period = () => {
  const now = opened.clock.now().getTime();
  return ['--from', dayOf(now - DAY), '--to', dayOf(now + 2 * DAY)];
};
const profit = (...args: string[]) => operator('report', 'profit', ...period(), ...args);

async function costs(): Promise<(number | null)[]> {
  const { rows } = await sql<{ cost: number | null }>`
    select cost from operations where state = 'settled' order by id`.execute(opened.services.database.sql);
  return rows.map(({ cost }) => cost);
}

test('a purchase, a renewal and traffic are written down with what the upstream took, and reported with what is left', async () => {
  const { sale } = await purchase(opened.services, buyer, TERM);
  // Two proxies for 30 days at 2.40 roubles a day, and 80 roubles to the dollar.
  expect(await costs()).toEqual([1_800_000]);
  await renew(opened.services, buyer, { orderId: sale.order.id, period: '7d' });
  const luxury = await purchase(opened.services, buyer, TRAFFIC);
  await addTraffic(opened.services, buyer, { orderId: luxury.sale.order.id, period: '1gb' });
  expect(await costs()).toEqual([1_800_000, 420_000, 800_000, 800_000]);
  const { result } = await profit('--by', 'upstream');
  expect(result?.['rows']).toMatchObject([
    { upstream: 'px6', sales: 2, refunds: 0, revenueUsd: '4.80', costUsd: '2.22', profitUsd: '2.58' },
    { upstream: 'dataimpulse', sales: 2, costUsd: '1.60', unknownCostSales: 0 },
  ]);
  const { result: products } = await profit('--by', 'product');
  expect(products?.['rows']).toMatchObject([{ product: 'prem/ipv4', sales: 2 }, { product: 'di/diresi' }]);
  const { result: resellers } = await profit('--by', 'reseller');
  expect(resellers?.['rows']).toMatchObject([{ reseller: `${buyer.resellerId}`, sales: 4, costUsd: '3.82' }]);
});

test('a purchase whose answer was lost costs what the upstream asks for a minute later, and until then an unknown amount', async () => {
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'reset_after', times: 1 }]);
  await purchase(opened.services, buyer, TERM);
  expect((await costs()).at(-1)).toBeNull();
  expect((await profit()).result?.['total']).toMatchObject({
    unknownCostSales: 1,
    unknownCostRevenueUsd: '3.60',
  });
  opened.clock.advance(A_MINUTE);
  while (await sweepOne(opened.services));
  expect((await costs()).at(-1)).toBe(1_800_000);
  expect((await profit()).result?.['total']).toMatchObject({ unknownCostSales: 0 });
});

test('what a refunded purchase has cost is a loss', async () => {
  const before = (await profit('--by', 'day')).result?.['total'];
  expect(before).toMatchObject({ lossesUsd: '0.00', refunds: 0 });
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'reset_before', times: 1 }]);
  await expect(purchase(opened.services, buyer, TERM)).rejects.toMatchObject({ code: 'provider_error' });
  const { rows } = await sql<{ id: string }>`
    select id from operations where state = 'refunded'`.execute(opened.services.database.sql);
  const late = { product: 'ipv4:http', country: 'US', days: 30, quantity: 2, reference: rows[0]?.id ?? '' };
  await opened.services.term.buy({ ...late, onAccount: async () => {} });
  opened.clock.advance(A_MINUTE);
  while (await sweepOne(opened.services));
  expect((await profit('--by', 'day')).result?.['total']).toMatchObject({
    refunds: 1,
    lossesUsd: '1.80',
    unknownLosses: 0,
  });
});

test('what the operator gives back of a sale is off its revenue and its profit, on the day of the sale', async () => {
  const total = async () => (await profit('--by', 'day')).result?.['total'] as Record<string, string>;
  const { sale } = await purchase(opened.services, buyer, TERM);
  const before = await total();
  const { result } = await operator('operation', 'list', '--order', `${sale.order.id}`);
  const operations = (result?.['operations'] ?? []) as { operationId: string }[];
  const operationId = operations[0]?.operationId ?? '';
  const why = ['--reason', 'Slow', '--reference', 'ticket-1'];
  await operator('operation', 'refund', '--operation', operationId, '--usd', '0.50', ...why);
  const after = await total();
  expect(after['givenBackUsd']).toBe('0.50');
  for (const name of ['revenueUsd', 'profitUsd'])
    expect(Number(before[name]) - Number(after[name])).toBeCloseTo(0.5, 6);
  expect(after['costUsd']).toBe(before['costUsd']);
});

test('the revenue of the report is that of the ledger', async () => {
  const { revenue } = await verifyLedger(opened.services.database);
  const [{ revenueUsd } = { revenueUsd: '' }] = [
    (await profit()).result?.['total'] as { revenueUsd: string },
  ];
  expect(Number(revenueUsd)).toBe(Number(revenue) / 1_000_000);
});

test('days that are the wrong way round, or no days, are refused', async () => {
  const ask = (from: string, to: string) => operator('report', 'profit', '--from', from, '--to', to);
  expect((await ask('2026-02-02', '2026-02-01')).error?.message).toMatch(
    /--from 2026-02-02 is not before --to 2026-02-01/,
  );
  expect((await ask('2026-02-30', '2026-03-01')).error?.message).toMatch(/UTC day such as/);
});

/** More than one step of a report. */
const MANY = 100_001;
/** Rows that one statement inserts within its time. */
const PART = 20_000;

test('a long report says on standard error how far it is, also within a day', async () => {
  const begin = opened.clock.now().getTime() - 1_000 * DAY;
  for (let first = 0; first < MANY; first += PART)
    await sql`insert into operations (id, reseller_id, kind, order_id, request, amount, cost, state, lease_token,
        leased_until, decide_by, created_at, decided_at)
      select (lpad(to_hex(${begin}::bigint + n), 12, '0') || '80008' || lpad(n::text, 15, '0'))::uuid,
        ${buyer.resellerId}, 'renewal', n, '{"upstream":"px6"}', 3000000, 1000000, 'settled', gen_random_uuid(),
        now(), now(), now(), now()
      from generate_series(${first}::int, ${Math.min(first + PART, MANY) - 1}::int) n`.execute(
      opened.services.database.sql,
    );
  const days = ['--from', dayOf(begin), '--to', dayOf(begin + 2 * DAY)];
  const { result, stderr } = await operator('report', 'profit', ...days);
  const readUntil = new Date(begin + MANY - 1).toISOString();
  expect(JSON.parse(stderr)).toEqual({ progress: { operationsRead: MANY - 1, readUntil } });
  expect(result?.['rows']).toMatchObject([
    { upstream: 'px6', sales: MANY, revenueUsd: `${3 * MANY}.00`, profitUsd: `${2 * MANY}.00` },
  ]);
});

test('of more than a thousand days the oldest ones are added up, and the last ones are rows', async () => {
  const [first, days] = [opened.clock.now().getTime() - 4_000 * DAY, 1_002];
  await sql`insert into operations (id, reseller_id, kind, order_id, request, amount, cost, state, lease_token,
      leased_until, decide_by, created_at, decided_at)
    select (lpad(to_hex(${first}::bigint + n * ${DAY}::bigint), 12, '0') || '80008' || lpad(n::text, 15, '0'))::uuid,
      ${buyer.resellerId}, 'renewal', n, '{"upstream":"px6"}', 3000000, 1000000, 'settled', gen_random_uuid(),
      now(), now(), now(), now()
    from generate_series(0, ${days - 1}::int) n`.execute(opened.services.database.sql);
  const range = ['--from', dayOf(first), '--to', dayOf(first + days * DAY)];
  const { result } = await operator('report', 'profit', '--by', 'day', ...range);
  const rows = result?.['rows'] as { day: string }[];
  expect(rows.map(({ day }) => day)).toEqual(
    Array.from({ length: 1_000 }, (_, n) => dayOf(first + (n + 2) * DAY)),
  );
  expect(result?.['others']).toMatchObject({ groups: 2, sales: 2, revenueUsd: '6.00' });
});

test('without a rate the cost in roubles is unknown', async () => {
  const other = await openServices({ roublesPerUsd: null });
  try {
    await purchase(other.services, buyerOf(await givenReseller(other.services)), TERM);
    const { rows } = await sql`select cost from operations`.execute(other.services.database.sql);
    expect(rows).toEqual([{ cost: null }]);
  } finally {
    await other.close();
  }
});
