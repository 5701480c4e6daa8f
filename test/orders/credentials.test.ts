import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVault } from '../../src/kit/vault.ts';
import { readCurrentProxies } from '../../src/luxury/proxy.ts';
import type { OrderProxy } from '../../src/orders/order.ts';
import { readProxies } from '../../src/orders/proxies.ts';
import { purchase } from '../../src/purchases/purchase.ts';
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

test('several orders that are read at once keep their credentials apart', async () => {
  const reseller = await givenReseller(opened.services);
  const { resellerId } = reseller;
  const first = await buy(resellerId, 2);
  const second = await buy(resellerId, 3);
  const last = await buy(resellerId, 1);
  const luxury = await givenLuxuryOrder(opened.services, { reseller });
  const orders = [last, first, second, { resellerId, orderId: luxury.order.id, proxies: [luxury.proxy] }];
  expect(await read(first, ...orders)).toEqual(orders.map(({ proxies }) => proxies));
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
