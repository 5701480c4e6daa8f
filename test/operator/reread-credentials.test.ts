import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkKey } from '../../src/app/domain.ts';
import { receive } from '../../src/bot/updates/inbox.ts';
import { createVault, type VaultKeys } from '../../src/kit/vault.ts';
import { openLive } from '../../src/live/live.ts';
import { readProxies } from '../../src/orders/proxies.ts';
import { type PurchaseInput, purchase } from '../../src/purchases/purchase.ts';
import type { Buyer, Services } from '../../src/purchases/services.ts';
import { FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { createWebhook, rotateSecret } from '../../src/webhooks/webhooks.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn } from './run-operator.ts';

const PAIR = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };
const LUXURY = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb', quantity: 1 };

const ELSEWHERE = { host: '203.0.113.7', port: 8000, expiresAt: new Date() };
/** More than `reconcile` asks for alone. */
const MANY = 1_001;

let opened: OpenedServices;
let buyer: Buyer;
/** Connections of the pool that are in use. */
let inUse: () => number;
const newKey = randomBytes(32);

beforeEach(async () => {
  opened = await openServices({
    onPoolCreated: (pool) => {
      const counts = pool as { totalCount: number; idleCount: number };
      inUse = () => counts.totalCount - counts.idleCount;
    },
  });
  buyer = buyerOf(await givenReseller(opened.services, { balanceUsd: '10000' }));
  await prove(opened.credentialsKey);
});
afterEach(() => opened.close());

/** A process with these keys on the same database. */
const processWith = (...keys: VaultKeys): Services => ({ ...opened.services, vault: createVault(...keys) });
const prove = (...keys: VaultKeys) => checkKey(opened.services.database, createVault(...keys));
const reread = (services: Services, ...options: string[]) =>
  operatorOn({ ...opened, services })('reread-credentials', ...options);
const buy = async (input: PurchaseInput, services: Services = opened.services) =>
  (await purchase(services, buyer, input)).sale;

async function credentialsOf(services: Services, orderId: number) {
  const proxies = await readProxies(services.database.sql, services.vault, buyer.resellerId, [orderId]);
  return proxies.get(orderId)?.map(({ login, password }) => ({ login, password }));
}
const boughtAs = (proxies: { login: string; password: string }[]) =>
  proxies.map(({ login, password }) => ({ login, password }));

test('after the loss of the only key all logins and passwords are read again, and the database has the new key', async () => {
  const { database, vault, clock } = opened.services;
  const [pair, other, luxury] = [await buy(PAIR), await buy(PAIR), await buy(LUXURY)];
  const from = { id: 7, is_bot: false, first_name: 'Ann' };
  const chat = { id: 7, type: 'private' as const, first_name: 'Ann' };
  const message = { message_id: 1, date: 0, from, chat, text: 'hi' };
  await receive(database.sql, vault, [{ update_id: 70, message }], clock.now());

  const { resellerId } = buyer;
  const at = clock.now();
  const hook = { resellerId, url: 'http://127.0.0.1:9/hook', types: [], description: null, at };
  const { webhookId } = await createWebhook(opened.services, hook);

  const services = processWith(newKey);
  const { status, result } = await reread(services);
  const dropped = { updates: 1, messages: 0 };
  expect({ status, result }).toMatchObject({
    status: 0,
    result: { ok: true, proxies: 5, left: 0, orders: [], dropped, answers: 0, webhooks: 1 },
  });
  await expect(rotateSecret(services, { resellerId, webhookId, at })).resolves.toMatch(/^whsec_/);
  for (const { order, proxies } of [pair, other, luxury])
    expect(await credentialsOf(services, order.id)).toEqual(boughtAs(proxies));
  await prove(newKey);
  await expect(prove(opened.credentialsKey)).rejects.toThrow(/CREDENTIALS_KEY/);
  expect((await reread(services)).result).toMatchObject({ ok: true, proxies: 0 });
});

test('a page of the list takes one call, and no connection is held while an upstream is asked', async () => {
  const orders = [await buy(PAIR), await buy(PAIR), await buy(LUXURY)];
  const { term, traffic } = opened.services;
  let pages = 0;
  // A turn at the upstream may still be ending. What the command holds, it would hold while this waits.
  const isFree = () => expect.poll(inUse).toBe(0);
  async function* watched<Page>(list: AsyncIterable<Page>): AsyncGenerator<Page> {
    for await (const page of list) {
      await isFree();
      pages += 1;
      yield page;
      await isFree();
    }
  }
  const asked = () => expect.unreachable('an order was asked for alone');
  const services = {
    ...processWith(newKey),
    term: { ...term, all: () => watched(term.all()), findByReference: asked },
    traffic: { ...traffic, all: () => watched(traffic.all()), find: asked },
  };
  expect((await reread(services)).result).toMatchObject({ ok: true, proxies: 5 });
  expect(pages).toBe(2);
  for (const { order, proxies } of orders)
    expect(await credentialsOf(services, order.id)).toEqual(boughtAs(proxies));
});

test('proxies of one order on two pages are read again together', async () => {
  const { order, proxies } = await buy(PAIR);
  const { term } = opened.services;
  async function* oneByOne() {
    for await (const page of term.all()) for (const proxy of page) yield [proxy];
  }
  const asked = () => expect.unreachable('the order was asked for alone');
  const services = { ...processWith(newKey), term: { ...term, all: oneByOne, findByReference: asked } };
  expect((await reread(services)).result).toMatchObject({ ok: true, proxies: 2 });
  expect(await credentialsOf(services, order.id)).toEqual(boughtAs(proxies));
});

test('what a list has missed is asked for alone', async () => {
  const orders = [await buy(PAIR), await buy(LUXURY)];
  const { term, traffic } = opened.services;
  async function* nothing() {}
  const services = {
    ...processWith(newKey),
    term: { ...term, all: nothing },
    traffic: { ...traffic, all: nothing },
  };
  expect((await reread(services)).result).toMatchObject({ ok: true, proxies: 3 });
  for (const { order, proxies } of orders)
    expect(await credentialsOf(services, order.id)).toEqual(boughtAs(proxies));
});

test('however many orders a list has missed, each is asked for before any is given nothing', async () => {
  const { database, vault, clock, term } = opened.services;
  await insertOrders(opened.services, buyer.resellerId, MANY);
  const { rows } = await sql<{ id: number; reference: string }>`
    select id, operation_id as reference from orders where reseller_id = ${buyer.resellerId}`.execute(
    database.sql,
  );
  for (const { id } of rows) {
    const identity = `proxy:${buyer.resellerId}:${id}:0`;
    const sealed = vault.seal(JSON.stringify(['login', 'password']), identity);
    await sql`insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials, booked_until)
      values (${buyer.resellerId}, ${id}, 0, ${String(id)}, '203.0.113.7', 8000, ${sealed}, ${clock.now()})`.execute(
      database.sql,
    );
  }
  // The pauses between so many calls move the clock.
  await sql`update orders set expires_at = ${clock.now()}::timestamptz + interval '30 days'`.execute(
    database.sql,
  );
  const idOf = new Map(rows.map(({ id, reference }) => [reference, id]));
  const [gone] = rows;
  async function* nothing() {}
  const services: Services = {
    ...processWith(newKey),
    term: {
      ...term,
      all: nothing,
      findByReference: async ({ reference }) =>
        reference === gone?.reference
          ? []
          : [{ upstreamId: String(idOf.get(reference)), login: 'again', password: reference, ...ELSEWHERE }],
    },
  };
  const { result } = await reread(services, '--empty-others');
  expect(result).toMatchObject({ ok: true, proxies: MANY - 1, emptied: 1, left: 0 });
  for (const { id, reference } of rows.slice(-2))
    expect(await credentialsOf(services, id)).toEqual([{ login: 'again', password: reference }]);
});

test('what was cut off is continued by the next run, and the key is the new one only in the end', async () => {
  const orders = [await buy(PAIR), await buy(LUXURY)];
  const cut = async () => {
    throw new Error('killed');
  };
  const services = processWith(newKey);
  expect((await reread({ ...services, delay: cut })).status).toBe(1);
  await prove(opened.credentialsKey);
  expect((await reread(services)).result).toMatchObject({ ok: true, proxies: 1 });
  for (const { order, proxies } of orders)
    expect(await credentialsOf(services, order.id)).toEqual(boughtAs(proxies));
});

test('what the upstreams do not have is named, and is given nothing only when that is asked for', async () => {
  const [gone, there] = [await buy({ ...PAIR, idempotencyKey: 'gone' }), await buy(PAIR)];
  const { database } = opened.services;
  const { operation_id: reference } = await database.sql
    .selectFrom('orders')
    .select('operation_id')
    .where('id', '=', gone.order.id)
    .executeTakeFirstOrThrow();
  await opened.services.term.cancelPurchase({ account: FIRST_ACCOUNT, reference });

  const services = processWith(newKey);
  const left = [{ resellerId: buyer.resellerId, orderId: gone.order.id }];
  const first = await reread(services);
  expect({ status: first.status, result: first.result }).toMatchObject({
    status: 1,
    result: { ok: false, proxies: 2, left: 2, orders: left, emptied: 0 },
  });
  expect(await credentialsOf(services, there.order.id)).toEqual(boughtAs(there.proxies));
  await prove(opened.credentialsKey);

  const second = await reread(services, '--empty-others');
  expect(second.result).toMatchObject({ ok: true, proxies: 0, left: 0, emptied: 2, answers: 1 });
  const empty = { login: '', password: '' };
  expect(await credentialsOf(services, gone.order.id)).toEqual([empty, empty]);
  await prove(newKey);
});

test('nothing is done with a key that is not the one of the processes that serve', async () => {
  const { order, proxies } = await buy(PAIR);
  const { services, databaseUrl } = opened;
  const live = await openLive({ databaseUrl, services, log: pino({ level: 'silent' }) });
  expect((await reread(processWith(newKey))).error?.message).toMatch(/^The service is running: 1 of its/);
  await live.close();
  expect(await credentialsOf(services, order.id)).toEqual(boughtAs(proxies));
});

test('beside a running service only what none of its keys opens is read again, and its key stays', async () => {
  const [own, foreign] = [await buy(PAIR), await buy(PAIR, processWith(randomBytes(32)))];
  const { services, databaseUrl } = opened;
  const live = await openLive({ databaseUrl, services, log: pino({ level: 'silent' }) });
  expect((await reread(services)).result).toMatchObject({ ok: true, proxies: 2 });
  await live.close();
  for (const { order, proxies } of [own, foreign])
    expect(await credentialsOf(services, order.id)).toEqual(boughtAs(proxies));
  await prove(opened.credentialsKey);
});
