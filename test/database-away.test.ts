import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../src/billing/accounts.ts';
import { verifyLedger } from '../src/reconciliation/verify-ledger.ts';
import { BalanceUpdatedDocument, OrdersDocument, PurchaseDocument } from './graphql/generated/graphql.ts';
import { type DatabaseRelay, startDatabaseRelay } from './support/database-relay.ts';
import { holdPool } from './support/fill-pool.ts';
import { givenReseller } from './support/given.ts';
import { recoverOne } from './support/recover-one.ts';
import { expectRefusal, restClient } from './support/rest-client.ts';
import { type RunningService, sendGraphql, startService } from './support/service.ts';
import { type OpenedServices, openServices } from './support/services.ts';
import { socketClient } from './support/sockets.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };

const PURCHASE_AND_BALANCE = `mutation ($input: PurchaseInput!) {
  purchase(input: $input) { __typename ... on PurchaseSuccess { order { id } viewer { balanceUsd } } }
}`;
const NOT_SIMPLY_AGAIN = /look at the orders before .* same idempotency key/;

let direct: OpenedServices;
let relay: DatabaseRelay;
let service: RunningService;
let pool: Pool;

beforeAll(async () => {
  direct = await openServices();
  relay = await startDatabaseRelay(direct.databaseUrl);
  service = await startService({
    ...direct,
    databaseUrl: relay.url,
    onPoolCreated: (created) => {
      pool = created as Pool;
    },
  });
});
afterAll(async () => {
  await service.close();
  await direct.close();
});

const readiness = async () => {
  const response = await fetch(`${service.url}/readyz`);
  return { status: response.status, body: await response.json() };
};
const balanceOf = (resellerId: number) => readBalance(direct.services.database.sql, resellerId);

test('a process without a connection to spare says so before it has one, and asks once however often it is asked', async () => {
  const release = await holdPool(service.services.database);
  const notReady = { status: 503, body: { status: 'not ready', reason: 'no answer of the database' } };
  const answers = await Promise.all(Array.from({ length: 5 }, readiness));
  expect(answers).toEqual(answers.map(() => notReady));
  expect(pool.waitingCount).toBe(1);
  await release();
  await expect.poll(readiness).toEqual({ status: 200, body: { status: 'ready' } });
});

test('when the database goes away between a purchase and what its answer reads, no door says that the request may simply be sent again', async () => {
  const way = await startDatabaseRelay(direct.databaseUrl);
  const process = await startService({ ...direct, databaseUrl: way.url });
  const { apiKey, resellerId } = await givenReseller(direct.services, { balanceUsd: '100' });
  const socket = socketClient(process.url, apiKey);
  const doors = [
    async () => (await sendGraphql(process.url, apiKey, PURCHASE_AND_BALANCE, { input: ORDER })).body,
    () => socket.follow(PURCHASE_AND_BALANCE, { input: ORDER }).next(),
  ];
  const funds = await balanceOf(resellerId);
  for (const buy of doors) expect((await buy()).data).toMatchObject({ purchase: { viewer: {} } });
  const before = await balanceOf(resellerId);
  const asked = [];
  for (const [i, buy] of doors.entries()) {
    // The last statement is the one that reads the balance.
    way.cutStatement('silent_before', await way.statementsDuring(buy));
    asked.push(buy());
    await expect.poll(way.cuts).toBe(i + 1);
  }
  await way.close();
  for (const answer of await Promise.all(asked)) {
    expect(answer.data ?? null).toBeNull();
    expect(answer.errors).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(NOT_SIMPLY_AGAIN),
        path: ['purchase', 'viewer', 'balanceUsd'],
        extensions: { code: 'INTERNAL_ERROR' },
      }),
    ]);
  }
  expect(process.logged.join('')).toMatch(/The database could not be reached in time/);
  // One more purchase through each door was made to count its statements.
  expect(before - (await balanceOf(resellerId))).toBe(2n * (funds - before));
  await socket.close();
  await process.close();
});

test('when the database stays away, both doors answer 503 with Retry-After, and what was charged is neither reported as free nor lost', async () => {
  const reseller = await givenReseller(direct.services, { balanceUsd: '100' });
  const { apiKey, resellerId } = reseller;
  const rest = restClient(service.url, apiKey);
  const socket = socketClient(service.url, apiKey);
  // A subscription keeps the socket open.
  expect((await socket.follow(BalanceUpdatedDocument).next()).errors).toBeUndefined();

  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: 2_000, times: 1 }]);
  const asked = () => service.sandbox.px6Calls().filter(({ method }) => method === 'buy');
  const before = asked().length;
  const underWay = rest.post('/v1/orders', ORDER, { 'idempotency-key': 'under way' });
  // The upstream has been asked, so the purchase was charged and has had its turn.
  await expect.poll(() => asked().length).toBe(before + 1);
  await relay.close();
  const balance = await balanceOf(resellerId);
  expect(balance).toBeLessThan(100_000_000n);

  const late = socketClient(service.url, apiKey);
  late.follow('{ viewer { name } }');
  const [read, bought, listed, boughtOverGraphql, overSocket, closed] = await Promise.all([
    rest.get('/v1/balance'),
    rest.post('/v1/orders', ORDER, { 'idempotency-key': 'another' }),
    service.graphql(apiKey, OrdersDocument, { first: 1 }),
    service.graphql(apiKey, PurchaseDocument, { input: ORDER }),
    socket
      .follow('{ viewer { name } }')
      .next()
      .catch((errors: unknown) => errors),
    late.closed,
  ]);
  for (const answer of [read, bought]) {
    expectRefusal(answer, 503, 'api_disabled');
    expect(answer.headers['retry-after']).toBe('5');
  }
  for (const { status, headers, body } of [listed, boughtOverGraphql]) {
    expect({ status, wait: headers.get('retry-after') }).toEqual({ status: 503, wait: '5' });
    expect(body.errors).toMatchObject([{ extensions: { code: 'API_DISABLED' } }]);
  }
  expect(overSocket).toMatchObject([{ extensions: { code: 'API_DISABLED', retryAfterSeconds: 5 } }]);
  expect(closed).toMatchObject({ code: 1013, reason: 'api_disabled' });
  expect((await readiness()).status).toBe(503);
  expect(service.logged.join('')).toMatch(/The database could not be reached in time: connect ECONNREFUSED/);

  // The outcome of this purchase is unknown: the answer may not say that it is not charged, but it has a key,
  // with which it may be repeated.
  expect((await underWay).body).toMatchObject({
    error: { message: expect.stringMatching(/not known yet .* same idempotency key/) },
  });
  expectRefusal(await underWay, 503, 'api_disabled');
  expect((await underWay).headers['retry-after']).toBe('5');
  expect(await balanceOf(resellerId)).toBe(balance);
  direct.clock.advance(60_000);
  expect(await recoverOne(direct.services)).toBe(true);
  expect((await verifyLedger(direct.services.database)).problems).toEqual([]);
  const { rows } = await sql<{ state: string }>`
    select state from operations where reseller_id = ${resellerId}`.execute(direct.services.database.sql);
  expect(rows).toEqual([{ state: 'settled' }]);
  await socket.close();
});
