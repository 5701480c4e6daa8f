import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenReseller } from './support/given.ts';
import { type RunningService, startService } from './support/service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function metrics(): Promise<string> {
  const response = await fetch(`${service.url}/metrics`);
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

test('refusals for the rate are counted', async () => {
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
});

test('what waits in the database is told', async () => {
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

test('the service is ready when its database has every migration, and not when one is missing', async () => {
  const ready = async () => (await fetch(`${service.url}/readyz`)).status;
  expect(await ready()).toBe(200);
  const db = service.services.database.sql;
  await sql`update mikro_orm_migrations set name = name || ' (undone)' where name like '%ground'`.execute(db);
  expect(await ready()).toBe(503);
  await sql`update mikro_orm_migrations set name = replace(name, ' (undone)', '')`.execute(db);
  expect(await ready()).toBe(200);
});
