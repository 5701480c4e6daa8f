import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVault } from '../../src/kit/vault.ts';
import { readCurrentProxies } from '../../src/luxury/proxy.ts';
import type { OrderProxy } from '../../src/orders/order.ts';
import { readProxies } from '../../src/orders/proxies.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const PROXIES = 4;

interface Bought {
  resellerId: number;
  orderId: number;
  proxies: OrderProxy[];
}

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

async function buy(resellerId: number, quantity = PROXIES): Promise<Bought> {
  const { sale } = await purchase(opened.services, buyerOf({ resellerId }), { ...ITEM, quantity });
  return { resellerId, orderId: sale.order.id, proxies: sale.proxies };
}

async function given(quantity = PROXIES): Promise<Bought> {
  const { resellerId } = await givenReseller(opened.services);
  return buy(resellerId, quantity);
}

/** The value of each proxy's row, by position. */
async function valuesOf({ orderId }: Bought): Promise<(Buffer | null)[]> {
  const { rows } = await sql<{ credentials: Buffer | null }>`
    select credentials from proxies where order_id = ${orderId} order by position`.execute(
    opened.services.database.sql,
  );
  return rows.map(({ credentials }) => credentials);
}

async function store({ orderId }: Bought, position: number, value: Buffer | null): Promise<void> {
  await sql`update proxies set credentials = ${value} where order_id = ${orderId} and position = ${position}`.execute(
    opened.services.database.sql,
  );
}

/** Encrypts the credentials of each proxy by itself, as versions before did. */
async function makeOlder(bought: Bought): Promise<void> {
  const { resellerId, orderId, proxies } = bought;
  for (const [position, { login, password }] of proxies.entries()) {
    const identity = `proxy:${resellerId}:${orderId}:${position}`;
    await store(bought, position, opened.services.vault.seal(JSON.stringify([login, password]), identity));
  }
}

async function read({ resellerId }: Bought, ...orders: Bought[]): Promise<(OrderProxy[] | undefined)[]> {
  const { database, vault, traffic } = opened.services;
  const ids = orders.map(({ orderId }) => orderId);
  const found = await readProxies(database.sql, vault, resellerId, ids);
  const current = await readCurrentProxies(database.sql, vault, traffic.gateway, resellerId, ids);
  expect(current).toEqual(found);
  return ids.map((id) => found.get(id));
}

test('an order has one encrypted value, and each proxy keeps its own login and password, in the order that was sold', async () => {
  const bought = await given();
  expect(new Set(bought.proxies.map(({ password }) => password)).size).toBe(PROXIES);
  const values = await valuesOf(bought);
  expect(values).toEqual([expect.any(Buffer), null, null, null]);
  expect(await read(bought, bought)).toEqual([bought.proxies]);
});

test('several orders that are read at once keep their credentials apart, those of an older version, too', async () => {
  const reseller = await givenReseller(opened.services);
  const { resellerId } = reseller;
  const first = await buy(resellerId, 2);
  const older = await buy(resellerId, 3);
  const last = await buy(resellerId, 1);
  await makeOlder(older);
  const luxury = await givenLuxuryOrder(opened.services, { reseller });
  const orders = [last, first, older, { resellerId, orderId: luxury.order.id, proxies: [luxury.proxy] }];
  expect(await read(first, ...orders)).toEqual(orders.map(({ proxies }) => proxies));
});

test('an order of an older version, with a value for each proxy, is read and renewed', async () => {
  const bought = await given();
  await makeOlder(bought);
  expect(await valuesOf(bought)).toEqual(Array.from({ length: PROXIES }, () => expect.any(Buffer)));
  expect(await read(bought, bought)).toEqual([bought.proxies]);
  const input = { orderId: bought.orderId, period: '7d' };
  const { sale } = await renew(opened.services, buyerOf(bought), input);
  expect(sale.proxies).toEqual(bought.proxies);
});

test('a process of the version before opens an order of one proxy: its value is as it was', async () => {
  const bought = await given(1);
  const [value] = await valuesOf(bought);
  const identity = `proxy:${bought.resellerId}:${bought.orderId}:0`;
  const [{ login, password } = { login: '', password: '' }] = bought.proxies;
  expect(JSON.parse(opened.services.vault.open(value ?? Buffer.of(), identity))).toEqual([login, password]);
});

test('the credentials of an order that were moved to another one, of the same reseller or not, do not open', async () => {
  const bought = await given();
  const [value] = await valuesOf(bought);
  for (const other of [await buy(bought.resellerId), await given()]) {
    await store(other, 0, value ?? null);
    await expect(read(other, other)).rejects.toThrow();
  }
});

test('the credentials of an order that were moved to another of its proxies do not open', async () => {
  const bought = await given();
  const [value] = await valuesOf(bought);
  await store(bought, 1, value ?? null);
  await expect(read(bought, bought)).rejects.toThrow();
});

test('a proxy without credentials is not shown with those of another', async () => {
  const older = await given();
  await makeOlder(older);
  await store(older, 2, null);
  await expect(read(older, older)).rejects.toThrow(/position 2 .* no credentials/);

  const bought = await given();
  await sql`insert into proxies (reseller_id, order_id, position, upstream_id, host, port)
    select reseller_id, order_id, ${PROXIES}, 'unbought', host, port from proxies
    where order_id = ${bought.orderId} and position = 0`.execute(opened.services.database.sql);
  await expect(read(bought, bought)).rejects.toThrow(/position 4 .* no credentials/);
});

test('the first proxy of an order never is without credentials', async () => {
  await expect(store(await given(), 0, null)).rejects.toThrow(/proxies_first_has_credentials/);
});

test('with another key no credentials are read', async () => {
  const { resellerId, orderId } = await given();
  const vault = createVault(randomBytes(32));
  await expect(readProxies(opened.services.database.sql, vault, resellerId, [orderId])).rejects.toThrow();
});
