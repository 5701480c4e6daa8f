import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn, type Ran } from './run-operator.ts';

let opened: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  opened = await openServices();
  operator = operatorOn(opened);
});
afterAll(() => opened.close());

const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const BUY = ['order', 'buy', '--tier', 'prem', '--type', 'ipv4', '--country', 'us', '--period', '7d'];

test('events lists what happened to one reseller, newest first, and that the operator had it done', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10.25' });
  const whose = ['--reseller', `${resellerId}`];
  const { result } = await operator(...BUY, ...whose);
  const common = { cause: 'operator', createdAt };
  const bought = { ...common, amountUsd: '-0.75', balanceUsd: '9.50', orderId: result?.['orderId'] };
  const low = { ...common, type: 'balance.low', amountUsd: '0.00', balanceUsd: '9.50', orderId: null };
  const { events } = (await operator('events', ...whose)).result as { events: unknown[] };
  expect(events.slice(0, 2)).toEqual([
    { sequence: 4, ...low, facts: { threshold: 10_000_000 } },
    { sequence: 3, type: 'order.created', ...bought },
  ]);
  expect((await operator('events', ...whose, '--limit', '1')).result).toEqual({ events: events.slice(0, 1) });
});

test.each([
  ['--reseller', '0'],
  ['--limit', '1001'],
])('events %s %s is refused', async (...args) => {
  expect((await operator('events', ...args)).error).toMatchObject({ code: 'invalid_request' });
});
