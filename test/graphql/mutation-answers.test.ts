import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import {
  AddTrafficWholeDocument,
  PresentDocument,
  PurchaseWholeDocument,
  RenewWholeDocument,
  ResetPasswordWholeDocument,
  UpdateSettingsWholeDocument,
} from './generated/graphql.ts';

const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
const LUXURY = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };

let service: RunningService;
let statements: Statements;
let reseller: GivenReseller;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

interface Whole {
  order: { id: string };
}

/** The result of a mutation that succeeds. */
async function send<Data extends { result: object }, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Whole & Record<string, unknown>> {
  const { body } = await service.graphql(reseller.apiKey, document, variables);
  if (!body.data || !('order' in body.data.result)) throw new Error(JSON.stringify(body));
  return body.data.result as Whole & Record<string, unknown>;
}

async function present(id: string) {
  const { body } = await service.graphql(reseller.apiKey, PresentDocument, { id });
  if (!body.data?.order) throw new Error(JSON.stringify(body));
  return body.data;
}

/**
 * The time of the measurement is left out of the comparison, because it says how old the traffic is and not
 * what it is.
 */
const NOT_WHEN = { traffic: { measuredAt: expect.any(String) } };

function expectSame(answered: Whole & Record<string, unknown>, now: Awaited<ReturnType<typeof present>>) {
  const { order, viewer } = answered;
  const asNow =
    now.order && 'traffic' in now.order
      ? { ...now.order, traffic: { ...now.order.traffic, ...NOT_WHEN.traffic } }
      : now.order;
  expect(order).toEqual(asNow);
  expect(viewer).toEqual(now.viewer);
}

test.each([
  ['a term order', TERM],
  ['a Luxury order', LUXURY],
])('a purchase of %s answers with what a query returns right after it', async (_name, input) => {
  const answered = await send(PurchaseWholeDocument, { input });
  expectSame(answered, await present(answered.order.id));
});

test('a renewal answers with what a query returns right after it', async () => {
  const { order } = await send(PurchaseWholeDocument, { input: TERM });
  const answered = await send(RenewWholeDocument, { input: { orderId: order.id, period: '7d' } });
  expectSame(answered, await present(order.id));
});

test('an addition of traffic answers with what a query returns right after it, at every place of the answer', async () => {
  const { order } = await send(PurchaseWholeDocument, { input: LUXURY });
  const answered = await send(AddTrafficWholeDocument, { input: { orderId: order.id, period: '5gb' } });
  expectSame(answered, await present(order.id));
  expect(answered).toMatchObject({
    traffic: { totalGb: 6 },
    order: { trafficGb: 6, traffic: answered['traffic'] },
  });
});

test('a change of settings answers with what a query returns right after it, at every place of the answer', async () => {
  const { order } = await send(PurchaseWholeDocument, { input: LUXURY });
  const input = { orderId: order.id, protocol: 'SOCKS5', paused: true, threads: 7 } as const;
  const answered = await send(UpdateSettingsWholeDocument, { input });
  expectSame(answered, await present(order.id));
  expect(answered.order).toMatchObject({
    status: 'PAUSED',
    protocol: 'SOCKS5',
    settings: answered['settings'],
  });
  const { socks5Port } = service.sandbox.gateway;
  expect(answered.order).toMatchObject({ proxies: [{ port: socks5Port }] });
});

test('a new password answers with the order that has it', async () => {
  const { order } = await send(PurchaseWholeDocument, { input: LUXURY });
  const answered = await send(ResetPasswordWholeDocument, { input: { orderId: order.id } });
  expectSame(answered, await present(order.id));
  const { login, password } = answered;
  expect(answered.order).toMatchObject({ proxies: [{ login, password }], settings: { login } });
});

test('of two changes in one document each answers with what it made', async () => {
  const { order } = await givenLuxuryOrder(service.services, { reseller });
  const change = (threads: number) =>
    `updateSettings(input: { orderId: "${order.id}", threads: ${threads}, paused: ${threads > 5} }) {
      ... on UpdateSettingsSuccess { settings { threads } order { status settings { threads } proxies { login } } } }`;
  const reset = `resetPassword(input: { orderId: "${order.id}" }) {
    ... on ResetPasswordSuccess { login order { status proxies { login } lines settings { login } } } }`;
  const query = `mutation { a: ${change(5)} r: ${reset} b: ${change(6)} }`;
  const { body } = await sendGraphql<Record<string, { login: string }>>(service.url, reseller.apiKey, query);
  const login = body.data?.['r']?.login;
  expect(body.data).toMatchObject({
    a: { settings: { threads: 5 }, order: { status: 'ACTIVE', settings: { threads: 5 } } },
    r: { order: { status: 'ACTIVE', proxies: [{ login }], settings: { login } } },
    b: {
      settings: { threads: 6 },
      order: { status: 'PAUSED', settings: { threads: 6 }, proxies: [{ login }] },
    },
  });
});

test('a repeated answer says so: its order is as it was, its viewer as it is', async () => {
  const input = { ...TERM, idempotencyKey: 'once' };
  const first = await send(PurchaseWholeDocument, { input });
  await send(RenewWholeDocument, { input: { orderId: first.order.id, period: '7d' } });
  const again = await send(PurchaseWholeDocument, { input });
  expect(first['replayed']).toBe(false);
  const { viewer } = await present(first.order.id);
  expect(viewer).not.toEqual(first['viewer']);
  expect(again).toEqual({ ...first, replayed: true, viewer });
});

test('a repeated addition shows one traffic, that of its time, wherever it is selected', async () => {
  const { order } = await send(PurchaseWholeDocument, { input: LUXURY });
  const input = { orderId: order.id, period: '1gb', idempotencyKey: 'once more' };
  const first = await send(AddTrafficWholeDocument, { input });
  await send(AddTrafficWholeDocument, { input: { orderId: order.id, period: '1gb' } });
  const again = await send(AddTrafficWholeDocument, { input });
  expect(again).toEqual({ ...first, replayed: true, viewer: expect.anything() });
  expect(again).toMatchObject({ traffic: { totalGb: 2 }, order: { trafficGb: 2, traffic: { totalGb: 2 } } });
});

const readsOf = (sent: string[], table: string) =>
  sent.filter((text) => new RegExp(`^\\s*select[^;]*from "?${table}"? `).test(text.replaceAll('\n', ' ')))
    .length;

test.each([
  ['updateSettings', 'threads: 9', 'UpdateSettingsSuccess'],
  ['resetPassword', '', 'ResetPasswordSuccess'],
])(
  '%s reads the order and the viewer once more where they are selected, and not where they are not',
  async (field, input, type) => {
    const { order } = await givenLuxuryOrder(service.services, { reseller });
    const run = (selected: string) =>
      statements.during(async () => {
        const query = `mutation { ${field}(input: { orderId: "${order.id}" ${input} }) { __typename ... on ${type} { ${selected} } } }`;
        const { body } = await sendGraphql<Record<string, object>>(service.url, reseller.apiKey, query);
        expect(body.data?.[field]).toMatchObject({ __typename: type });
      });
    const without = await run('__typename');
    const withBoth = await run('order { status quantity } viewer { balanceUsd }');
    expect(readsOf(withBoth, 'orders') - readsOf(without, 'orders')).toBe(1);
    expect(readsOf(withBoth, 'resellers') - readsOf(without, 'resellers')).toBe(1);
  },
);
