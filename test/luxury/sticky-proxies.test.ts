import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byConnect, bySocks5, openTarget } from '../e2e/through-proxy.ts';
import {
  OrderDocument,
  OrdersWithProxiesDocument,
  PurchaseDocument,
  ResetPasswordDocument,
  UpdateSettingsDocument,
} from '../graphql/generated/graphql.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { givenReseller } from '../support/given.ts';
import { type RestClient, restClient } from '../support/rest-client.ts';
import { type RunningService, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

const STICKY = {
  tier: 'di',
  type: 'diresi',
  country: 'US',
  period: '1gb',
  options: { session: 'sticky' as const },
};

interface Proxy {
  host: string;
  port: number;
  login: string;
  password: string;
}
interface Bought {
  id: number;
  proxies: [Proxy];
}

let statements: Statements;
let service: RunningService;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
});
afterAll(() => service.close());

async function given() {
  const { apiKey } = await givenReseller(service.services);
  const rest = restClient(service.url, apiKey);
  const { body } = await rest.post<Bought>('/v1/orders', STICKY, { 'idempotency-key': 'one' });
  const id = String(body.id);
  /** The port of the order's proxy at each door, for one order and in a list. */
  const ports = async () => {
    const single = await service.graphql(apiKey, OrderDocument, { id });
    const list = await service.graphql(apiKey, OrdersWithProxiesDocument, { first: 10 });
    const shown = await operatorOn(service)('order', 'show', '--order', id);
    const all = [
      ...(await portsOf(rest, id)),
      ...(single.body.data?.order?.proxies ?? []).map(({ port }) => port),
      ...(list.body.data?.orders.nodes ?? []).flatMap(({ proxies }) => proxies).map(({ port }) => port),
      ...((shown.result?.['proxies'] ?? []) as Proxy[]).map(({ port }) => port),
    ];
    expect(all).toHaveLength(4);
    return [...new Set(all)];
  };
  const change = (body: object) => rest.send({ method: 'PATCH', path: `/v1/orders/${id}/settings`, body });
  return { apiKey, rest, id, bought: body, ports, change };
}

async function portsOf(rest: RestClient, id: string): Promise<number[]> {
  return (await rest.get<Bought>(`/v1/orders/${id}`)).body.proxies.map(({ port }) => port);
}

const url = (scheme: string, { host, port, login, password }: Proxy) =>
  `${scheme}://${login}:${password}@${host}:${port}`;

test('a sticky order is sold with a sticky port, which keeps its exit address for either protocol', async () => {
  const { bought } = await given();
  const [proxy] = bought.proxies;
  expect(proxy.port).toBe(service.sandbox.gateway.stickyPorts.first);
  const target = await openTarget();
  const first = await byConnect(url('http', proxy), `${target}/7`);
  expect(first.bytes).toBe(7);
  expect((await byConnect(url('http', proxy), `${target}/1`)).from).toBe(first.from);
  expect((await bySocks5(url('socks5', proxy), `${target}/1`)).from).toBe(first.from);
});

test('GraphQL sells it the same, and a replay says what was said first', async () => {
  const { apiKey } = await givenReseller(service.services);
  const input = { ...STICKY, options: { session: 'STICKY' as const }, idempotencyKey: 'one' };
  const buy = async () => (await service.graphql(apiKey, PurchaseDocument, { input })).body.data?.purchase;
  const first = await buy();
  const proxies = [expect.objectContaining({ port: service.sandbox.gateway.stickyPorts.first })];
  expect(first).toMatchObject({ order: { proxies } });
  expect(await buy()).toEqual(first);
});

test('the port follows the settings, both ways and at once, at every door', async () => {
  const { ports, change } = await given();
  const { httpPort, socks5Port, stickyPorts } = service.sandbox.gateway;
  expect(await ports()).toEqual([stickyPorts.first]);
  await change({ session: 'rotating' });
  expect(await ports()).toEqual([httpPort]);
  await change({ protocol: 'socks5' });
  expect(await ports()).toEqual([socks5Port]);
  await change({ session: 'sticky' });
  expect(await ports()).toEqual([stickyPorts.first]);
  await change({ protocol: 'both', session: 'rotating' });
  expect(await ports()).toEqual([httpPort]);
});

test('what a change is answered with has the order’s port after it', async () => {
  const { apiKey, id, rest } = await given();
  const input = { orderId: id, session: 'ROTATING' as const };
  const { body } = await service.graphql(apiKey, UpdateSettingsDocument, { input });
  expect(body.data?.updateSettings).toMatchObject({ settings: { session: 'ROTATING' } });
  expect(await portsOf(rest, id)).toEqual([service.sandbox.gateway.httpPort]);
});

test('a new password leaves it at the sticky port; its line is for the HTTP port', async () => {
  const { apiKey, id, ports } = await given();
  const { httpPort, stickyPorts } = service.sandbox.gateway;
  const { body } = await service.graphql(apiKey, ResetPasswordDocument, { input: { orderId: id } });
  expect(body.data?.resetPassword).toMatchObject({ line: expect.stringContaining(`:${httpPort}:`) });
  expect(await ports()).toEqual([stickyPorts.first]);
});

test('an order that was bought with another port, or when the gateway was elsewhere, shows where it is now', async () => {
  const { rest, id, bought, ports } = await given();
  await sql`update proxies set host = 'gone.example.com', port = 823 where order_id = ${id}`.execute(
    service.services.database.sql,
  );
  expect(await ports()).toEqual([service.sandbox.gateway.stickyPorts.first]);
  expect((await rest.get<Bought>(`/v1/orders/${id}`)).body.proxies).toEqual(bought.proxies);
});

test('it costs no more statements than a term order’s proxies', async () => {
  const { rest, id } = await given();
  const term = await rest.post<Bought>('/v1/orders', {
    tier: 'prem',
    type: 'ipv4',
    country: 'US',
    period: '30d',
  });
  const countOf = async (order: string | number) =>
    (await statements.during(async () => void (await rest.get(`/v1/orders/${order}`)))).length;
  // One more statement reads the traffic.
  expect(await countOf(id)).toBe((await countOf(term.body.id)) + 1);
});
