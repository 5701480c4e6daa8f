import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BalanceUpdatedDocument } from './graphql/generated/graphql.ts';
import { startDatabaseRelay } from './support/database-relay.ts';
import { holdPool } from './support/fill-pool.ts';
import { givenReseller } from './support/given.ts';
import { type RunningService, startService } from './support/service.ts';
import { socketClient } from './support/sockets.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function metrics(url = service.url): Promise<string> {
  const response = await fetch(`${url}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  return response.text();
}

test('requests are counted by route and status, and never by who made them', async () => {
  const { apiKey, resellerId } = await givenReseller(service.services, { balanceUsd: '0' });
  const headers = { authorization: `Bearer ${apiKey}` };
  await fetch(`${service.url}/v1/orders/12345`, { headers });
  await fetch(`${service.url}/v1/balance`, { headers });
  const text = await metrics();
  expect(text).toContain(
    'gateway_request_seconds_count{method="GET",route="/v1/orders/:order_id",status="404"} 1',
  );
  expect(text).toContain('gateway_request_seconds_count{method="GET",route="/v1/balance",status="200"} 1');
  expect(text).not.toContain(apiKey);
  expect(text).not.toMatch(new RegExp(`reseller.*${resellerId}`));
});

test('refusals for the rate are counted, over HTTP and over sockets', async () => {
  const { apiKey } = await givenReseller(service.services);
  const statuses = [];
  for (let i = 0; i < 62; i++) {
    const { status } = await fetch(`${service.url}/v1/balance`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect(await metrics()).toMatch(/^gateway_rate_limited_total 2$/m);
  const socket = socketClient(service.url, apiKey);
  await expect(socket.follow('{ viewer { name } }').next()).rejects.toMatchObject([
    { extensions: { code: 'rate_limited' } },
  ]);
  await socket.close();
  expect(await metrics()).toMatch(/^gateway_rate_limited_total 3$/m);
});

test('what waits in the database is counted', async () => {
  await sql`insert into outbox (topic, reseller_id) values ('balance', 0)`.execute(
    service.services.database.sql,
  );
  const text = await metrics();
  expect(text).toMatch(/^gateway_backlog\{what="operations"\} 0$/m);
  expect(text).toMatch(/^gateway_backlog\{what="doubts"\} 0$/m);
  expect(text).toMatch(/^gateway_backlog\{what="events"\} \d+$/m);
  expect(text).toMatch(/^gateway_oldest_operation_seconds 0$/m);
  expect(text).toMatch(/^gateway_term_upstream_up 1$/m);
});

test('what fails of the background jobs is counted by kind: what is tried again, what was given up, and a recovery that is stuck', async () => {
  const db = service.services.database.sql;
  await sql`insert into job_failures (job, key, attempt, last_error, next_attempt_at, failed_at) values
    ('sweep', '1', 2, '', 'infinity', null), ('sweep', '2', 3, '', 'infinity', null), ('sweep', '3', 60, '', null, now()),
    ('recovery', '4', 4, '', 'infinity', null), ('recovery', '5', 5, '', 'infinity', null)`.execute(db);
  const text = await metrics();
  await sql`truncate job_failures`.execute(db);
  const counts = [...text.matchAll(/^gateway_failing_jobs\{kind="(\w+)",state="(\w+)"\} (\d+)$/gm)];
  expect(counts.map(([, kind, state, count]) => [kind, state, Number(count)])).toEqual([
    ['recovery', 'retrying', 1],
    ['recovery', 'stuck', 1],
    ['recovery', 'given_up', 0],
    ['repair', 'retrying', 0],
    ['repair', 'stuck', 0],
    ['repair', 'given_up', 0],
    ['sweep', 'retrying', 2],
    ['sweep', 'stuck', 0],
    ['sweep', 'given_up', 1],
    ['notices', 'retrying', 0],
    ['notices', 'stuck', 0],
    ['notices', 'given_up', 0],
  ]);
});

test('the service is not ready once the schema requires a migration that it does not have', async () => {
  const db = service.services.database.sql;
  await sql`insert into required_migrations values ('2099_expands', '2100_contracts')`.execute(db);
  const response = await fetch(`${service.url}/readyz`);
  expect({ status: response.status, text: await response.text() }).toEqual({
    status: 503,
    text: expect.stringContaining('the schema is newer than this program'),
  });
  await sql`delete from required_migrations`.execute(db);
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
});

test('the service is ready when its database has every migration, and not when one is missing', async () => {
  const ready = async () => (await fetch(`${service.url}/readyz`)).status;
  expect(await ready()).toBe(200);
  const db = service.services.database.sql;
  await sql`update mikro_orm_migrations set name = name || ' (undone)' where name like '%ground'`.execute(db);
  expect(await ready()).toBe(503);
  await sql`update mikro_orm_migrations set name = replace(name, ' (undone)', '')`.execute(db);
  expect(await ready()).toBe(200);
});

test('operations that began lately are counted by kind and state', async () => {
  const { apiKey } = await givenReseller(service.services);
  const bought = await fetch(`${service.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ tier: 'prem', type: 'ipv4', country: 'US', period: '30d' }),
  });
  expect(bought.status).toBe(201);
  const text = await metrics();
  expect(text).toMatch(/^gateway_recent_operations\{kind="purchase",state="settled"\} 1$/m);
  expect(text).toMatch(/^gateway_recent_operations\{kind="purchase",state="refunded"\} 0$/m);
  expect(text).toMatch(/^gateway_recent_operations\{kind="renewal",state="running"\} 0$/m);
});

test('sockets and event streams are counted while they are open, and so are the changes that are announced', async () => {
  const { apiKey } = await givenReseller(service.services);
  const announced = async () => Number(/^gateway_changes_told_total (\d+)$/m.exec(await metrics())?.[1]);
  const before = await announced();
  const socket = socketClient(service.url, apiKey);
  await socket.follow(BalanceUpdatedDocument).next();
  const stream = new AbortController();
  await fetch(`${service.url}/graphql?query=subscription{balanceUpdated{balanceUsd}}`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' },
    signal: stream.signal,
  });
  const open = await metrics();
  expect(open).toMatch(/^gateway_connections\{kind="socket"\} 1$/m);
  expect(open).toMatch(/^gateway_connections\{kind="stream"\} 1$/m);
  expect(open).toMatch(/^gateway_followers 2$/m);

  await sql`insert into outbox (topic, reseller_id) values ('balance', 0)`.execute(
    service.services.database.sql,
  );
  await expect.poll(announced).toBeGreaterThan(before);

  stream.abort();
  await socket.close();
  await expect.poll(() => metrics()).toMatch(/^gateway_connections\{kind="stream"\} 0$/m);
  await expect.poll(() => metrics()).toMatch(/^gateway_connections\{kind="socket"\} 0$/m);
});

test('when the database is gone, what is not read from it is shown all the same', async () => {
  const { databaseUrl, credentialsKey, sandbox } = service;
  const relay = await startDatabaseRelay(databaseUrl);
  const cutOff = await startService({ databaseUrl: relay.url, credentialsKey, sandbox });
  expect(await metrics(cutOff.url)).toMatch(/^gateway_backlog\{/m);
  await relay.close();
  expect((await fetch(`${cutOff.url}/readyz`)).status).toBe(503);
  const text = await metrics(cutOff.url);
  expect(text).toMatch(/^gateway_term_upstream_up 1$/m);
  expect(text).toMatch(/^gateway_pool_waiting \d+$/m);
  expect(text).toContain('gateway_request_seconds_count{method="GET",route="/readyz",status="503"} 1');
  expect(text).not.toMatch(/^gateway_(backlog|failing_jobs|recent_operations|oldest_operation_seconds)\b/m);
  await cutOff.close();
});

test('a database without a free connection does not delay the other metrics', async () => {
  const release = await holdPool(service.services.database);
  const text = await metrics();
  expect(text).toMatch(/^gateway_term_upstream_up 1$/m);
  expect(text).not.toMatch(/^gateway_backlog\b/m);
  await release();
  expect(await metrics()).toMatch(/^gateway_backlog\{/m);
});
