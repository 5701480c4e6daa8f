import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { systemDelay } from '../../src/kit/clock.ts';
import { givenKeys, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';

/** One proxy for 30 days at the standard price. */
const PRICE_USD = '1.80';
const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

let one: RunningService;
let two: RunningService;

beforeAll(async () => {
  one = await startService({ delay: systemDelay });
  // A second process shares only the database, the key and the upstream with the first.
  two = await startService({
    databaseUrl: one.databaseUrl,
    credentialsKey: one.credentialsKey,
    sandbox: one.sandbox,
    delay: systemDelay,
  });
});

afterAll(async () => {
  await two.close();
  await one.close();
});

async function post(url: string, apiKey: string, path: string, body: object, idempotencyKey?: string) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    text: await response.text(),
    replayed: response.headers.get('idempotent-replayed'),
  };
}

async function ledgerOf(resellerId: number) {
  const { rows } = await sql<{ flow: string; count: string; amount: string }>`
    select debit || ' > ' || credit as flow, count(*), sum(amount) as amount
    from ledger where reseller_id = ${resellerId} group by 1 order by 1`.execute(one.services.database.sql);
  return Object.fromEntries(rows.map(({ flow, count, amount }) => [flow, [Number(count), Number(amount)]]));
}

test('200 concurrent purchases against funds for 50, in two processes, end in 50 sales, 150 refusals and books that add up', async () => {
  const { resellerId } = await givenReseller(one.services, { balanceUsd: '90' });
  const keys = await givenKeys(one.services, resellerId, 4);
  const soldBefore = one.sandbox.issued().length;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      post((i % 2 ? one : two).url, keys[i % 4] ?? '', '/v1/orders', ORDER),
    ),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(50);
  expect(statuses.filter((status) => status === 402)).toHaveLength(150);
  expect(await readBalance(one.services.database.sql, resellerId)).toBe(0n);
  expect(await ledgerOf(resellerId)).toEqual({
    'outside > reseller': [1, 90_000_000],
    'reseller > in_flight': [50, 90_000_000],
    'in_flight > revenue': [50, 90_000_000],
  });
  expect(one.sandbox.issued().length - soldBefore).toBe(50);
});

test('100 concurrent requests with one Idempotency-Key, in two processes, end in one charge and one answer', async () => {
  const { resellerId } = await givenReseller(one.services, { balanceUsd: '90' });
  const keys = await givenKeys(one.services, resellerId, 2);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      post((i % 2 ? one : two).url, keys[i % 2] ?? '', '/v1/orders', ORDER, 'the one and only'),
    ),
  );
  const bought = answers.filter(({ status }) => status === 201);
  expect(new Set(bought.map(({ text }) => text)).size).toBe(1);
  expect(bought.filter(({ replayed }) => replayed === null)).toHaveLength(1);
  for (const { status, text } of answers) {
    if (status !== 201) expect([status, JSON.parse(text).error.code]).toEqual([409, 'request_in_progress']);
  }
  expect(await readBalance(one.services.database.sql, resellerId)).toBe(88_200_000n);
  const late = await post(two.url, keys[0] ?? '', '/v1/orders', ORDER, 'the one and only');
  expect(late).toEqual({ status: 201, text: bought[0]?.text, replayed: 'true' });
});

test('20 concurrent renewals of one order are done one after the other, each with its own term', async () => {
  const { resellerId, apiKey } = await givenReseller(one.services, { balanceUsd: '100' });
  const order = JSON.parse((await post(one.url, apiKey, '/v1/orders', ORDER)).text);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      post((i % 2 ? one : two).url, apiKey, `/v1/orders/${order.id}/renew`, { period: '30d' }),
    ),
  );
  expect(answers.map(({ status, text }) => (status === 200 ? status : text))).toEqual(Array(20).fill(200));
  const ends = answers.map(({ text }) => Date.parse(JSON.parse(text).expires_at)).sort((a, b) => a - b);
  const month = 30 * 24 * 60 * 60_000;
  expect(ends).toEqual(Array.from({ length: 20 }, (_, i) => Date.parse(order.expires_at) + (i + 1) * month));
  expect(await readBalance(one.services.database.sql, resellerId)).toBe(
    100_000_000n - 21n * BigInt(Number(PRICE_USD) * 1_000_000),
  );
});
