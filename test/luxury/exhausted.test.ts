import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import { openSource, readUntilCut } from '../e2e/through-proxy.ts';
import { OrderDocument, OrdersDocument, OrderUpdatedDocument } from '../graphql/generated/graphql.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { restClient } from '../support/rest-client.ts';
import { type RunningService, startService } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';

const POLL_SECONDS = 5;
const GB = 2 ** 30;
const MEGABYTE = 2 ** 20;

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Counts all but a megabyte as used at the sandbox, and moves that megabyte through its gateway. */
async function useUp(orderId: number, resellerId: number, proxy: string): Promise<void> {
  const traffic = await readTraffic(service.services.database.sql, [{ resellerId, orderId }]);
  const subUserId = Number(traffic.get(orderId)?.upstreamId);
  const body = JSON.stringify([{ subUserId, bytes: GB - MEGABYTE }]);
  await fetch(`${service.sandbox.url}/control/usage`, { method: 'PUT', body });
  await readUntilCut(proxy, await openSource(), 1);
}

test('one round after its last byte an order that nobody watches is exhausted on every door', async () => {
  const reader = new UsageReader(service.services, POLL_SECONDS);
  await reader.round();
  const { apiKey, resellerId, order, proxy } = await givenLuxuryOrder(service.services);
  const orderId = String(order.id);
  const rest = restClient(service.url, apiKey);
  await reader.round();
  await useUp(order.id, resellerId, `http://${proxy.login}:${proxy.password}@${proxy.host}:${proxy.port}`);
  await reader.round();
  await reader.close();

  expect((await rest.get(`/v1/orders/${orderId}`)).body).toMatchObject({ status: 'exhausted' });
  const listed = await rest.get('/v1/orders?status=exhausted');
  expect(listed.body).toMatchObject({ total: 1, orders: [{ id: order.id, status: 'exhausted' }] });
  const single = await service.graphql(apiKey, OrderDocument, { id: orderId });
  expect(single.body.data?.order).toMatchObject({ status: 'EXHAUSTED' });
  const list = await service.graphql(apiKey, OrdersDocument, { status: 'EXHAUSTED' });
  expect(list.body.data?.orders).toMatchObject({ totalCount: 1, edges: [{ node: { id: orderId } }] });
  const socket = socketClient(service.url, apiKey);
  const { data } = await socket.follow(OrderUpdatedDocument, { orderId }).next();
  expect(data?.orderUpdated).toMatchObject({ status: 'EXHAUSTED' });
  await socket.close();
});
