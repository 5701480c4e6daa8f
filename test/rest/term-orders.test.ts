import { expect, test } from 'vitest';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { expectRefusal, restClient } from '../support/rest-client.ts';
import { type ChargedOrderBody, PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();

async function givenOrder() {
  const caller = await service.givenCaller();
  const { body } = await caller.rest.post<ChargedOrderBody>('/v1/orders', { ...PURCHASE, quantity: 2 });
  return { ...caller, order: body, path: `/v1/orders/${body.id}` };
}

async function givenLuxury() {
  const { services } = service.running;
  const given = await givenLuxuryOrder(services);
  return { rest: restClient(service.running.url, given.apiKey), path: `/v1/orders/${given.order.id}` };
}

interface Check {
  id: string;
  works: boolean | null;
  checked_at: string | null;
}

test('the protocol of an order is changed, which its answer, the order and an event show', async () => {
  const { rest, order, path } = await givenOrder();
  const changed = await rest.post<ChargedOrderBody>(`${path}/protocol`, { protocol: 'socks5' });
  expect(changed.status).toBe(200);
  const { charged_usd: _charged, ...before } = order;
  expect(changed.body).toMatchObject({ id: before.id, protocol: 'socks5', price_usd: before.price_usd });
  expect((await rest.get(path)).body).toEqual(changed.body);
  expect(changed.body.proxies.map(({ id, login }) => [id, login])).toEqual(
    before.proxies.map(({ id, login }) => [id, login]),
  );
  const { body } = await rest.get<{ events: object[] }>('/v1/events?types=order.protocol_changed');
  expect(body.events).toMatchObject([{ data: { cause: 'api', order: { protocol: 'socks5' } } }]);
});

test.each([[{}], [{ protocol: 'both' }], [{ protocol: 'HTTP' }], [{ protocol: 5 }]])(
  '400 invalid_request for %j in place of a protocol',
  async (body) => {
    const { rest, path } = await givenOrder();
    expectRefusal(await rest.post(`${path}/protocol`, body), 400, 'invalid_request');
  },
);

test('409 not_changeable for a Luxury order, whose settings have the protocol', async () => {
  const { rest, path } = await givenLuxury();
  const answer = await rest.post<{ error: { message: string } }>(`${path}/protocol`, { protocol: 'http' });
  expectRefusal(answer, 409, 'not_changeable');
  expect(answer.body.error.message).toContain('settings');
});

test('the proxies are checked, each with its instant, and asked for again only after a minute', async () => {
  const { rest, order, path } = await givenOrder();
  const { body } = await rest.get<{ proxies: Check[] }>(`${path}/check`);
  const ids = order.proxies.map(({ id }) => id);
  expect(body.proxies.map(({ id, works }) => [id, works])).toEqual(ids.map((id) => [id, true]));
  expect((await rest.get(`${path}/check`)).body).toEqual(body);
});

test('400 for the check of a Luxury order, which has a diagnosis', async () => {
  const { rest, path } = await givenLuxury();
  const answer = await rest.get<{ error: { message: string } }>(`${path}/check`);
  expectRefusal(answer, 400, 'invalid_request');
  expect(answer.body.error.message).toContain('diagnosis');
});

test('404 for another reseller’s order', async () => {
  const { path } = await givenOrder();
  const stranger = await service.givenCaller();
  expectRefusal(await stranger.rest.get(`${path}/check`), 404, 'order_not_found');
  const asked = { protocol: 'socks5' };
  expectRefusal(await stranger.rest.post(`${path}/protocol`, asked), 404, 'order_not_found');
});
