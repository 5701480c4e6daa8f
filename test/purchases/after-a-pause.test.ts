import { beforeAll, expect, test } from 'vitest';
import { purchase, quote } from '../../src/purchases/purchase.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { type UpstreamCalls, upstreamCalls } from '../support/upstream-calls.ts';

const PAUSES = [
  ['30 seconds', 30_000],
  ['10 minutes', 10 * 60_000],
  ['a day', 24 * 60 * 60_000],
] as const;
const PROXY = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const ANYWHERE = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
const IN_TEXAS = { ...ANYWHERE, country: 'US', options: { state: 'texas' } };

const { opened, buyer } = usePurchases();
let calls: UpstreamCalls;

beforeAll(() => {
  // It stands still, because seconds count here.
  opened.clock.stop();
  calls = upstreamCalls(opened.services.term, opened.services.traffic);
});

/** The upstreams' calls until the purchase was answered. */
async function callsOf(input: typeof PROXY): Promise<string[]> {
  calls.names.length = 0;
  await purchase(opened.services, buyer, input);
  return [...calls.names];
}

test.each(
  PAUSES.flatMap(([name, pause]) =>
    [PROXY, ANYWHERE, IN_TEXAS].map((input) => [name, input.type, input.country, pause, input] as const),
  ),
)(
  'after %s the first purchase of %s in %s makes the same calls as the second',
  async (_name, _type, _country, pause, input) => {
    await callsOf(input);
    opened.clock.advance(pause);
    const first = await callsOf(input);
    // If a call was started in the background, it is under way when the second purchase begins.
    const second = await callsOf(input);
    expect(first).toEqual(second);
    expect(first).toEqual(input.type === 'ipv4' ? ['buy'] : expect.not.arrayContaining(['geo']));
  },
);

test('a purchase in a country of which nothing is known asks for one count, and buys', async () => {
  expect(await callsOf({ ...PROXY, tier: 'econ', type: 'ipv6' })).toEqual(['available', 'buy']);
});

test('after a pause a quote answers what is known, and has that one country counted again in the background', async () => {
  await quote(opened.services, buyer, PROXY);
  await calls.ended();
  const known = await quote(opened.services, buyer, PROXY);
  opened.sandbox.setStock('4', 'us', 77);
  opened.clock.advance(10 * 60_000);
  calls.names.length = 0;
  expect(await quote(opened.services, buyer, PROXY)).toMatchObject({ available: known.available });
  await calls.ended();
  expect(await quote(opened.services, buyer, PROXY)).toMatchObject({ available: 77 });
  expect(calls.names).toEqual(['available']);
});

test('what the upstream says that it has is taken over when a purchase finds that less is left than was known', async () => {
  await quote(opened.services, buyer, PROXY);
  await calls.ended();
  opened.sandbox.setStock('4', 'us', 1);
  const three = { ...PROXY, quantity: 3 };
  await expect(callsOf(three)).rejects.toMatchObject({ code: 'out_of_stock', available: 1 });
  expect(calls.names).toEqual(['buy', 'available']);
  await expect(callsOf(three)).rejects.toMatchObject({ code: 'out_of_stock', available: 1 });
  expect(calls.names).toEqual([]);
  opened.clock.advance(2_000);
  await expect(callsOf(three)).rejects.toMatchObject({ code: 'out_of_stock', available: 1 });
  expect(calls.names).toEqual(['available']);
});
