import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateOrder } from '../../src/orders/annotations.ts';
import { renew } from '../../src/purchases/renew.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn, type Ran, run } from './run-operator.ts';

let opened: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  opened = await openServices();
  operator = operatorOn(opened);
});
afterAll(() => opened.close());

const BUY = ['order', 'buy', '--tier', 'prem', '--type', 'ipv4', '--country', 'us', '--period', '7d'];

async function givenBuyer(): Promise<string> {
  return `${(await givenReseller(opened.services, { balanceUsd: '10' })).resellerId}`;
}

async function listed(...args: string[]) {
  return (await operator('operation', 'list', ...args)).result?.['operations'] as Record<string, unknown>[];
}

test('a purchase that failed is listed with the reason, which no customer sees', async () => {
  const resellerId = await givenBuyer();
  await operator(...BUY, '--reseller', resellerId);
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  expect((await operator(...BUY, '--reseller', resellerId)).error).toMatchObject({ code: 'provider_error' });
  const all = await listed('--reseller', resellerId);
  expect(all).toMatchObject([
    { state: 'refunded', kind: 'purchase', amountUsd: '0.75', refusal: 'provider_error' },
    { state: 'settled', refusal: null, refusalCause: null },
  ]);
  expect(all[0]?.['refusalCause']).toMatch(/px6/i);
  const [failed] = await listed('--reseller', resellerId, '--state', 'refunded');
  const { result } = await operator('operation', 'show', '--operation', `${failed?.['operationId']}`);
  expect(result).toMatchObject({
    ...failed,
    isDelivered: false,
    upstream: { name: 'px6', account: 'main', reference: failed?.['operationId'], ids: [] },
    sweep: { state: 'due', round: 1 },
    recovery: null,
    writtenOff: [],
  });
});

test('operations are found by their order, their kind, their day and their place', async () => {
  const resellerId = await givenBuyer();
  const ids: unknown[] = [];
  for (let bought = 0; bought < 3; bought++)
    ids.unshift((await operator(...BUY, '--reseller', resellerId)).result?.['orderId']);
  const orders = async (...args: string[]) =>
    (await listed('--reseller', resellerId, ...args)).map(({ orderId }) => orderId);
  expect(await orders()).toEqual(ids);
  expect(await orders('--limit', '1', '--offset', '1')).toEqual([ids[1]]);
  expect(await orders('--kind', 'renewal')).toEqual([]);
  expect(await orders('--to', '2020-01-01')).toEqual([]);
  expect(await orders('--from', '2020-01-01')).toEqual(ids);
  expect((await listed('--order', `${ids[2]}`)).map(({ orderId }) => orderId)).toEqual([ids[2]]);
  expect((await listed('--limit', '2')).map(({ orderId }) => orderId)).toEqual(ids.slice(0, 2));
});

test('an operation has what the upstream took for it, and what was given back of it by itself or by the operator, in every list', async () => {
  const resellerId = await givenBuyer();
  const whose = ['--reseller', resellerId];
  const { result: order } = await operator(...BUY, ...whose);
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  await operator(...BUY, ...whose);
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'reset_after', times: 1 }]);
  await operator(...BUY, ...whose);
  const paid = { amountUsd: '0.75', givenBackUsd: '0.00' };
  // Seven days at 2.40 roubles a day, and 80 roubles to the dollar. The last answer was lost.
  const expected = [
    { ...paid, state: 'settled', costUsd: null },
    { state: 'refunded', costUsd: null, amountUsd: '0.75', givenBackUsd: '0.75' },
    { ...paid, state: 'settled', costUsd: '0.21' },
  ];
  const before = await listed(...whose);
  expect(before).toMatchObject(expected);
  const operation = ['--operation', `${before[2]?.['operationId']}`];
  for (const [usd, reference] of [
    ['0.50', 'first'],
    ['0.05', 'second'],
  ] as const) {
    const why = ['--reason', 'Slow', '--reference', `${reference} of ${resellerId}`];
    await operator('operation', 'refund', ...operation, '--usd', usd, ...why);
  }
  const after = { costUsd: '0.21', givenBackUsd: '0.55' };
  expect(await listed(...whose)).toMatchObject([...expected.slice(0, 2), after]);
  expect(await listed('--order', `${order?.['orderId']}`)).toMatchObject([after]);
  expect((await listed('--limit', '3'))[2]).toMatchObject(after);
  expect((await operator('operation', 'show', ...operation)).result).toMatchObject(after);
  const shown = await operator('order', 'show', '--order', `${order?.['orderId']}`);
  expect(shown.result?.['operations']).toMatchObject([after]);
  const { stdout } = await operator('operation', 'list', ...whose, '--format', 'table');
  expect(stdout).toMatch(/ costUsd +givenBackUsd /);
  expect(stdout).toMatch(/ 0\.21 +0\.55 /);
});

test('days belong to the instant at which an operation was started, with a reseller as without one', async () => {
  const resellerId = await givenBuyer();
  // The account was moved later than any clock says, so the next charge of it is dated behind that.
  await sql`update accounts set moved_at = now() + interval '2 days' where reseller_id = ${resellerId}`.execute(
    opened.services.database.sql,
  );
  await operator(...BUY, '--reseller', resellerId);
  const [bought] = await listed('--reseller', resellerId);
  const startedOn = new Date(`${bought?.['createdAt']}`.slice(0, 10));
  const day = (days: number) => new Date(startedOn.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const ids = async (...args: string[]) =>
    (await listed(...args))
      .map(({ operationId }) => operationId)
      .filter((id) => id === bought?.['operationId']);
  for (const whose of [[], ['--reseller', resellerId], ['--order', `${bought?.['orderId']}`]]) {
    expect(await ids(...whose, '--from', day(0), '--to', day(1))).toEqual([bought?.['operationId']]);
    expect(await ids(...whose, '--from', day(1))).toEqual([]);
    expect(await ids(...whose, '--to', day(0))).toEqual([]);
  }
});

test('a delivered operation shows the ids of its proxies at the upstream', async () => {
  const resellerId = await givenBuyer();
  await operator(...BUY, '--reseller', resellerId, '--quantity', '2');
  const [bought] = await listed('--reseller', resellerId);
  const { result } = await operator('operation', 'show', '--operation', `${bought?.['operationId']}`);
  expect(result).toMatchObject({
    isDelivered: true,
    upstream: { ids: [expect.any(String), expect.any(String)] },
  });
});

test('a statement says what each movement was for, and pages to the first one', async () => {
  const resellerId = await givenBuyer();
  const { result: order } = await operator(...BUY, '--reseller', resellerId, '--quantity', '2');
  const statement = async (...args: string[]) =>
    (await operator('reseller', 'statement', '--reseller', resellerId, ...args)).result;
  const first = await statement('--limit', '1');
  expect(first).toMatchObject({
    openingBalanceUsd: '0.00',
    closingBalanceUsd: '8.50',
    // To add up all movements of a balance that has millions takes seconds.
    sums: null,
    movements: [
      {
        kind: 'purchase',
        amountUsd: '-1.50',
        balanceAfterUsd: '8.50',
        orderId: order?.['orderId'],
        tier: 'prem',
        type: 'ipv4',
        country: 'US',
        quantity: 2,
        days: 7,
        operationId: expect.any(String),
      },
    ],
  });
  expect(await statement('--before', `${first?.['next']}`)).toMatchObject({
    next: null,
    movements: [{ kind: 'top_up', amountUsd: '10.00', balanceAfterUsd: '10.00', operationId: null }],
  });
  expect(await statement('--to', '2020-01-01')).toMatchObject({ movements: [], next: null });
});

test('a statement of some days has the balance at both ends of them, and nothing of what came later', async () => {
  const resellerId = await givenBuyer();
  await operator(...BUY, '--reseller', resellerId, '--quantity', '2');
  const statement = async (...args: string[]) =>
    (await operator('reseller', 'statement', '--reseller', resellerId, ...args)).result;
  expect(await statement('--to', '2020-01-01')).toMatchObject({
    openingBalanceUsd: '0.00',
    closingBalanceUsd: '0.00',
    sums: null,
  });
  expect(await statement('--from', '2020-01-01')).toMatchObject({
    openingBalanceUsd: '0.00',
    closingBalanceUsd: '8.50',
    sums: [
      { kind: 'purchase', movements: 1, amountUsd: '-1.50' },
      { kind: 'top_up', movements: 1, amountUsd: '10.00' },
    ],
  });
  expect(await statement('--from', '2199-01-01')).toMatchObject({
    openingBalanceUsd: '8.50',
    closingBalanceUsd: '8.50',
    sums: [],
    movements: [],
  });
});

test('order list says what was paid for an order: its renewals, too, and without what was given back', async () => {
  const resellerId = await givenBuyer();
  const { result: order } = await operator(...BUY, '--reseller', resellerId);
  const orderId = Number(order?.['orderId']);
  await renew(
    opened.services,
    { resellerId: Number(resellerId), source: 'bot', priceList: 'standard' },
    {
      orderId,
      period: '7d',
    },
  );
  const paid = async () =>
    (await operator('order', 'list', '--reseller', resellerId)).result?.['orders'] as object[];
  expect(await paid()).toMatchObject([{ priceUsd: '0.75', paidUsd: '1.50' }]);
  const [renewal] = await listed('--reseller', resellerId, '--kind', 'renewal');
  const decision = ['--usd', '0.50', '--reason', 'Slow', '--reference', `paid-${orderId}`];
  await operator('operation', 'refund', '--operation', `${renewal?.['operationId']}`, ...decision);
  expect(await paid()).toMatchObject([{ priceUsd: '0.75', paidUsd: '1.00' }]);
});

test.each(['0001-01-01', '1026-11-01', '1969-12-31'])(
  'days from %s to the end of all are days like others to every command that takes some',
  async (from) => {
    const resellerId = await givenBuyer();
    await operator(...BUY, '--reseller', resellerId);
    const days = ['--from', from, '--to', '9999-12-31'];
    for (const command of [
      ['operation', 'list'],
      ['operation', 'list', '--reseller', resellerId],
      ['order', 'list'],
      ['reseller', 'statement', '--reseller', resellerId],
      ['report', 'profit'],
      ['audit', 'list'],
    ])
      expect(await operator(...command, ...days)).toMatchObject({ status: 0, stderr: '' });
    expect(await listed('--reseller', resellerId, ...days)).toHaveLength(1);
    expect(await listed('--reseller', resellerId, '--to', from)).toEqual([]);
  },
);

const forbidden = async () => {
  throw new Error('opened');
};

test.each([
  [
    ['reseller', 'statement', '--reseller', '1', '--from', '2026-11-30', '--to', '2026-11-01'],
    /not before --to/,
  ],
  [['operation', 'list', '--from', '2026-11-01', '--to', '2026-11-01'], /not before --to/],
  [['order', 'list', '--from', '2026-02-30'], /UTC day such as/],
  [['operation', 'show', '--operation', 'x'], /operation list/],
])('%j is refused before a database is opened', async (args, message) => {
  expect((await run(args, forbidden)).error).toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(message),
  });
});

test('an operation that is not there is refused', async () => {
  const id = randomUUID().replace(/^(.{14})./, '$18');
  expect((await operator('operation', 'show', '--operation', id)).error?.message).toMatch(
    /There is no operation/,
  );
});

test('a failure is plain text for a person who asked for tables', async () => {
  const { stderr } = await operator('order', 'show', '--order', '999999', '--format', 'table');
  expect(stderr).toBe('There is no order 999999; "order list" prints those there are.\n');
});

test('order list takes only what all its filters let through', async () => {
  const resellerId = await givenBuyer();
  await operator(...BUY, '--reseller', resellerId);
  const count = async (...args: string[]) => {
    const { result } = await operator('order', 'list', '--reseller', resellerId, ...args);
    return (result?.['orders'] as unknown[] | undefined)?.length;
  };
  expect(await count('--tier', 'prem', '--type', 'ipv4', '--country', 'us', '--from', '2020-01-01')).toBe(1);
  expect(await count('--country', 'DE')).toBe(0);
  expect(await count('--tier', 'prem', '--ends-to', '2020-01-01')).toBe(0);
  expect(await count('--ends-from', '2020-01-01')).toBe(1);
});

test('orders show what their resellers write on them, by which they are also listed, and so does the statement', async () => {
  const resellerId = await givenBuyer();
  const { result: order } = await operator(...BUY, '--reseller', resellerId);
  await operator(...BUY, '--reseller', resellerId);
  const orderId = Number(order?.['orderId']);
  const written = { label: 'shop 7', note: 'one\ntwo', customer: 'ACME "12"' };
  const { database, clock } = opened.services;
  await updateOrder(database, { resellerId: Number(resellerId), orderId, at: clock.now(), ...written });
  const { result: list } = await operator('order', 'list', '--customer', written.customer);
  expect(list).toMatchObject({ totals: { orders: 1 }, orders: [{ orderId, ...written }] });
  expect((await operator('order', 'show', '--order', `${orderId}`)).result).toMatchObject(written);
  const { label, customer } = written;
  const statement = await operator('reseller', 'statement', '--reseller', resellerId);
  const movements = statement.result?.['movements'] as object[];
  expect(movements.slice(0, 2)).toMatchObject([
    { label: null, customer: null },
    { orderId, label, customer },
  ]);
});

test('order list counts and sums up what its filters let through, whichever page it shows', async () => {
  const resellerId = await givenBuyer();
  for (const quantity of ['1', '2', '3'])
    await operator(...BUY, '--reseller', resellerId, '--quantity', quantity);
  const totals = async (...args: string[]) =>
    (await operator('order', 'list', '--reseller', resellerId, ...args)).result?.['totals'];
  const all = { orders: 3, purchasesUsd: '4.50', hasMore: false };
  expect(await totals()).toEqual(all);
  expect(await totals('--product', 'prem/ipv4', '--status', 'active')).toEqual(all);
  expect(await totals('--limit', '1', '--offset', '2')).toEqual(all);
  expect(await totals('--product', 'di/diresi')).toEqual({ orders: 0, purchasesUsd: '0.00', hasMore: false });
  const { error } = await operator('order', 'list', '--product', 'prem/ipv4', '--tier', 'prem');
  expect(error?.message).toMatch(/--product, or --tier and --type/);
  expect((await operator('order', 'list', '--product', 'ipv4')).error?.message).toMatch(/prem\/ipv4/);
});
