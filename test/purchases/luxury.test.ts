import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { type PurchaseInput, purchase, quote } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { usePurchases } from '../support/purchase-fixture.ts';

const ORDER: PurchaseInput = { tier: 'di', type: 'diresi', country: 'US', period: '5gb' };
const PRICE = 4_800_000n;
const FUNDS = 100_000_000n;
const GB = 2n ** 30n;

const { opened, buyer, balance, orderCount } = usePurchases();

const arm = (call: string, mode: FaultMode, times = 1) =>
  opened.sandbox.arm([{ upstream: 'dataimpulse', call, mode, times }]);
const buy = (input: Partial<PurchaseInput> = {}) => purchase(opened.services, buyer, { ...ORDER, ...input });

/** GB of all accounts that were made since then and still exist at the upstream. */
function gbSince(start: number): number {
  const left = new Map<number, number>();
  for (const entry of opened.sandbox.issued().slice(start)) {
    if (entry.upstream !== 'dataimpulse') continue;
    if (entry.call === 'delete') left.delete(entry.subUserId);
    else left.set(entry.subUserId, (left.get(entry.subUserId) ?? 0) + entry.gb);
  }
  return [...left.values()].reduce((sum, gb) => sum + gb, 0);
}

test('a Luxury purchase delivers one proxy with the traffic that was paid for', async () => {
  const { sale } = await buy({ options: { session: 'sticky', stickyMinutes: 10, threads: 5 } });
  expect(sale).toMatchObject({
    order: {
      billing: 'per_gb',
      status: 'active',
      expiresAt: null,
      renewable: false,
      quantity: 1,
      protocol: 'both',
    },
    totalBytes: 5n * GB,
    charged: PRICE,
  });
  expect(sale.proxies).toHaveLength(1);
  expect(await balance()).toBe(FUNDS - PRICE);
});

test.each<[string, FaultMode]>([
  ['create', 'refuse'],
  ['create', 'reset_before'],
  ['create', 'reset_after'],
  ['create', 'error_after'],
  ['create', 'malformed'],
  ['supported-protocols', 'refuse'],
  ['supported-protocols', 'reset_after'],
  ['balance-add', 'refuse'],
  ['balance-add', 'out_of_stock'],
  ['balance-add', 'partial'],
  ['balance-add', 'error_before'],
])(
  'a purchase that fails at %s (%s) gives the money back and leaves nothing upstream',
  async (call, mode) => {
    const start = opened.sandbox.issued().length;
    arm(call, mode);
    await expect(buy({ options: { protocol: 'http' } })).rejects.toMatchObject({ code: 'provider_error' });
    expect(await balance()).toBe(FUNDS);
    expect(await orderCount()).toBe(0);
    // The service looks a minute later for work whose outcome is unknown.
    opened.clock.advance(60_000);
    while (await sweepOne(opened.services));
    expect(gbSince(start)).toBe(0);
  },
);

test('an account that cannot be closed at once is closed by the sweep, and the money is back before', async () => {
  opened.sandbox.arm([
    { upstream: 'dataimpulse', call: 'balance-add', mode: 'refuse', times: 1 },
    { upstream: 'dataimpulse', call: 'list', mode: 'refuse', times: 1 },
  ]);
  await expect(buy()).rejects.toMatchObject({ code: 'provider_error' });
  expect(await balance()).toBe(FUNDS);
  const { rows } = await sql<{ id: string }>`
    select id from operations where reseller_id = ${buyer.resellerId}`.execute(opened.services.database.sql);
  const accounts = () => opened.services.traffic.findByReference(rows[0]?.id ?? '');
  expect(await accounts()).toHaveLength(1);
  opened.clock.advance(60_000);
  while (await sweepOne(opened.services));
  expect(await accounts()).toEqual([]);
});

test.each<FaultMode>(['reset_after', 'error_after', 'malformed', 'huge'])(
  'traffic that was added although the answer was lost is delivered and charged once (%s)',
  async (mode) => {
    const start = opened.sandbox.issued().length;
    arm('balance-add', mode);
    const { sale } = await buy();
    expect(sale.totalBytes).toBe(5n * GB);
    expect(await balance()).toBe(FUNDS - PRICE);
    expect(gbSince(start)).toBe(5);
  },
);

test('an expired token makes no purchase fail', async () => {
  arm('create', 'expired_token');
  await expect(buy()).resolves.toMatchObject({ replayed: false });
});

test.each([
  ['a quantity other than 1', { quantity: 2 }, 'invalid_quantity'],
  ['an unknown volume', { period: '30d' }, 'invalid_period'],
  ['a country without addresses', { country: 'XX' }, 'invalid_country'],
  ['a geo filter without a country', { country: 'ANY', options: { city: 'x' } }, 'invalid_option'],
  ['a number out of range', { options: { threads: 0 } }, 'invalid_option'],
  ['a code that the upstream does not list', { options: { state: 'nowhere' } }, 'invalid_option'],
] as const)('%s is refused before anything is charged', async (_what, input, code) => {
  await expect(buy(input as Partial<PurchaseInput>)).rejects.toMatchObject({ code });
  await expect(
    quote(opened.services, buyer, { ...ORDER, ...(input as Partial<PurchaseInput>) }),
  ).rejects.toMatchObject({
    code,
  });
  expect(await balance()).toBe(FUNDS);
});

test('a country may be ANY or in lower case', async () => {
  expect((await buy({ country: 'any' })).sale.order.country).toBe('ANY');
  expect((await buy({ country: 'de' })).sale.order.country).toBe('DE');
});

test('the same options in another order are the same request', async () => {
  const first = await buy({ options: { threads: 5, session: 'sticky' }, idempotencyKey: 'options' });
  const again = await buy({ options: { session: 'sticky', threads: 5 }, idempotencyKey: 'options' });
  expect(again).toEqual({ sale: first.sale, replayed: true });
  await expect(buy({ options: { threads: 6 }, idempotencyKey: 'options' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

test('traffic is added once for a key, and a retry is answered as the first was although more was used since', async () => {
  const { sale } = await buy();
  const add = () =>
    addTraffic(opened.services, buyer, { orderId: sale.order.id, period: '1gb', idempotencyKey: 'more' });
  const first = await add();
  expect(first).toMatchObject({
    replayed: false,
    sale: { traffic: { totalBytes: 6n * GB }, charged: 1_000_000n },
  });
  await addTraffic(opened.services, buyer, { orderId: sale.order.id, period: '1gb' });
  expect(await add()).toEqual({ sale: first.sale, replayed: true });
  expect(await balance()).toBe(FUNDS - PRICE - 2_000_000n);
});

test.each<[FaultMode, boolean]>([
  ['reset_after', true],
  ['error_after', true],
  ['malformed', true],
  ['refuse', false],
  ['out_of_stock', false],
  ['reset_before', false],
  ['error_before', false],
  ['partial', false],
])(
  'an addition that ends in %s is charged if it was done (%s), and else the money is back',
  async (mode, done) => {
    const { sale } = await buy();
    const before = await balance();
    arm('balance-add', mode);
    const adding = addTraffic(opened.services, buyer, { orderId: sale.order.id, period: '1gb' });
    if (done) await adding;
    else await expect(adding).rejects.toMatchObject({ code: 'provider_error' });
    const name = { resellerId: buyer.resellerId, orderId: sale.order.id };
    const traffic = (await readTraffic(opened.services.database.sql, [name])).get(sale.order.id);
    expect(traffic?.totalBytes).toBe(done ? 6n * GB : 5n * GB);
    expect(await balance()).toBe(done ? before - 1_000_000n : before);
  },
);

test('traffic cannot be added to proxies that were bought for a term', async () => {
  const { sale } = await buy({ tier: 'prem', type: 'ipv4', period: '30d' });
  await expect(
    addTraffic(opened.services, buyer, { orderId: sale.order.id, period: '1gb' }),
  ).rejects.toMatchObject({ code: 'not_luxury' });
});
