import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../src/billing/accounts.ts';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { verifyLedger } from '../src/reconciliation/verify-ledger.ts';
import { PurchaseDocument } from './graphql/generated/graphql.ts';
import { givenReseller } from './support/given.ts';
import { recoverOne } from './support/recover-one.ts';
import { expectRefusal, restClient } from './support/rest-client.ts';
import { type RunningService, startService } from './support/service.ts';
import { startUnconfirmingServer, type UnconfirmingServer } from './support/unconfirmed-commits.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };

let server: UnconfirmingServer;
let service: RunningService;

beforeAll(async () => {
  server = await startUnconfirmingServer();
  service = await startService({ databaseUrl: server.url, credentialsKey: randomBytes(32) });
  const sample = new URL('../src/catalog/sample-catalog.json', import.meta.url);
  await importCatalog(service.services.database, await readFile(sample, 'utf8'));
});
afterAll(async () => {
  await service.close();
  await server.close();
});

/** The answer to a request whose commit hangs: a standby comes back only after it. */
async function whileHanging<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  await server.confirmNone();
  const asked = ask();
  await expect.poll(server.hanging).toBeGreaterThan(0);
  const answer = await asked;
  await server.confirmAll();
  await expect.poll(server.hanging).toBe(0);
  return answer;
}

test('a purchase whose commit hangs is answered 503 with Retry-After if it has a key, by which its end can be learnt; without a key nobody is told to send it again', async () => {
  const { apiKey, resellerId } = await givenReseller(service.services, { balanceUsd: '100' });
  const rest = restClient(service.url, apiKey);
  const buy = (key?: string) =>
    rest.post<{ charged_usd: number }>('/v1/orders', ORDER, { ...(key && { 'idempotency-key': key }) });
  const { charged_usd: price } = (await buy('before')).body;

  const overRest = await whileHanging(() => buy('over REST'));
  expectRefusal(overRest, 503, 'api_disabled');
  expect(overRest.headers['retry-after']).toBe('5');
  expect(overRest.text).toMatch(/not known yet .* with the same idempotency key/);

  // That this succeeds shows that writes are let through again.
  expect((await buy()).status).toBe(201);
  const input = { ...ORDER, idempotencyKey: 'over GraphQL' };
  const overGraphql = await whileHanging(() => service.graphql(apiKey, PurchaseDocument, { input }));
  expect({ status: overGraphql.status, wait: overGraphql.headers.get('retry-after') }).toEqual({
    status: 503,
    wait: '5',
  });
  expect(overGraphql.text).toMatch(/not known yet .* with the same idempotency key/);

  expect((await buy()).status).toBe(201);
  const keyless = await whileHanging(() => buy());
  expectRefusal(keyless, 500, 'internal_error');
  expect(keyless.headers['retry-after']).toBeUndefined();
  expect(keyless.text).toMatch(/look at the orders before you ask again/);

  service.clock.advance(60_000);
  while (await recoverOne(service.services));
  // Whether the upstream was asked before the commit hung is chance.
  expect([201, 502]).toContain((await buy('over REST')).status);
  const { total } = (await rest.get<{ total: number }>('/v1/orders')).body;
  const spent = 100 - Number(await readBalance(service.services.database.sql, resellerId)) / 1_000_000;
  expect(spent).toBeCloseTo(price * total);
  expect((await verifyLedger(service.services.database)).problems).toEqual([]);
});

test('purchases that wait behind a hung commit of their reseller are answered 503, and charged once at the most', async () => {
  const { apiKey, resellerId } = await givenReseller(service.services, { balanceUsd: '100' });
  const rest = restClient(service.url, apiKey);
  const buy = (key: string) =>
    rest.post<{ charged_usd: number }>('/v1/orders', ORDER, { 'idempotency-key': key });
  const price = (await buy('before')).body.charged_usd;
  const keys = ['first', 'second', 'third'];
  for (const answer of await whileHanging(() => Promise.all(keys.map(buy)))) {
    expectRefusal(answer, 503, 'api_disabled');
    expect(answer.headers['retry-after']).toBe('5');
  }
  service.clock.advance(60_000);
  while (await recoverOne(service.services));
  for (const key of keys) expect([201, 502]).toContain((await buy(key)).status);
  const { total } = (await rest.get<{ total: number }>('/v1/orders')).body;
  const spent = 100 - Number(await readBalance(service.services.database.sql, resellerId)) / 1_000_000;
  expect(spent).toBeCloseTo(price * total);
});
