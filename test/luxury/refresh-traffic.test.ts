import { beforeAll, beforeEach, expect, test } from 'vitest';
import { refreshTraffic } from '../../src/luxury/refresh-traffic.ts';
import { findOrder } from '../../src/orders/order.ts';
import { givenReseller } from '../support/given.ts';
import { useLuxuryOrder } from '../support/luxury-fixture.ts';

const GB = 2n ** 30n;

const { opened, given, use } = useLuxuryOrder();

// It stands still, because seconds count here.
beforeAll(() => opened.clock.stop());
beforeEach(() => opened.clock.advance(10_000));

const refresh = () => refreshTraffic(opened.services, given.resellerId, given.order.id);

test('the traffic of one order is read from the upstream, and its status with it', async () => {
  await use(GB);
  expect(await refresh()).toMatchObject({ totalBytes: GB, usedBytes: GB });
  const { database, clock } = opened.services;
  const order = await findOrder(database.sql, given.resellerId, given.order.id, clock.now());
  expect(order.status).toBe('exhausted');
});

test('an order that is idle is asked for at most every two seconds', async () => {
  await refresh();
  opened.sandbox.arm([{ upstream: 'dataimpulse', call: 'balance-get', mode: 'refuse' }]);
  const before = await refresh();
  opened.clock.advance(1_900);
  expect(await refresh()).toEqual(before);
  opened.sandbox.arm([]);
  opened.clock.advance(200);
  expect((await refresh())?.measuredAt.getTime()).toBeGreaterThan(before?.measuredAt.getTime() ?? 0);
});

test('an order that is not Luxury, or not the caller’s, has no traffic', async () => {
  const stranger = await givenReseller(opened.services);
  expect(await refreshTraffic(opened.services, stranger.resellerId, given.order.id)).toBeUndefined();
});
