import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeProtocol, repairProtocol } from '../../src/orders/change-protocol.ts';
import { findOrder } from '../../src/orders/order.ts';
import { readProxies, readPurchase } from '../../src/orders/proxies.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { logOf } from '../support/log-of.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let first: OpenedServices;
/** Another process, over the same database and the same upstreams. */
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

async function givenOrder(type = 'ipv4', quantity = 2) {
  const { services } = first;
  const reseller = await givenReseller(services);
  const wanted = { tier: 'prem', type, country: 'US', period: '30d', quantity };
  const { sale } = await purchase(services, buyerOf(reseller), wanted);
  const name = { resellerId: reseller.resellerId, orderId: sale.order.id };
  return { ...name, name, proxies: sale.proxies };
}
type Given = Awaited<ReturnType<typeof givenOrder>>;

/** What the order has, and what its proxies speak at the upstream. */
async function stateOf({ resellerId, orderId, name }: Given) {
  const { services, sandbox } = first;
  const { sql: db } = services.database;
  const { protocol } = await findOrder(db, resellerId, orderId, services.clock.now());
  const proxies = (await readProxies(db, services.vault, resellerId, [orderId])).get(orderId) ?? [];
  const { bought } = await readPurchase(db, name);
  const query = new URLSearchParams({ state: 'all', descr: bought.reference });
  const answer = await fetch(`${sandbox.px6Url}/api/${sandbox.px6Key}/getproxy/?${query}`);
  const { list } = (await answer.json()) as { list: Record<string, { type: string; port: string }> };
  const upstream = Object.values(list);
  const { rows } = await sql`select from protocol_changes where order_id = ${orderId}`.execute(db);
  return {
    protocol,
    upstream: [...new Set(upstream.map(({ type }) => type))].join(),
    portsFit: proxies.every(({ port }, place) => port === Number(upstream[place]?.port)),
    isInDoubt: rows.length > 0,
  };
}

const change = ({ name }: Given, protocol: 'http' | 'socks5', by = first) =>
  changeProtocol(by.services, name, protocol);

/** The clocks of all processes go by that of the database. */
const advance = (milliseconds: number) => {
  for (const { clock } of [first, second]) clock.advance(milliseconds);
};

const fail = (call: string, mode: 'refuse' | 'reset_before' | 'reset_after' | 'error_before', times = 1) =>
  first.sandbox.arm([{ upstream: 'px6', call, mode, times }]);

const events = async ({ resellerId }: Given) =>
  (await logOf(first.services.database.sql, resellerId, ['order.protocol_changed'])).map(
    ({ cause, orderId }) => [cause, orderId],
  );

test('the proxies speak the other protocol at their new ports, with one event, and back again', async () => {
  const order = await givenOrder();
  await change(order, 'socks5');
  const socks = { protocol: 'socks5', upstream: 'socks', portsFit: true, isInDoubt: false };
  expect(await stateOf(order)).toEqual(socks);
  await change(order, 'socks5');
  expect(await events(order)).toEqual([['api', order.orderId]]);
  await change(order, 'http');
  expect(await stateOf(order)).toEqual({ ...socks, protocol: 'http', upstream: 'http' });
});

test('logins and passwords stay', async () => {
  const order = await givenOrder();
  await change(order, 'socks5');
  const { services } = first;
  const { resellerId, orderId } = order;
  const read = await readProxies(services.database.sql, services.vault, resellerId, [orderId]);
  const credentials = (proxies: typeof order.proxies) =>
    proxies.map(({ login, password }) => [login, password]);
  expect(credentials(read.get(orderId) ?? [])).toEqual(credentials(order.proxies));
});

test('a change whose answer was lost is done when the upstream shows it', async () => {
  const order = await givenOrder();
  fail('settype', 'reset_after');
  await change(order, 'socks5');
  expect(await stateOf(order)).toMatchObject({ protocol: 'socks5', upstream: 'socks', isInDoubt: false });
});

test('a refused change leaves everything as it was, and may be tried again at once', async () => {
  const order = await givenOrder();
  fail('settype', 'refuse');
  await expect(change(order, 'socks5')).rejects.toMatchObject({ code: 'provider_error' });
  expect(await stateOf(order)).toMatchObject({ protocol: 'http', upstream: 'http', isInDoubt: false });
  await change(order, 'socks5');
});

test('a change that may have been done is taken back when nothing of it can come any more', async () => {
  const order = await givenOrder();
  fail('getproxy', 'reset_before');
  await expect(change(order, 'socks5')).rejects.toMatchObject({ code: 'provider_error' });
  expect(await stateOf(order)).toMatchObject({ protocol: 'http', upstream: 'socks', isInDoubt: true });
  await expect(change(order, 'http', second)).rejects.toMatchObject({ code: 'request_in_progress' });
  expect(await repairProtocol(first.services)).toBe(false);
  advance(3 * MINUTE_MS);
  expect(await repairProtocol(first.services)).toBe(true);
  expect(await stateOf(order)).toEqual({
    protocol: 'http',
    upstream: 'http',
    portsFit: true,
    isInDoubt: false,
  });
  expect(await events(order)).toEqual([]);
  expect(await repairProtocol(first.services)).toBe(false);
});

test('a repair that fails is tried again, and one order that cannot be repaired keeps no other waiting', async () => {
  const [one, other] = [await givenOrder(), await givenOrder()];
  fail('getproxy', 'reset_before', 2);
  for (const order of [one, other]) await change(order, 'socks5').catch(() => {});
  advance(3 * MINUTE_MS);
  fail('settype', 'error_before');
  fail('getproxy', 'reset_before');
  await repairProtocol(first.services);
  await repairProtocol(first.services);
  expect([(await stateOf(one)).isInDoubt, (await stateOf(other)).isInDoubt]).toEqual([true, false]);
  advance(3 * MINUTE_MS);
  await repairProtocol(first.services);
  expect(await stateOf(one)).toMatchObject({ upstream: 'http', isInDoubt: false });
});

test('of two changes at once the second waits for a retry, and the order fits the upstream', async () => {
  const order = await givenOrder();
  const ended = await Promise.allSettled([change(order, 'socks5'), change(order, 'http', second)]);
  expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { protocol, upstream, portsFit } = await stateOf(order);
  expect(upstream).toBe(protocol === 'http' ? 'http' : 'socks');
  expect(portsFit).toBe(true);
});

test('what the upstream does for a process that was held up for longer than its lease is taken back', async () => {
  const order = await givenOrder();
  const { services } = first;
  const heldUp: typeof services.term.setProtocol = async (...asked) => {
    advance(3 * MINUTE_MS);
    await change(order, 'socks5', second);
    return services.term.setProtocol(...asked);
  };
  const slow = { ...services, term: { ...services.term, setProtocol: heldUp } };
  const late = changeProtocol(slow, order.name, 'http');
  await expect(late).rejects.toMatchObject({ code: 'provider_error' });
  expect(await stateOf(order)).toMatchObject({ protocol: 'socks5', upstream: 'http', isInDoubt: true });
  advance(3 * MINUTE_MS);
  await repairProtocol(services);
  expect(await stateOf(order)).toMatchObject({ protocol: 'socks5', upstream: 'socks', isInDoubt: false });
});

test('what has ended cannot be changed, nor is it repaired when it cannot be renewed any more', async () => {
  const order = await givenOrder();
  fail('getproxy', 'reset_before');
  await change(order, 'socks5').catch(() => {});
  advance(34 * DAY_MS);
  await expect(change(order, 'http')).rejects.toMatchObject({ code: 'not_changeable', reason: 'ended' });
  expect(await repairProtocol(first.services)).toBe(true);
  expect(await repairProtocol(first.services)).toBe(false);
});
