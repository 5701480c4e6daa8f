import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkProxies } from '../../src/orders/check-proxies.ts';
import { readPurchase } from '../../src/orders/proxies.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { upstreamCalls } from '../support/upstream-calls.ts';

const MINUTE_MS = 60_000;

let first: OpenedServices;
let second: OpenedServices;
beforeAll(async () => {
  first = await openServices();
  const { databaseUrl, credentialsKey, sandbox } = first;
  second = await openServices({ databaseUrl, credentialsKey, sandbox });
});
beforeEach(() => first.sandbox.arm([]));
afterAll(async () => {
  await second.close();
  await first.close();
});

async function givenOrder(quantity: number) {
  const { services } = first;
  const reseller = await givenReseller(services);
  const wanted = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity };
  const { sale } = await purchase(services, buyerOf(reseller), wanted);
  return { resellerId: reseller.resellerId, orderId: sale.order.id };
}

test('each proxy is asked for once in a minute, whoever asks and in whichever process', async () => {
  const order = await givenOrder(5);
  const calls = upstreamCalls(first.services.term, second.services.term);
  const [one, other] = await Promise.all([
    checkProxies(first.services, order),
    checkProxies(first.services, order),
  ]);
  expect(one.map(({ works }) => works)).toEqual([true, true, true, true, true]);
  expect(other).toEqual(one);
  expect(await checkProxies(second.services, order)).toEqual(one);
  expect(calls.names).toEqual(['check', 'check', 'check', 'check', 'check']);
  first.clock.advance(MINUTE_MS);
  const [again] = await checkProxies(first.services, order);
  expect(again?.checkedAt?.getTime()).toBeGreaterThanOrEqual((one[0]?.checkedAt?.getTime() ?? 0) + MINUTE_MS);
});

test('a proxy that the upstream has dropped does not work', async () => {
  const order = await givenOrder(2);
  const { bought, upstreamIds } = await readPurchase(first.services.database.sql, order);
  await first.services.term.cancel(bought.account, [upstreamIds[1] ?? '']);
  expect((await checkProxies(first.services, order)).map(({ works }) => works)).toEqual([true, false]);
});

test('an upstream that fails is a refusal only when nothing could be read', async () => {
  const order = await givenOrder(4);
  first.sandbox.arm([{ upstream: 'px6', call: 'check', mode: 'reset_before', times: 1 }]);
  const read = await checkProxies(first.services, order);
  expect(read.filter(({ works }) => works === null)).toHaveLength(1);
  expect((await checkProxies(first.services, order)).every(({ works }) => works)).toBe(true);
  first.clock.advance(MINUTE_MS);
  first.sandbox.arm([{ upstream: 'px6', call: 'check', mode: 'reset_before' }]);
  await expect(checkProxies(first.services, order)).rejects.toMatchObject({ code: 'provider_error' });
});
