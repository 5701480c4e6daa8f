import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import { MAX_SUMMED } from '../../src/purchases/statement-sums.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { daysAgo, givenMovements } from '../support/given-history.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import {
  MovementNodeDocument,
  PaidForOrderDocument,
  SpendingDocument,
  StatementDocument,
  StatementSumsDocument,
  type StatementSumsQuery,
  StatementWithOrdersDocument,
} from './generated/graphql.ts';

const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

let service: RunningService;
let statements: Statements;
let reseller: GivenReseller;
let orders: { term: number; luxury: number };

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  const { services, sandbox } = service;
  reseller = await givenReseller(services, { balanceUsd: '100' });
  const buyer = buyerOf(reseller);
  const term = (await purchase(services, buyer, { ...ITEM, quantity: 2 })).sale.order.id;
  await renew(services, buyer, { orderId: term, period: '7d' });
  const bought = await purchase(services, buyer, {
    tier: 'di',
    type: 'diresi',
    country: 'ANY',
    period: '10gb',
  });
  const luxury = bought.sale.order.id;
  await addTraffic(services, buyer, { orderId: luxury, period: '5gb' });
  sandbox.arm([
    { upstream: 'px6', call: 'buy', mode: 'reset_before', times: 1 },
    { upstream: 'px6', call: 'prolong', mode: 'reset_before', times: 1 },
  ]);
  await expect(purchase(services, buyer, ITEM)).rejects.toMatchObject({ code: 'provider_error' });
  await expect(renew(services, buyer, { orderId: term, period: '7d' })).rejects.toMatchObject({
    code: 'provider_error',
  });
  const payment = { resellerId: reseller.resellerId, amount: 5_000_000n, reference: 'payment-1' };
  await topUp(services.database, { ...payment, at: services.clock.now() });
  orders = { term, luxury };
});
beforeEach(() => sql`truncate rate_windows`.execute(service.services.database.sql));
afterAll(() => service.close());

const RENEWAL = () => `Renewal of order ${orders.term}, Premium IPv4 HTTP, US, 7 days, 2 proxies`;
const LINES = () => [
  ['TOP_UP', '5.00', 'Top-up'],
  ['REFUND', '1.20', `Refund, not delivered: ${RENEWAL()}`],
  ['RENEWAL', '-1.20', RENEWAL()],
  ['REFUND', '1.80', 'Refund, not delivered: Premium IPv4 HTTP, US, 30 days, 1 proxy'],
  ['PURCHASE', '-1.80', 'Premium IPv4 HTTP, US, 30 days, 1 proxy'],
  [
    'TRAFFIC',
    expect.stringMatching(/^-/),
    `Traffic for order ${orders.luxury}, Luxury Residential, any country, 5 GB`,
  ],
  ['PURCHASE', expect.stringMatching(/^-/), 'Luxury Residential, any country, 10 GB'],
  ['RENEWAL', '-1.20', RENEWAL()],
  ['PURCHASE', '-3.60', 'Premium IPv4 HTTP, US, 30 days, 2 proxies'],
  ['TOP_UP', '100.00', 'Top-up'],
];

type Variables = Parameters<typeof service.graphql<unknown, Record<string, unknown>>>[2];

async function page(variables: Variables = {}, { apiKey } = reseller) {
  const { status, body } = await service.graphql(apiKey, StatementDocument, variables);
  return { status, errors: body.errors, ...body.data?.viewer.statement };
}

test('a statement says of each movement what it was for, what it changed and what was left', async () => {
  const { edges = [] } = await page();
  const nodes = edges.map(({ node }) => node);
  expect(nodes.map(({ kind, amountUsd, description }) => [kind, amountUsd, description])).toEqual(LINES());
  const { body } = await service.graphql(reseller.apiKey, SpendingDocument, { by: 'DAY', last: 1 });
  expect(nodes[0]?.balanceAfterUsd).toBe(body.data?.viewer.balanceUsd);
  for (const [i, { amountUsd, balanceAfterUsd, at }] of nodes.entries()) {
    const before = nodes[i + 1];
    expect(Number(balanceAfterUsd)).toBeCloseTo(Number(before?.balanceAfterUsd ?? 0) + Number(amountUsd), 6);
    expect(Date.parse(String(at))).toBeGreaterThanOrEqual(Date.parse(String(before?.at ?? at)));
  }
  expect(nodes.map(({ reference }) => reference)).toEqual([
    'payment-1',
    ...Array.from({ length: 8 }, () => null),
    `opening:${reseller.resellerId}`,
  ]);
});

test('a movement leads to its order, unless there is none', async () => {
  const { body } = await service.graphql(reseller.apiKey, StatementWithOrdersDocument, {});
  const [term, luxury] = [String(orders.term), String(orders.luxury)];
  expect(body.data?.viewer.statement.nodes.map(({ order }) => order?.id ?? null)).toEqual([
    null,
    term,
    term,
    null,
    null,
    luxury,
    luxury,
    term,
    term,
    null,
  ]);
});

test('a page takes 2 statements, 3 with its orders, whatever its size', async () => {
  for (const first of [2, 200]) {
    const alone = await statements.during(async () => void (await page({ first })));
    expect(alone).toHaveLength(2);
    const withOrders = await statements.during(async () => {
      await service.graphql(reseller.apiKey, StatementWithOrdersDocument, { first });
    });
    expect(withOrders).toHaveLength(3);
  }
});

test('spending of 120 months and how long the balance lasts take one statement', async () => {
  const sent = await statements.during(async () => {
    const { body } = await service.graphql(reseller.apiKey, SpendingDocument, { by: 'MONTH', last: 120 });
    expect(body.data?.viewer.spending).toHaveLength(120);
  });
  // The admission, the wallet and the spending.
  expect(sent).toHaveLength(3);
});

test('pages follow each other by cursors, forward through all of it', async () => {
  const whole = (await page()).edges ?? [];
  const read = [];
  let after: string | undefined;
  for (let pages = 1; ; pages++) {
    const { edges = [], pageInfo } = await page({ first: 3, after });
    expect(pageInfo).toEqual({
      hasNextPage: pages < 4,
      hasPreviousPage: pages > 1,
      startCursor: edges[0]?.cursor,
      endCursor: edges.at(-1)?.cursor,
    });
    read.push(...edges);
    if (!pageInfo?.hasNextPage) break;
    after = pageInfo.endCursor ?? undefined;
  }
  expect(read).toEqual(whole);
});

test('a kind and a time select movements, and may select none', async () => {
  const whole = (await page()).edges ?? [];
  for (const kind of ['PURCHASE', 'RENEWAL', 'TRAFFIC', 'REFUND', 'TOP_UP'])
    expect((await page({ kind })).edges).toEqual(whole.filter(({ node }) => node.kind === kind));
  const at = whole[4]?.node.at;
  const since = whole.filter(({ node }) => String(node.at) >= String(at));
  expect((await page({ from: at })).edges).toEqual(since);
  expect((await page({ to: at })).edges).toEqual(whole.slice(since.length));
  expect((await page({ from: at, to: at })).edges).toEqual([]);
  const ever = { from: '0001-01-01T00:00:00Z', to: '9999-12-31T23:59:59.999999999Z' };
  expect((await page(ever)).edges).toEqual(whole);
  expect((await page({ to: '2001-01-01T00:00:00+02:00' })).edges).toEqual([]);
});

test('an order shows all that was paid for it: purchase, renewals, traffic and what came back', async () => {
  const orderId = String(orders.term);
  const nodesOf = async (id: string) => (await page({ orderId: id })).edges?.map(({ node }) => node);
  expect((await nodesOf(orderId))?.map(({ kind, amountUsd }) => [kind, amountUsd])).toEqual([
    ['REFUND', '1.20'],
    ['RENEWAL', '-1.20'],
    ['RENEWAL', '-1.20'],
    ['PURCHASE', '-3.60'],
  ]);
  const paid = await service.graphql(reseller.apiKey, PaidForOrderDocument, { id: orderId });
  expect(paid.body.data?.order).toMatchObject({ priceUsd: '3.60', paidUsd: '4.80' });
  expect((await nodesOf(String(orders.luxury)))?.map(({ kind }) => kind)).toEqual(['TRAFFIC', 'PURCHASE']);
  const [, second] = (await page({ orderId })).edges ?? [];
  const rest = await page({ orderId, after: second?.cursor, kind: 'RENEWAL' });
  expect(rest.edges?.map(({ node }) => node.kind)).toEqual(['RENEWAL']);
  expect((await page({ orderId: '999999' })).edges).toEqual([]);
  const stranger = await givenReseller(service.services, { balanceUsd: '1' });
  expect((await page({ orderId }, stranger)).edges).toEqual([]);
  expect((await page({ orderId: 'x' })).errors?.[0]?.extensions?.['code']).toBe('INVALID_REQUEST');
});

const micros = (usd: string) => Math.round(Number(usd) * 1e6);
const total = (some: readonly { amountUsd: string }[] = []) =>
  some.reduce((sum, { amountUsd }) => sum + micros(amountUsd), 0);

test('a statement added up by product, country and kind is the statement, and that of the period before', async () => {
  const { services } = service;
  const owner = await givenReseller(daysAgo(services, 80), { balanceUsd: '500' });
  for (const days of [75, 74, 60, 45, 40, 33, 12, 9, 2]) {
    const then = daysAgo(services, days);
    const country = days % 2 ? 'US' : 'DE';
    const { order } = (await purchase(then, buyerOf(owner), { ...ITEM, country })).sale;
    if (days % 3 === 0) await renew(then, buyerOf(owner), { orderId: order.id, period: '7d' });
  }
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'reset_before', times: 1 }]);
  await expect(purchase(daysAgo(services, 1), buyerOf(owner), ITEM)).rejects.toMatchObject({
    code: 'provider_error',
  });
  const now = services.clock.now().getTime();
  const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();
  const linesOf = async (from: string, to: string) =>
    ((await page({ from, to, first: 200 }, owner)).edges ?? []).map(({ node }) => node);
  for (const range of [
    {},
    { from: ago(50), to: ago(10) },
    { from: ago(79.5) },
    { to: ago(5) },
    { from: ago(1.5), to: ago(0) },
    { from: '0001-01-01T00:00:00Z', to: '0001-01-31T00:00:00Z' },
  ]) {
    const asked = { ...range, timeZone: 'Asia/Kolkata' };
    const { body } = await service.graphql(owner.apiKey, StatementSumsDocument, asked);
    const sums = body.data?.viewer.statementSums as StatementSumsQuery['viewer']['statementSums'];
    const lines = await linesOf(sums.from, sums.to);
    const linesBefore = await linesOf(sums.previousFrom, sums.previousTo);
    for (const { kind, movements, amountUsd, previousAmountUsd } of sums.byKind) {
      const ofKind = lines.filter((line) => line.kind === kind);
      expect([movements, micros(amountUsd)]).toEqual([ofKind.length, total(ofKind)]);
      expect(micros(previousAmountUsd)).toBe(total(linesBefore.filter((line) => line.kind === kind)));
    }
    expect(total(sums.byKind)).toBe(total(lines));
    const charges = lines.filter(({ kind }) => kind !== 'TOP_UP');
    const spent = [total(charges), total(charges), total(charges)];
    expect([0 - micros(sums.spentUsd), total(sums.byProduct), total(sums.byCountry)]).toEqual(spent);
    const chargesBefore = linesBefore.filter(({ kind }) => kind !== 'TOP_UP');
    expect(0 - micros(sums.previousSpentUsd)).toBe(total(chargesBefore));
  }
  const { body } = await service.graphql(owner.apiKey, StatementSumsDocument, { from: ago(50), to: ago(10) });
  const { byProduct, byCountry } = body.data?.viewer.statementSums ?? {};
  expect(byProduct).toMatchObject([{ tier: 'prem', type: 'ipv4', country: null, kind: null, movements: 7 }]);
  expect(byCountry?.map(({ country }) => country).sort()).toEqual(['DE', 'US']);
});

test.each([
  [{ from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }, 'from'],
  [{ from: '2025-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' }, 'from'],
  [{ timeZone: 'Mars/Phobos' }, 'timeZone'],
  [{ timeZone: '+02:00' }, 'timeZone'],
  [{ timeZone: '' }, 'timeZone'],
  [{ timeZone: 'A'.repeat(65) }, 'timeZone'],
])('sums of %j are refused by the name of the argument', async (variables, argument) => {
  const { body } = await service.graphql(reseller.apiKey, StatementSumsDocument, variables);
  expect(body.errors?.[0]?.message).toMatch(new RegExp(`^${argument}: `));
  expect(body.errors?.[0]?.extensions?.['code']).toBe('INVALID_REQUEST');
});

test('a period of too many movements is refused, and a shorter one is added up', async () => {
  const { services } = service;
  const owner = await givenReseller(services, { balanceUsd: '0' });
  await givenMovements(services, owner.resellerId, MAX_SUMMED + 1);
  const ask = async (from: string) =>
    (await service.graphql(owner.apiKey, StatementSumsDocument, { from })).body;
  const today = new Date(services.clock.now().getTime() - 3_600_000).toISOString();
  expect((await ask(today)).errors?.[0]?.message).toMatch(/^from: must be later: .*ask for a shorter/);
  const tenth = (await page({ first: 10 }, owner)).edges?.at(-1);
  const { data } = await ask(String(tenth?.node.at));
  expect(data?.viewer.statementSums.byKind).toMatchObject([{ kind: 'TOP_UP', movements: 10 }]);
});

test('sums count as six requests toward the rate', async () => {
  const owner = await givenReseller(service.services);
  const ask = () => service.graphql(owner.apiKey, StatementSumsDocument, {});
  for (let asked = 0; asked < 10; asked++) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
});

test('spending by day is that of the days of a time zone', async () => {
  const asked = { by: 'DAY' as const, last: 2, timeZone: 'Asia/Kolkata' };
  const { body } = await service.graphql(reseller.apiKey, SpendingDocument, asked);
  expect(body.data?.viewer.spending.map(({ from }) => String(from).slice(11))).toEqual([
    '18:30:00.000Z',
    '18:30:00.000Z',
  ]);
  const wrong = await service.graphql(reseller.apiKey, SpendingDocument, { ...asked, timeZone: 'x' });
  expect(wrong.body.errors?.[0]?.message).toMatch(/^timeZone: must be the IANA name/);
});

const cursor = (text: string) => Buffer.from(text).toString('base64url');

test.each([
  [{ first: 0 }, 'first'],
  [{ first: 201 }, 'first'],
  [{ first: -1 }, 'first'],
  [{ after: '' }, 'after'],
  [{ after: 'nonsense' }, 'after'],
  [{ after: cursor('order:7') }, 'after'],
  [{ after: cursor('movement:') }, 'after'],
  [{ after: cursor('movement:-1') }, 'after'],
  [{ after: cursor('movement:1:1') }, 'after'],
  [{ after: cursor('movement:9999999999999999') }, 'after'],
  [{ from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }, 'to'],
])('a page of %j is refused by the name of its argument', async (variables, argument) => {
  const { errors, edges } = await page(variables);
  expect(edges).toBeUndefined();
  expect(errors?.[0]?.message).toMatch(new RegExp(`^${argument}: `));
  expect(errors?.[0]?.extensions?.['code']).toBe('INVALID_REQUEST');
});

test.each([
  'yesterday',
  '',
  '2026-03-01',
  '2026-03-01T00:00:00',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '+010000-01-01T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-03-01T24:00:00Z',
  7,
])('%j is no instant', async (from) => {
  const { status, errors, edges } = await page({ from });
  expect(status).toBe(400);
  expect(edges).toBeUndefined();
  expect(errors?.[0]?.message).toContain('DateTime takes an instant');
});

test('any cursor that a page could give is taken, also one of another reseller', async () => {
  const stranger = await givenReseller(service.services, { balanceUsd: '1' });
  const [movement] = (await page({}, stranger)).edges ?? [];
  expect((await page({ after: movement?.cursor })).errors).toBeUndefined();
  expect((await page({ after: cursor('movement:1') })).edges).toEqual([]);
  const [newest] = (await page()).edges ?? [];
  expect((await page({ after: cursor(`movement:${Number.MAX_SAFE_INTEGER}`) })).edges?.[0]).toEqual(newest);
});

test('a movement is a node of its reseller and of nobody else', async () => {
  const [edge] = (await page()).edges ?? [];
  const find = async (id: string, { apiKey } = reseller) =>
    (await service.graphql(apiKey, MovementNodeDocument, { id })).body;
  const id = String(edge?.node.id);
  expect(await find(id)).toEqual({ data: { node: edge?.node } });
  const stranger = await givenReseller(service.services, { balanceUsd: '1' });
  expect(await find(id, stranger)).toEqual({ data: { node: null } });
  const own = `movement:${reseller.resellerId}`;
  for (const wrong of [
    'movement:',
    own,
    `${own}/`,
    `${own}/1`,
    `${id}/1`,
    `${own}/01`,
    `${own}/${'9'.repeat(16)}`,
  ])
    expect(await find(wrong), wrong).toEqual({ data: { node: null } });
});

test('spending is what the statement says, and the balance lasts at its pace', async () => {
  const now = service.clock.now();
  const { body } = await service.graphql(reseller.apiKey, SpendingDocument, { by: 'WEEK', last: 3 });
  const { viewer } = body.data ?? {};
  const lines = ((await page()).edges ?? []).filter(({ node }) => node.kind !== 'TOP_UP');
  const spent = -lines.reduce((sum, { node }) => sum + Number(node.amountUsd), 0);
  const weeks = viewer?.spending.map(({ amountUsd }) => Number(amountUsd)) ?? [];
  expect(weeks).toHaveLength(3);
  expect(weeks.reduce((sum, amount) => sum + amount)).toBeCloseTo(spent, 6);
  const days = (Date.parse(String(viewer?.balanceLastsUntil)) - now.getTime()) / 86_400_000;
  expect(days).toBeCloseTo((Number(viewer?.balanceUsd) / spent) * 7, 1);
  const idle = await givenReseller(service.services, { balanceUsd: '1' });
  const answer = await service.graphql(idle.apiKey, SpendingDocument, { by: 'DAY', last: 2 });
  expect(answer.body.data?.viewer).toMatchObject({
    balanceLastsUntil: null,
    spending: [{ amountUsd: '0.00' }, { amountUsd: '0.00' }],
  });
});

test.each([0, 121, -1])('spending of the last %d days is refused', async (last) => {
  const { body } = await service.graphql(reseller.apiKey, SpendingDocument, { by: 'DAY', last });
  expect(body.errors?.[0]?.message).toBe('last: must be from 1 to 120.');
});

test('a document with many statements is over the limit', async () => {
  const many = Array.from({ length: 20 }, (_, i) => `s${i}: statement(first: 1) { nodes { id } }`);
  const { body } = await sendGraphql(service.url, reseller.apiKey, `{ viewer { ${many.join(' ')} } }`);
  expect(body.errors?.[0]?.message).toContain('over the limit of complexity');
});

test('nobody reads a statement without a key', async () => {
  const { body } = await service.graphql(undefined, StatementDocument, {});
  expect(body.data ?? null).toBeNull();
  expect(body.errors?.[0]?.extensions?.['code']).toBe('UNAUTHORIZED');
});
