import { isInterfaceType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { CatalogDocument, NodeDocument, PurchaseDocument } from './generated/graphql.ts';

let service: RunningService;
let statements: Statements;
let reseller: GivenReseller;
/** A Luxury order and a term order. */
let luxury: string;
let term: string;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  reseller = await givenReseller(service.services);
  luxury = String((await givenLuxuryOrder(service.services, { reseller })).order.id);
  const input = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
  const { body } = await service.graphql(reseller.apiKey, PurchaseDocument, { input });
  if (body.data?.purchase.__typename !== 'PurchaseSuccess') throw new Error(JSON.stringify(body));
  term = body.data.purchase.order.id;
});
afterAll(() => service.close());

const find = async (id: string, { apiKey } = reseller) =>
  (await service.graphql(apiKey, NodeDocument, { id })).body;

test('every type with an id is a Node, and every Node can be found', () => {
  const withId = Object.values(schema.getTypeMap()).filter(
    (type) => (isObjectType(type) || isInterfaceType(type)) && 'id' in type.getFields(),
  );
  const nodes = withId.filter(
    (type) => 'getInterfaces' in type && type.getInterfaces().some(({ name }) => name === 'Node'),
  );
  expect(nodes.map(({ name }) => name).sort()).toEqual(
    withId
      .map(({ name }) => name)
      .filter((name) => name !== 'Node')
      .sort(),
  );
  expect(
    nodes
      .filter(isObjectType)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'ApiKey',
    'BulkJob',
    'ConsoleSession',
    'Event',
    'FrontendToken',
    'LuxuryOrder',
    'LuxurySettings',
    'Movement',
    'Passkey',
    'Period',
    'Product',
    'Proxy',
    'ProxyList',
    'StockWatch',
    'TermOrder',
    'Tier',
    'Traffic',
    'Viewer',
    'Webhook',
  ]);
});

test('no two things of the catalog share an id, and each is found by its own', async () => {
  const { body } = await service.graphql(reseller.apiKey, CatalogDocument, {});
  const tiers = body.data?.tiers ?? [];
  const products = tiers.flatMap(({ types }) => types);
  const periods = products.flatMap((product) => product.periods);
  const all = [...tiers, ...products, ...periods];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  // The contract's own identifiers are not unique: each of these is 1 GB, of another product.
  expect(periods.filter(({ code }) => code === '1gb').length).toBeGreaterThan(1);

  for (const { id, priceUsd } of periods.filter(({ code }) => code === '1gb'))
    expect(await find(id)).toEqual({ data: { node: { __typename: 'Period', id, code: '1gb', priceUsd } } });
  expect((await find('tier:di')).data?.node).toMatchObject({ __typename: 'Tier', name: 'Luxury' });
  expect((await find('product:di/didc')).data?.node).toMatchObject({ __typename: 'Product', code: 'didc' });
});

test('the caller and what belongs to an order are found by their ids', async () => {
  const nodes: [string, object][] = [
    [`viewer:${reseller.resellerId}`, { __typename: 'Viewer', balanceUsd: '98.40' }],
    [luxury, { __typename: 'LuxuryOrder', status: expect.any(String), quantity: 1 }],
    [term, { __typename: 'TermOrder', quantity: 1 }],
    [`proxy:${term}/1`, { __typename: 'Proxy' }],
    [`traffic:${luxury}`, { __typename: 'Traffic', orderId: luxury, leftGb: 1 }],
    [`settings:${luxury}`, { __typename: 'LuxurySettings', country: 'ANY', login: expect.any(String) }],
  ];
  for (const [id, node] of nodes) {
    const { data, errors } = await find(id);
    expect(errors).toBeUndefined();
    expect(data?.node).toMatchObject({ id, ...node });
  }
});

test('what is not there, and what is not the caller’s, is null', async () => {
  const nothing = [
    '999999',
    `traffic:${term}`,
    `settings:${term}`,
    'traffic:999999',
    'proxy:999999/1',
    `proxy:${term}/9`,
    'tier:nope',
    'product:prem/nope',
    'product:nope/ipv4',
    'period:prem/ipv4/31d',
    'viewer:999999',
  ];
  for (const id of nothing) expect(await find(id), id).toEqual({ data: { node: null } });
  const stranger = await givenReseller(service.services);
  for (const id of [luxury, `traffic:${luxury}`, `settings:${luxury}`, `viewer:${reseller.resellerId}`])
    expect(await find(id, stranger), id).toEqual({ data: { node: null } });
});

test('what was never an id is null', async () => {
  const stranger = await givenReseller(service.services);
  const malformed = [
    '',
    '0',
    '-1',
    '01',
    '1.0',
    '1e3',
    '9'.repeat(16),
    ':',
    'tier',
    'tier:',
    'order:1',
    'TIER:prem',
    'tiers',
  ];
  const tooLong = [
    'tier:prem/',
    'product:prem',
    'product:prem/ipv4/7d',
    'period:prem/ipv4',
    'period:prem/ipv4/7d/',
  ];
  const others = [
    'viewer:01',
    'traffic:1/2',
    'traffic:x',
    'settings:',
    '__proto__:1',
    'constructor:1',
    'toString',
  ];
  for (const id of [...malformed, ...tooLong, ...others])
    expect(await find(id, stranger), id).toEqual({ data: { node: null } });
});

test('a text that no id can be is refused as invalid_request', async () => {
  for (const id of ['x'.repeat(201), 'tier:\u200eprem'])
    expect((await find(id)).errors).toMatchObject([{ extensions: { code: 'INVALID_REQUEST' } }]);
});

test.each([1, 4])(
  '%i of each kind cost one statement for orders and one for settings, and none for what is known of the catalog',
  async (count) => {
    const { apiKey } = await givenReseller(service.services);
    const ids = [
      'tier:prem',
      'product:prem/ipv4',
      `viewer:${reseller.resellerId}`,
      luxury,
      `settings:${luxury}`,
    ];
    const fields = Array.from({ length: count }, (_, n) =>
      ids
        .map((id, i) => `n${n}_${i}: node(id: "${n === 0 ? id : id.replace(/\d+$/, String(n))}") { id }`)
        .join(' '),
    );
    // The catalog is read here at the latest.
    await sendGraphql(service.url, apiKey, '{ tiers { id } }');
    const sent = await statements.during(async () => {
      const { body } = await sendGraphql(service.url, apiKey, `{ ${fields.join(' ')} }`);
      expect(body.errors).toBeUndefined();
    });
    const reads = sent.filter((text) =>
      /from "?(tiers|orders|luxury_settings|resellers)"? /.test(text.replaceAll('\n', ' ')),
    );
    expect(reads.filter((text) => !text.includes('api_keys'))).toHaveLength(2);
  },
);

test('what is selected of a node counts toward the complexity as it does anywhere else', async () => {
  const deep = Array.from({ length: 16 }, (_, i) => `s${i}: stats { days { date } }`).join(' ');
  const query = `{ node(id: "${luxury}") { ... on LuxuryOrder { ${deep} } } }`;
  const { body } = await sendGraphql(service.url, reseller.apiKey, query);
  expect(body.errors).toMatchObject([
    { message: expect.stringMatching(/complexity/), extensions: { code: 'INVALID_REQUEST' } },
  ]);
});

const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Order { proxies { host } } } }';
const findAll = async (ids: string[], { apiKey } = reseller) =>
  (await sendGraphql<{ nodes: ({ id: string } | null)[] }>(service.url, apiKey, NODES, { ids })).body;

test('many nodes are found at once, each in the place of its id, and null where there is none', async () => {
  const ids = [term, 'tier:none', luxury, 'no id', 'period:prem/ipv4/7d', term, '999999999'];
  const { data } = await findAll(ids);
  const found = [term, undefined, luxury, undefined, 'period:prem/ipv4/7d', term, undefined];
  expect(data?.nodes.map((node) => node?.id)).toEqual(found);
  expect((await findAll([])).data).toEqual({ nodes: [] });
  const stranger = await givenReseller(service.services);
  expect((await findAll([term, luxury], stranger)).data).toEqual({ nodes: [null, null] });
});

test('a hundred nodes cost one statement for orders and one for their proxies; more are refused', async () => {
  const orders = Array.from({ length: 98 }, (_, n) => String(n + 1_000));
  const sent = await statements.during(async () => {
    expect((await findAll([term, luxury, ...orders])).errors).toBeUndefined();
  });
  expect(sent.filter((text) => /from "?orders"? /.test(text.replaceAll('\n', ' ')))).toHaveLength(2);
  expect((await findAll([term, luxury, ...orders, '1'])).errors).toMatchObject([
    { message: expect.stringContaining('at most 100 ids'), extensions: { code: 'INVALID_REQUEST' } },
  ]);
});

test('what is selected of many nodes counts toward the complexity for each of them', async () => {
  const query = `{ nodes(ids: ["${luxury}", "${luxury}"]) { ... on LuxuryOrder { a: stats { days { date } } b: stats { days { date } } } } }`;
  expect((await sendGraphql(service.url, reseller.apiKey, query)).body.errors).toBeUndefined();
  const many = query.replace('["', `["${Array.from({ length: 9 }, () => luxury).join('", "')}", "`);
  expect((await sendGraphql(service.url, reseller.apiKey, many)).body.errors).toMatchObject([
    { message: expect.stringMatching(/complexity/), extensions: { code: 'INVALID_REQUEST' } },
  ]);
});

test('a stranger without a key finds nothing', async () => {
  const { status, body } = await sendGraphql(service.url, undefined, '{ node(id: "tier:prem") { id } }');
  expect([status, body.errors?.[0]?.extensions?.['code']]).toEqual([401, 'UNAUTHORIZED']);
});
