import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
  reseller = await givenReseller(service.services);
  await insertOrders(service.services, reseller.resellerId, 1_000);
});
afterAll(() => service.close());

/** As many as may be open at a time. */
const JOBS = 5;
const MEDIAN_MS = 200;

test('a job of a thousand renewals is accepted within 200 ms', async () => {
  const query = `mutation ($input: BulkRenewInput!) {
    result: bulkRenew(input: $input) { ... on BulkRenewSuccess { job { count failed } } ... on Error { message } }
  }`;
  const rows = await service.services.database.sql.selectFrom('orders').select('id').execute();
  const orderIds = rows.map(({ id }) => String(id));
  const took: number[] = [];
  for (let i = 0; i < JOBS; i++) {
    const input = { orderIds, period: '30d', maxTotalUsd: '1800.00', idempotencyKey: `job ${i}` };
    const beganAt = performance.now();
    const { body } = await sendGraphql(service.url, reseller.apiKey, query, { input });
    took.push(performance.now() - beganAt);
    expect(body.data).toEqual({ result: { job: { count: 1_000, failed: 0 } } });
  }
  const [median = 0] = took.toSorted((one, other) => one - other).slice(Math.floor(JOBS / 2));
  expect(median, took.map(Math.round).join(', ')).toBeLessThan(MEDIAN_MS);
});
