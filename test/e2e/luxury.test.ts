import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Bell } from '../../src/events/bell.ts';
import { openEvents } from '../../src/events/events.ts';
import {
  LuxuryOrderDocument,
  OrderUpdatedDocument,
  TrafficUpdatedDocument,
  UpdateSettingsDocument,
} from '../graphql/generated/graphql.ts';
import { expectRefusal, type RestClient } from '../support/rest-client.ts';
import { openFrontend, until } from './frontend.ts';
import { type Program, startProgram } from './program.ts';
import {
  byConnect,
  byForwarding,
  bySocks5,
  openSource,
  openTarget,
  openTunnel,
  readUntilCut,
  refusalOf,
} from './through-proxy.ts';

const PURCHASE = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };
const MEGABYTES = 5_000_000;
const GB = 2 ** 30;

let program: Program;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(async () => {
  expect(await program.operator('ledger', 'verify')).toMatchObject({ ok: true });
  expect(await program.stop()).toBe(0);
});

interface Stats {
  days: { date: string; traffic_gb: number; requests: number }[];
  errors: { code: string; count: number }[];
}

interface Bought {
  id: number;
  proxies: { host: string; port: number; login: string; password: string }[];
}

async function buy(rest: RestClient, input: object = {}): Promise<Bought> {
  const { status, body } = await rest.post<Bought>('/v1/orders', { ...PURCHASE, ...input });
  expect(status).toBe(201);
  return body;
}

/** The order's lines as URLs. */
async function linesOf(rest: RestClient, id: number, query = 'format=http'): Promise<[string, ...string[]]> {
  const { body } = await rest.get<{ lines: [string, ...string[]] }>(`/v1/orders/${id}/lines?${query}`);
  return body.lines;
}

async function set(rest: RestClient, id: number, body: object): Promise<void> {
  const answer = await rest.send({ method: 'PATCH', path: `/v1/orders/${id}/settings`, body });
  expect(answer.status).toBe(200);
}

/** Has the upstream count so many bytes that nobody has to send. */
async function use(id: number, bytes: number): Promise<void> {
  const database = new Client(program.databaseUrl);
  await database.connect();
  onTestFinished(() => database.end());
  const account = await database.query('select upstream_id from luxury_traffic where order_id = $1', [id]);
  const body = JSON.stringify([{ subUserId: Number(account.rows[0].upstream_id), bytes: Math.round(bytes) }]);
  expect((await fetch(`${program.sandboxUrl}/control/usage`, { method: 'PUT', body })).status).toBe(200);
}

async function statusOf(rest: RestClient, id: number): Promise<string> {
  return (await rest.get<{ status: string }>(`/v1/orders/${id}`)).body.status;
}

/** The sum over all days, because a test may run past midnight. */
function sumOf({ days }: Stats, field: 'traffic_gb' | 'requests'): number {
  return days.reduce((sum, day) => sum + day[field], 0);
}

test('1 GB is bought, used in every way, watched, blocked, paused, given a new password, used up and gone on with', async () => {
  const { rest, apiKey } = await program.givenCustomer();
  const frontend = openFrontend(program.url, apiKey);
  const [target, source] = await Promise.all([openTarget(), openSource()]);
  const { id } = await buy(rest);
  const orderId = String(id);
  const [proxy] = await linesOf(rest, id);
  const [socks] = await linesOf(rest, id, 'format=socks');

  const streams = [
    frontend.overWebSocket(TrafficUpdatedDocument, { orderId }),
    frontend.overSse(TrafficUpdatedDocument, { orderId }),
  ];
  const statuses = frontend.overWebSocket(OrderUpdatedDocument, { orderId });
  for (const events of streams)
    expect((await events.next()).data?.trafficUpdated).toMatchObject({ totalGb: 1, usedGb: 0 });
  expect((await statuses.next()).data?.orderUpdated.status).toBe('ACTIVE');

  // The traffic of each way is shown to subscribers of both transports.
  const ways = [
    [byForwarding, proxy],
    [byConnect, proxy],
    [bySocks5, socks],
  ] as const;
  for (const [index, [fetch, by]] of ways.entries()) {
    expect((await fetch(by, `${target}/${MEGABYTES}`)).bytes).toBe(MEGABYTES);
    const used = ((index + 1) * MEGABYTES) / GB;
    await Promise.all(
      streams.map((events) => until(events, ({ trafficUpdated }) => trafficUpdated.usedGb >= used)),
    );
  }

  const blocked = await frontend.mutate(UpdateSettingsDocument, {
    input: { orderId, blockedHosts: ['LocalHost'] },
  });
  expect(blocked.updateSettings).toMatchObject({ settings: { blockedHosts: ['localhost'] } });
  expect(await refusalOf(proxy, target.replace('127.0.0.1', 'localhost'))).toBe('HOST_BLOCKED');
  expect(await refusalOf(proxy, target)).toBeUndefined();

  await set(rest, id, { paused: true });
  expect(await refusalOf(proxy, target)).toBe('USER_BLOCKED');
  await until(statuses, ({ orderUpdated }) => orderUpdated.status === 'PAUSED');
  await set(rest, id, { paused: false });
  await until(statuses, ({ orderUpdated }) => orderUpdated.status === 'ACTIVE');
  await byConnect(proxy, `${target}/1`);

  const reset = await rest.send<{ line: string }>({
    method: 'POST',
    path: `/v1/orders/${id}/reset-password`,
  });
  expect(await refusalOf(proxy, target)).toBe('NO_USER');
  await expect(bySocks5(socks, `${target}/1`)).rejects.toThrow(/Socks5/);
  const [renewed] = await linesOf(rest, id);
  expect(await linesOf(rest, id, 'format=hpup')).toEqual([reset.body.line]);

  await use(id, 0.7 * GB);
  await Promise.all(
    streams.map((events) => until(events, ({ trafficUpdated }) => trafficUpdated.usedGb > 0.7)),
  );
  const before = (await rest.get<{ left_gb: number }>(`/v1/orders/${id}/traffic`)).body.left_gb * GB;
  const received = await readUntilCut(renewed, source, 4);
  // The last chunk of each tunnel may go beyond the limit, and bytes under way when the gateway cuts the
  // tunnels do not arrive.
  expect(received).toBeLessThan(before + MEGABYTES);
  expect(received).toBeGreaterThan(before * 0.9);

  await Promise.all(
    streams.map((events) => until(events, ({ trafficUpdated }) => trafficUpdated.leftGb === 0)),
  );
  await until(statuses, ({ orderUpdated }) => orderUpdated.status === 'EXHAUSTED');
  expect(await refusalOf(renewed, target)).toBe('TRAFFIC_EXHAUSTED');
  expect(await statusOf(rest, id)).toBe('exhausted');
  const listed = await rest.get('/v1/orders?status=exhausted');
  expect(listed.body).toMatchObject({ total: 1, orders: [{ id, status: 'exhausted' }] });
  expect((await rest.get(`/v1/orders/${id}/traffic`)).body).toEqual({
    total_gb: 1,
    used_gb: 1,
    left_gb: 0,
    used_percent: 100,
  });
  const { order } = await frontend.query(LuxuryOrderDocument, { id: orderId });
  expect(order).toMatchObject({ status: 'EXHAUSTED', traffic: { leftGb: 0 } });
  expect(await program.operator('order', 'show', '--order', orderId)).toMatchObject({
    status: 'exhausted',
    traffic: { totalGb: 1, usedGb: 1 },
  });

  const added = await rest.post(`/v1/orders/${id}/traffic`, { period: '1gb' });
  expect(added.body).toEqual({ total_gb: 2, used_gb: 1, left_gb: 1, used_percent: 50, charged_usd: 1 });
  await until(statuses, ({ orderUpdated }) => orderUpdated.status === 'ACTIVE');
  expect((await byForwarding(renewed, `${target}/${MEGABYTES}`)).bytes).toBe(MEGABYTES);
  await Promise.all(
    streams.map((events) =>
      until(events, ({ trafficUpdated }) => trafficUpdated.usedGb >= 1 + MEGABYTES / GB),
    ),
  );
  expect(await statusOf(rest, id)).toBe('active');
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 98 });

  const readStats = () => rest.get<Stats>(`/v1/orders/${id}/stats`);
  // Three ways, one request to a host that is not blocked, one after the pause, four tunnels, and one with
  // the new traffic. Stats that were read some seconds ago are answered again.
  await expect.poll(async () => sumOf((await readStats()).body, 'requests'), { interval: 1_000 }).toBe(10);
  const stats = await readStats();
  expect(stats.body.days).toHaveLength(7);
  expect(sumOf(stats.body, 'traffic_gb')).toBeGreaterThan(1 + MEGABYTES / GB);
  expect(stats.body.errors.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual([
    { code: 'HOST_BLOCKED', count: 1 },
    { code: 'TRAFFIC_EXHAUSTED', count: 1 },
    { code: 'USER_BLOCKED', count: 1 },
  ]);
});

test('an order that nobody watches is shown as exhausted at the pace of the poll', async () => {
  const { rest } = await program.givenCustomer();
  const { id } = await buy(rest);
  const exhausted = Promise.withResolvers<void>();
  const events = await openEvents({
    databaseUrl: program.databaseUrl,
    bell: new Bell(),
    log: pino({ level: 'silent' }),
  });
  events.listen({
    async onEvents(some) {
      if (!some.some(({ type, orderId }) => type === 'order.exhausted' && orderId === id)) return;
      if ((await statusOf(rest, id)) === 'exhausted') exhausted.resolve();
    },
  });
  onTestFinished(() => events.close());
  await use(id, GB - MEGABYTES);
  const [proxy] = await linesOf(rest, id);
  await readUntilCut(proxy, await openSource(), 1);

  await exhausted.promise;
});

test('each sticky line keeps an exit address of its own, and rotating has another for every request', async () => {
  const { rest } = await program.givenCustomer();
  const target = await openTarget();
  const { id } = await buy(rest, { options: { session: 'sticky', sticky_minutes: 10 } });
  const sticky = await linesOf(rest, id, 'format=http&count=2');
  expect(sticky).toHaveLength(2);
  const seen = async () =>
    Promise.all(sticky.map(async (line) => (await byConnect(line, `${target}/1`)).from));
  const first = await seen();
  expect(new Set(first).size).toBe(2);
  expect(await seen()).toEqual(first);
  // The same ports speak SOCKS5, with the same exit address for each port.
  const [socks] = await linesOf(rest, id, 'format=socks&count=1');
  expect((await bySocks5(socks, `${target}/1`)).from).toBe(first[0]);

  await set(rest, id, { session: 'rotating' });
  const [rotating, ...more] = await linesOf(rest, id, 'format=http&count=2');
  expect(more).toEqual([]);
  const addresses: string[] = [];
  for (const fetch of [byForwarding, byForwarding, byConnect, byConnect])
    addresses.push((await fetch(rotating, `${target}/1`)).from);
  expect(new Set([...addresses, ...first]).size).toBe(6);
});

test('threads, protocol, allowed addresses and filters are obeyed at the gateway, and refusals are in the stats', async () => {
  const { rest } = await program.givenCustomer();
  const target = await openTarget();
  const { id, proxies } = await buy(rest, { options: { threads: 2 } });
  const [proxy] = await linesOf(rest, id);
  const [socks] = await linesOf(rest, id, 'format=socks');

  const tunnels = [await openTunnel(proxy, target), await openTunnel(proxy, target)];
  expect(await refusalOf(proxy, target)).toBe('THREADS_EXHAUSTED');
  for (const { refusal, socket } of tunnels) {
    expect(refusal).toBeUndefined();
    socket.destroy();
  }
  await set(rest, id, { threads: 3, protocol: 'http' });
  await expect(bySocks5(socks, `${target}/1`)).rejects.toThrow(/Socks5/);
  const refused = await rest.get(`/v1/orders/${id}/lines?format=socks`);
  expectRefusal(refused, 400, 'invalid_request');

  const anonymous = `http://${proxies[0]?.host}:${proxies[0]?.port}`;
  expect(await refusalOf(anonymous, target)).toBe('NO_USER');
  await set(rest, id, { allowed_ips: ['127.0.0.1'] });
  expect((await byForwarding(anonymous, `${target}/7`)).bytes).toBe(7);
  await set(rest, id, { allowed_ips: [] });
  expect(await refusalOf(anonymous, target)).toBe('NO_USER');

  await set(rest, id, { city: 'losangeles', asn: '701' });
  expect(await refusalOf(proxy, target)).toBe('NO_RAY');
  await set(rest, id, { city: '' });
  await byConnect(proxy, `${target}/1`);

  const { body } = await rest.get<Stats>(`/v1/orders/${id}/stats`);
  expect(body.errors.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toEqual([
    { code: 'NO_RAY', count: 1 },
    { code: 'PORT_NOT_ALLOWED', count: 1 },
    { code: 'THREADS_EXHAUSTED', count: 1 },
  ]);
  expect(sumOf(body, 'requests')).toBe(4);
});
