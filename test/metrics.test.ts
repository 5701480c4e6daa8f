import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serveMetrics } from '../src/app/serve.ts';
import { adjust } from '../src/billing/corrections.ts';
import { notify } from '../src/events/bell.ts';
import { BACKGROUND_JOBS } from '../src/jobs/jobs.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { credit } from '../src/payments/credit.ts';
import { openPayment } from '../src/payments/open-payment.ts';
import { disableApi, enableApi } from '../src/resellers/admission.ts';
import { lookAtDown } from '../src/upstreams/account-book.ts';
import { BalanceUpdatedDocument } from './graphql/generated/graphql.ts';
import { startDatabaseRelay } from './support/database-relay.ts';
import { holdPool } from './support/fill-pool.ts';
import { givenReseller } from './support/given.ts';
import { type RunningService, startService } from './support/service.ts';
import type { AccountsByKeys } from './support/services.ts';
import { socketClient } from './support/sockets.ts';
import { ManualTimer } from './upstreams/manual-timer.ts';

/** How old a reading of the database may be. */
const READ_EVERY_MS = 10_000;

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The metrics, with a reading of the database that is new. */
async function metrics({ figures, clock } = service): Promise<string> {
  clock.advance(READ_EVERY_MS);
  return figures();
}

test('requests are counted by route and status, and never by who made them', async () => {
  const { apiKey, resellerId } = await givenReseller(service.services, { balanceUsd: '0' });
  const headers = { authorization: `Bearer ${apiKey}` };
  await fetch(`${service.url}/v1/orders/12345`, { headers });
  await fetch(`${service.url}/v1/balance`, { headers });
  const text = await metrics();
  expect(text).toContain(
    'gateway_request_duration_seconds_count{method="GET",route="/v1/orders/:order_id",status="404"} 1',
  );
  expect(text).toContain(
    'gateway_request_duration_seconds_count{method="GET",route="/v1/balance",status="200"} 1',
  );
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
    { extensions: { code: 'RATE_LIMITED' } },
  ]);
  await socket.close();
  expect(await metrics()).toMatch(/^gateway_rate_limited_total 3$/m);
});

test('what waits in the database is counted', async () => {
  const text = await metrics();
  expect(text).toMatch(/^gateway_backlog\{what="operations"\} 0$/m);
  expect(text).toMatch(/^gateway_backlog\{what="doubts"\} 0$/m);
  expect(text).toMatch(/^gateway_oldest_operation_seconds 0$/m);
  expect(text).toMatch(/^gateway_upstream_up\{upstream="px6"\} 1$/m);
});

test('an upstream that was found to be down is shown as down until a call of it is answered, which a look brings about while nobody buys', async () => {
  const { databaseUrl, credentialsKey } = service;
  const timer = new ManualTimer();
  const cutOff = await startService({ databaseUrl, credentialsKey, timer });
  const { services, sandbox } = cutOff;
  const shown = async () => (await metrics(cutOff)).match(/^gateway_upstream_up\{.*$/gm);
  const up = (value: number) =>
    ['px6', 'dataimpulse'].map((name) => `gateway_upstream_up{upstream="${name}"} ${value}`);
  sandbox.arm([
    { upstream: 'px6', call: '*', mode: 'error_before' },
    { upstream: 'dataimpulse', call: '*', mode: 'error_before' },
  ]);
  expect(await shown()).toEqual(up(1));
  while (services.term.isUp()) await services.term.available('ipv4', 'DE', 'urgent').catch(() => {});
  while (services.traffic.isUp()) await services.traffic.ownGb().catch(() => {});
  timer.advance(30_000);
  expect(await shown()).toEqual(up(0));
  await lookAtDown(services);
  timer.advance(30_000);
  expect(await shown()).toEqual(up(0));
  sandbox.arm([]);
  await lookAtDown(services);
  expect(await shown()).toEqual(up(1));
  await cutOff.close();
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
  await sql`update mikro_orm_migrations set name = name || ' (undone)' where name like '%baseline'`.execute(
    db,
  );
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

test('sockets and event streams are counted while they are open, and so is what a process hears of', async () => {
  const { apiKey } = await givenReseller(service.services);
  const received = async () => Number(/^gateway_events_received_total (\d+)$/m.exec(await metrics())?.[1]);
  const before = await received();
  const socket = socketClient(service.url, apiKey);
  await socket.follow(BalanceUpdatedDocument).next();
  const stream = new AbortController();
  await fetch(`${service.url}/graphql?query=subscription{balanceUpdated{balanceUsd}}`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' },
    signal: stream.signal,
  });
  const open = await metrics();
  expect(open).toMatch(/^gateway_event_lag_seconds 0(\.\d+)?$/m);
  expect(open).toMatch(/^gateway_connections\{kind="socket"\} 1$/m);
  expect(open).toMatch(/^gateway_connections\{kind="stream"\} 1$/m);
  expect(open).toMatch(/^gateway_subscriptions 2$/m);

  await notify(service.services.database.sql, [{ topic: 'balance', resellerId: 0 }]);
  await expect.poll(received).toBeGreaterThan(before);

  stream.abort();
  await socket.close();
  await expect.poll(() => metrics()).toMatch(/^gateway_connections\{kind="stream"\} 0$/m);
  await expect.poll(() => metrics()).toMatch(/^gateway_connections\{kind="socket"\} 0$/m);
});

test('when the database is gone, what is not read from it is shown all the same', async () => {
  const { databaseUrl, credentialsKey, sandbox } = service;
  const relay = await startDatabaseRelay(databaseUrl);
  const cutOff = await startService({ databaseUrl: relay.url, credentialsKey, sandbox });
  expect(await metrics(cutOff)).toMatch(/^gateway_backlog\{/m);
  await relay.close();
  expect((await fetch(`${cutOff.url}/readyz`)).status).toBe(503);
  const text = await metrics(cutOff);
  expect(text).toMatch(/^gateway_upstream_up\{upstream="px6"\} 1$/m);
  expect(text).toMatch(/^gateway_database_waiting \d+$/m);
  expect(text).toContain(
    'gateway_request_duration_seconds_count{method="GET",route="/readyz",status="503"} 1',
  );
  expect(text).not.toMatch(
    /^gateway_(backlog|failing_jobs|recent_operations|oldest_operation_seconds|balances_usd|orders)\b/m,
  );
  await cutOff.close();
});

test('a database without a free connection does not delay the other metrics', async () => {
  const release = await holdPool(service.services.database);
  const text = await metrics();
  expect(text).toMatch(/^gateway_upstream_up\{upstream="px6"\} 1$/m);
  expect(text).not.toMatch(/^gateway_backlog\b/m);
  await release();
  expect(await metrics()).toMatch(/^gateway_backlog\{/m);
});

test('sales are counted with their revenue by product and source, and refunds by kind', async () => {
  const { apiKey } = await givenReseller(service.services);
  const headers = { authorization: `Bearer ${apiKey}` };
  const buy = () =>
    fetch(`${service.url}/v1/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ tier: 'prem', type: 'ipv4', country: 'US', period: '30d' }),
    });
  const sale = 'kind="purchase",tier="prem",type="ipv4",source="api"';
  const figures = async () => {
    const text = await metrics();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    return {
      sales: value(`gateway_sales_total\\{${sale}\\}`),
      revenue: value(`gateway_sales_usd_total\\{${sale}\\}`),
      refunds: value('gateway_refunds_total\\{kind="purchase"\\}'),
      refunded: value('gateway_refunds_usd_total\\{kind="purchase"\\}'),
      balances: value('gateway_balances_usd'),
      active: value('gateway_orders\\{status="active"\\}'),
    };
  };
  const before = await figures();
  const { charged_usd: price } = (await (await buy()).json()) as { charged_usd: number };
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  expect((await buy()).status).toBe(502);
  const after = await figures();
  expect(after.sales - before.sales).toBe(1);
  expect(after.revenue - before.revenue).toBeCloseTo(price);
  expect(after.refunds - before.refunds).toBe(1);
  expect(after.refunded - before.refunded).toBeCloseTo(price);
  expect(before.balances - after.balances).toBeCloseTo(price);
  expect(after.active - before.active).toBe(1);
});

test('each sale is counted with what it cost at the upstream, or else as one whose cost is not known, and a refund with neither', async () => {
  const { apiKey } = await givenReseller(service.services);
  const buy = (body: object) =>
    fetch(`${service.url}/v1/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(body),
    });
  const term = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
  const costs = async (product: string) => {
    const text = await metrics();
    const value = (name: string) =>
      Number(
        new RegExp(`^${name}\\{kind="purchase",${product},source="api"\\} (\\S+)$`, 'm').exec(text)?.[1] ?? 0,
      );
    return [value('gateway_sales_cost_usd_total'), value('gateway_sales_cost_unknown_total')];
  };
  const proxies = 'tier="prem",type="ipv4"';
  const [before = 0, unknownBefore = 0] = await costs(proxies);
  // Thirty days at 2.40 roubles a day, and 80 roubles to the dollar.
  expect((await buy(term)).status).toBe(201);
  expect(await costs(proxies)).toEqual([expect.closeTo(before + 0.9), unknownBefore]);
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  expect((await buy(term)).status).toBe(502);
  expect(await costs(proxies)).toEqual([expect.closeTo(before + 0.9), unknownBefore]);
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'reset_after', times: 1 }]);
  expect((await buy(term)).status).toBe(201);
  expect(await costs(proxies)).toEqual([expect.closeTo(before + 0.9), unknownBefore + 1]);
  expect((await buy({ tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' })).status).toBe(201);
  expect(await costs('tier="di",type="diresi"')).toEqual([expect.closeTo(0.8), 0]);
});

test('refunds of each kind and failures of each job are counted from 0, so that the first is an increase', async () => {
  const fresh = new Metrics();
  fresh.expectJobs(BACKGROUND_JOBS);
  const text = await fresh.text();
  for (const kind of ['purchase', 'renewal', 'traffic']) {
    expect(text).toContain(`gateway_refunds_total{kind="${kind}"} 0\n`);
    expect(text).toContain(`gateway_refunds_usd_total{kind="${kind}"} 0\n`);
  }
  for (const job of BACKGROUND_JOBS) expect(text).toContain(`gateway_job_failures_total{kind="${job}"} 0\n`);
});

test('payments are counted with what they have added to balances, each once, however often it is reported', async () => {
  const { services, payments } = service;
  const { resellerId } = await givenReseller(services);
  const asked = { resellerId, provider: 'crypto_pay' as const, amount: 12_500_000n, chatId: 7 };
  const { id } = await services.database.inTransaction((tx) => openPayment(tx, payments, asked));
  const receipt = {
    provider: 'crypto_pay' as const,
    payload: id,
    payerId: null,
    currency: 'USD',
    amount: '12.5',
  };
  expect(await metrics()).toMatch(/^gateway_payments_credited_total\{provider="crypto_pay"\} 0$/m);
  for (let i = 0; i < 3; i++) await credit(payments, { ...receipt, chargeId: 'one' });
  await credit(payments, { ...receipt, chargeId: 'other', amount: '1' });
  const text = await metrics();
  expect(text).toMatch(/^gateway_payments_credited_total\{provider="crypto_pay"\} 1$/m);
  expect(text).toMatch(/^gateway_payments_credited_usd_total\{provider="crypto_pay"\} 12\.5$/m);
  expect(text).toMatch(/^gateway_payments_credited_total\{provider="stars"\} 0$/m);
});

test('stock and payments that wait are counted', async () => {
  const db = service.services.database.sql;
  await sql`insert into stock_counts values ('of-a-test', 'DE', 5, now()), ('of-a-test', 'US', 7, now())`.execute(
    db,
  );
  await sql`insert into stocks (name, countries, read_at) values
    ('of-a-test', '{DE,US}', now()), ('none', '{DE,US}', now()), ('uncounted', '{DE,US}', now())`.execute(db);
  await sql`insert into stock_counts values
    ('none', 'DE', 0, now()), ('none', 'US', 0, now()), ('uncounted', 'DE', 0, now())`.execute(db);
  await sql`insert into payments (id, provider, state, created_at, expires_at, charge_id, found, paid_at)
    values (gen_random_uuid(), 'stars', 'unknown', now(), now(), 'of-a-test', '1 XTR', now())`.execute(db);
  const text = await metrics();
  expect(text).toMatch(/^gateway_stock\{upstream="px6",product="of-a-test"\} 12$/m);
  expect(text).toMatch(/^gateway_stock\{upstream="px6",product="none"\} 0$/m);
  // Nobody knows whether there is none, as long as a country is not counted.
  expect(text).not.toContain('uncounted');
  expect(text).toMatch(/^gateway_payments\{provider="stars",state="uncredited"\} 1$/m);
  expect(text).toMatch(/^gateway_payments\{provider="crypto_pay",state="open"\} 0$/m);
});

test('webhooks are counted by what becomes of them', async () => {
  const { resellerId } = await givenReseller(service.services);
  await sql`insert into webhooks (reseller_id, url, types, secrets, created_at, read_to, failing_since, off_reason)
    select ${resellerId}, 'https://shop.example/', '{}', '', now(), 0, since, off
    from (values (null, null), (now(), null), (now(), 'failing'), (null, 'reseller')) as w (since, off)`.execute(
    service.services.database.sql,
  );
  const text = await metrics();
  expect(text).toMatch(/^gateway_webhooks\{state="on"\} 1$/m);
  expect(text).toMatch(/^gateway_webhooks\{state="failing"\} 1$/m);
  expect(text).toMatch(/^gateway_webhooks\{state="off"\} 2$/m);
});

test('what the operator corrects is counted by kind and direction, also by commands of other processes', async () => {
  const { resellerId } = await givenReseller(service.services);
  const change = { resellerId, reason: 'of a test', at: new Date() };
  await adjust(service.services.database, { ...change, amount: 2_500_000n, reference: 'of-a-test-1' });
  await adjust(service.services.database, { ...change, amount: -500_000n, reference: 'of-a-test-2' });
  const text = await metrics();
  expect(text).toContain('gateway_corrections_total{kind="adjustment",direction="added"} 1');
  expect(text).toContain('gateway_corrections_usd_total{kind="adjustment",direction="added"} 2.5');
  expect(text).toContain('gateway_corrections_usd_total{kind="adjustment",direction="taken"} 0.5');
  expect(text).toContain('gateway_corrections_total{kind="operation_refund",direction="added"} 0');
});

test('an API that is closed to everybody is shown', async () => {
  expect(await metrics()).toMatch(/^gateway_api_disabled 0$/m);
  await disableApi(service.services.database, 'Back soon.');
  expect(await metrics()).toMatch(/^gateway_api_disabled 1$/m);
  await enableApi(service.services.database);
  expect(await metrics()).toMatch(/^gateway_api_disabled 0$/m);
});

test('however often metrics are asked for, the database is read once in a scrape interval', async () => {
  service.clock.stop();
  await metrics();
  await sql`insert into job_failures (job, key, attempt, last_error, failed_at)
    values ('sweep', 'of-a-test', 60, '', now())`.execute(service.services.database.sql);
  expect(await service.figures()).toMatch(/^gateway_failing_jobs\{kind="sweep",state="given_up"\} 0$/m);
  expect(await metrics()).toMatch(/^gateway_failing_jobs\{kind="sweep",state="given_up"\} 1$/m);
  await sql`truncate job_failures`.execute(service.services.database.sql);
});

test('what is left on our accounts at the upstreams is shown by account and unit, as it was read last', async () => {
  const accounts: AccountsByKeys = ([main, second]) => [
    { name: 'main', key: main },
    { name: 'second', key: second },
  ];
  await using closed = new AsyncDisposableStack();
  const both = await startService({ isBooked: true, accounts });
  closed.defer(() => both.close());
  const { services, sandbox, book } = both;
  const shown = async (process: RunningService) =>
    [...(await metrics(process)).matchAll(/^gateway_upstream_balance\{(.*)\} (.*)$/gm)].map(
      ([, labels, value]) => [labels, Number(value)],
    );
  expect(await shown(both)).toEqual([]);
  sandbox.setBalance(1_234.5);
  sandbox.setBalance(99, sandbox.px6Keys[1]);
  sandbox.setTrafficBalance(12);
  for (const name of ['main', 'second']) await services.term.readBalance(name);
  await services.traffic.ownGb();
  await book.flush();
  const left = [
    ['upstream="dataimpulse",account="main",unit="GB"', 12],
    ['upstream="px6",account="main",unit="RUB"', 1_234.5],
  ];
  expect(await shown(both)).toEqual([...left, ['upstream="px6",account="second",unit="RUB"', 99]]);
  expect(await metrics(both)).toContain(
    'gateway_upstream_balance_low_below{upstream="px6",account="second",unit="RUB"} 1000',
  );
  // An account that was taken out of the configuration is not ours to watch any more.
  const one = await startService({ ...both, isBooked: true, accounts: (keys) => accounts(keys).slice(0, 1) });
  closed.defer(() => one.close());
  expect(await shown(one)).toEqual(left);
});

test('what Prometheus reads is on a listener of its own, made at most once in 5 seconds, and nothing else is there', async () => {
  let made = 0;
  const counted = { contentType: 'text/plain', text: async () => `made ${++made}` };
  const listener = await serveMetrics(counted, { host: '127.0.0.1', port: 0 });
  onTestFinished(async () => void (await listener.close()));
  const texts = await Promise.all([1, 2, 3].map(async () => (await fetch(listener.url)).text()));
  expect(texts).toEqual(['made 1', 'made 1', 'made 1']);
  expect((await fetch(new URL('/v1/balance', listener.url))).status).toBe(404);
  expect((await fetch(listener.url, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
});
