import { type GraphQLNamedType, getNamedType, isInterfaceType, isObjectType, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { assertAllowed } from '../../src/graphql/execution/graphql-request.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { SETTING_NAMES, settingOf } from '../../src/luxury/settings.ts';
import type { Caller } from '../../src/resellers/admission.ts';
import type { FrontendRight } from '../../src/resellers/entities.ts';

const RIGHTS: FrontendRight[] = ['read_traffic', 'read_order', 'read_proxies'];
const [TRAFFIC, ORDER, PROXIES] = ['read_traffic', 'read_order', 'read_proxies'] as const;
const EVERYBODY = [TRAFFIC, ORDER, PROXIES];

/**
 * What the fields of an order take. A field that the schema gains is refused to all tokens; whoever adds it
 * decides here whether that is to stay.
 */
const DECIDED: Record<string, (string | undefined)[]> = {
  id: EVERYBODY,
  traffic: [TRAFFIC],
  trafficGb: [TRAFFIC],
  stats: [TRAFFIC],
  usage: [TRAFFIC],
  tier: [ORDER],
  type: [ORDER],
  country: [ORDER],
  period: [ORDER],
  quantity: [ORDER],
  status: [ORDER],
  protocol: [ORDER],
  billing: [ORDER],
  createdAt: [ORDER],
  expiresAt: [ORDER],
  renewable: [ORDER],
  source: [ORDER],
  label: [],
  note: [],
  customer: [],
  autoRenew: [],
  settings: [ORDER, PROXIES],
  proxies: [PROXIES],
  lines: [PROXIES],
  gateway: [PROXIES],
  // The reseller's own prices.
  priceUsd: [],
  paidUsd: [],
  product: [],
  // It calls the provider several times, to advise whoever may change the settings: the reseller.
  diagnosis: [],
};

function callerWith(rights: FrontendRight[]): Caller {
  const credential = { kind: 'frontend_token', id: 1, orderIds: [1], rights } as const;
  return { resellerId: 1, credential, priceList: 'standard', catalogVersion: '' };
}

function isAllowed(query: string, granted: FrontendRight[]): boolean {
  const document = parse(query);
  expect(validate(schema, document)).toEqual([]);
  try {
    assertAllowed(document, callerWith(granted));
    return true;
  } catch {
    return false;
  }
}

const rightsFor = (query: string) => RIGHTS.filter((right) => isAllowed(query, [right]));

/** A selection of a field with its required arguments. */
function selectionOf(type: GraphQLNamedType, name: string): string {
  if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`${type.name} has no fields`);
  const field = type.getFields()[name];
  if (!field) throw new Error(`${type.name} has no ${name}`);
  const values: Record<string, string> = { UsageUnit: 'DAY', DateTime: '"2026-01-01T00:00:00.000Z"' };
  const needed = field.args.filter((arg) => String(arg.type).endsWith('!') && arg.defaultValue === undefined);
  const given = needed.map((arg) => `${arg.name}: ${values[getNamedType(arg.type).name]}`);
  const below = 'getFields' in getNamedType(field.type) || 'getTypes' in getNamedType(field.type);
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''}${below ? ' { __typename }' : ''}`;
}

const ORDER_TYPES = [
  'Order',
  ...schema.getPossibleTypes(schema.getType('Order') as never).map(({ name }) => name),
];

test.each(ORDER_TYPES)(
  'each field of %s takes the right that was decided on, and none is undecided',
  (name) => {
    const type = schema.getType(name);
    if (!isObjectType(type) && !isInterfaceType(type)) throw new Error(`no type ${name}`);
    for (const field of Object.keys(type.getFields())) {
      const query = `{ order(id: "1") { ... on ${name} { ${selectionOf(type, field)} } } }`;
      expect([field, rightsFor(query)]).toEqual([field, DECIDED[field]]);
    }
  },
);

/** Which rights read a setting, by its row; other fields are read with all rights. */
const READERS = new Map<string, readonly FrontendRight[]>(
  SETTING_NAMES.map((name) => [name, settingOf(name).readers ?? [ORDER]]),
);

test.each([
  ['Traffic', 'traffic { _ }'],
  ['UsageStats', 'stats { _ }'],
  ['UsageDay', 'stats { days { _ } }'],
  ['UsageError', 'stats { errors { _ } }'],
  ['LuxurySettings', 'settings { _ }'],
  ['Proxy', 'proxies { _ }'],
  ['Gateway', 'gateway { _ }'],
  ['PortRange', 'gateway { stickyPorts { _ } }'],
])(
  'every field of %s can be read by a token with all rights, but a setting that has no readers',
  (name, path) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`no type ${name}`);
    for (const field of Object.keys(type.getFields())) {
      const selection = path.replace('_', selectionOf(type, field));
      const query = `{ order(id: "1") { ... on LuxuryOrder { ${selection} } } }`;
      const isRead = name !== 'LuxurySettings' || READERS.get(field)?.length !== 0;
      expect([field, isAllowed(query, RIGHTS)]).toEqual([field, isRead]);
    }
  },
);

test('of the settings, the login takes the right to the proxies, and the rest those of its row', () => {
  const of = (field: string) =>
    rightsFor(`{ order(id: "1") { ... on LuxuryOrder { settings { ${field} } } } }`);
  expect(of('login')).toEqual(['read_proxies']);
  expect(of('id')).toEqual(['read_order', 'read_proxies']);
  const type = schema.getType('LuxurySettings');
  const others = isObjectType(type) ? Object.keys(type.getFields()) : [];
  for (const name of others.filter((field) => field !== 'login' && field !== 'id'))
    expect([name, of(name)]).toEqual([name, READERS.get(name)]);
});

test('of all root fields, tokens have order and the two subscriptions', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const allowed = roots.flatMap((root) =>
    Object.values(root?.getFields() ?? {}).flatMap((field) => {
      const kind = root?.name.toLowerCase();
      const values: Record<string, string> = { ID: '"1"', String: '"a"', GeoKind: 'COUNTRIES' };
      const args = field.args
        .filter((arg) => String(arg.type).endsWith('!') && arg.defaultValue === undefined)
        .map((arg) => `${arg.name}: ${values[getNamedType(arg.type).name] ?? '$input'}`);
      const variable = field.args.find(({ name }) => name === 'input');
      const head = variable ? `${kind}($input: ${variable.type})` : kind;
      const below = 'getValues' in getNamedType(field.type) || String(field.type).startsWith('String');
      const query = `${head} { ${field.name}${args.length > 0 ? `(${args})` : ''} ${below ? '' : '{ __typename }'} }`;
      return rightsFor(query).map((right) => `${field.name}: ${right}`);
    }),
  );
  expect(allowed).toEqual([
    ...RIGHTS.map((right) => `order: ${right}`),
    'orderUpdated: read_order',
    'trafficUpdated: read_traffic',
  ]);
});

test.each([
  ['by another name', '{ order(id: "1") { id: priceUsd } }'],
  ['in a fragment', '{ order(id: "1") { ...Price } } fragment Price on Order { priceUsd }'],
  [
    'in a fragment of a fragment',
    '{ order(id: "1") { ...A } } fragment A on LuxuryOrder { ...B } fragment B on Order { id priceUsd }',
  ],
  ['through an interface', '{ order(id: "1") { ... on Node { ... on TermOrder { priceUsd } } } }'],
  [
    'of a type that the order cannot be',
    '{ order(id: "1") { ... on Node { ... on Viewer { balanceUsd } } } }',
  ],
  ['where it is skipped', '{ order(id: "1") { id priceUsd @skip(if: true) } }'],
  ['in a fragment that is not included', '{ order(id: "1") { id ... @include(if: false) { priceUsd } } }'],
  ['in another operation', 'query A { order(id: "1") { id } } query B { order(id: "1") { priceUsd } }'],
  [
    'in a mutation beside',
    'query A { order(id: "1") { id } } mutation B { resetPassword(input: {orderId: "1"}) { __typename } }',
  ],
  [
    'below a field that is allowed',
    '{ order(id: "1") { ... on LuxuryOrder { traffic { id } } product { id } } }',
  ],
  ['beside introspection', '{ __schema { queryType { name } } order(id: "1") { priceUsd } }'],
  ['in a subscription', 'subscription { orderUpdated(orderId: "1") { priceUsd } }'],
])('what no token may read is found %s', (_name, query) => {
  expect(isAllowed(query, RIGHTS)).toBe(false);
});

test.each([
  '{ __schema { types { name fields { name } } } }',
  '{ __type(name: "Viewer") { fields { name } } }',
  '{ __typename }',
  '{ order(id: "1") { __typename id ... on Node { id __typename } } }',
])('a token without any right to it reads %s', (query) => {
  for (const right of RIGHTS) expect(isAllowed(query, [right])).toBe(true);
});

test('the message names the field, and the right that it takes', () => {
  const refusalOf = (query: string) => {
    try {
      assertAllowed(parse(query), callerWith(['read_order']));
      return undefined;
    } catch (error) {
      return error as { code: string; message: string };
    }
  };
  expect(refusalOf('{ order(id: "1") { proxies { host } } }')).toMatchObject({
    code: 'unauthorized',
    message: 'This frontend token does not allow "Order.proxies": that takes READ_PROXIES.',
  });
  expect(refusalOf('{ viewer { name } }')).toMatchObject({
    code: 'unauthorized',
    message: 'No frontend token allows "Query.viewer": ask for it with an API key, on a server.',
  });
});
