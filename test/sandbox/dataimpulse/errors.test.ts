import { expect, test } from 'vitest';
import { dataImpulseClient, openTraffic } from '../support/dataimpulse.ts';
import { DAY_SECONDS, openSandbox } from '../support/sandbox.ts';

test('a token is a JWT that ends after 24 hours', async () => {
  const { sandbox, clock } = await openSandbox();
  const { ask, send } = await dataImpulseClient({ sandbox });
  const credentials = { login: sandbox.dataImpulseLogin, password: sandbox.dataImpulsePassword };
  const { body } = await ask('/user/token/get', credentials);
  const [header, payload] = body.token
    .split('.')
    .slice(0, 2)
    .map((part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  expect(header).toEqual({ alg: 'HS256', typ: 'JWT' });
  expect(payload.exp * 1_000 - clock.now().getTime()).toBe(DAY_SECONDS * 1_000);

  clock.pass(DAY_SECONDS - 1);
  expect((await send('/user/balance')).status).toBe(200);
  clock.pass(1);
  expect(await ask('/user/balance')).toEqual({
    status: 401,
    body: { message: 'Token has expired', status_code: 401 },
  });
});

test.each([
  ['none', '', 'Token not provided'],
  ['another scheme', 'Basic abc', 'Token not provided'],
  ['no JWT', 'Bearer abc', 'Token is invalid'],
  [
    'one that nobody signed',
    `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
    'Token is invalid',
  ],
])('every call but the one for the token wants a token: %s gets 401', async (_, authorization, message) => {
  const { send } = await dataImpulseClient(await openSandbox());
  const response = await send('/sub-user/create', { pool_type: 'residential' }, authorization);
  expect([response.status, await response.json()]).toEqual([401, { message, status_code: 401 }]);
});

test('the wrong password gets no token', async () => {
  const { sandbox } = await openSandbox();
  const { ask } = await dataImpulseClient({ sandbox });
  const { status, body } = await ask('/user/token/get', { login: sandbox.dataImpulseLogin, password: 'x' });
  expect([status, body.status_code]).toEqual([401, 401]);
});

test.each([
  ['a pool that there is not', { pool_type: 'satellite' }, /^pool_type: /],
  ['no pool', { pool_type: undefined }, /^pool_type: /],
  ['no threads', { threads: 0 }, /^threads: /],
  ['too many threads', { threads: 2_001 }, /^threads: /],
  [
    'a sticky range below the ports',
    { sticky_range: { start: 9_999, end: 10_000 } },
    /^sticky_range\.start: /,
  ],
  [
    'a sticky range above the ports',
    { sticky_range: { start: 10_000, end: 30_001 } },
    /^sticky_range\.end: /,
  ],
  ['a sticky range backwards', { sticky_range: { start: 10_001, end: 10_000 } }, /^sticky_range: /],
  ['six addresses', { allowed_ips: [1, 2, 3, 4, 5, 6].map((n) => `192.0.2.${n}`) }, /^allowed_ips: /],
  ['no address', { allowed_ips: ['192.0.2'] }, /^allowed_ips\.0: /],
  ['rotation below a minute', { default_pool_parameters: { rotation_interval: 0 } }, /rotation_interval: /],
  ['rotation over two hours', { default_pool_parameters: { rotation_interval: 121 } }, /rotation_interval: /],
  ['an upper-case country', { default_pool_parameters: { countries: ['US'] } }, /countries\.0: /],
  ['a city of no country', { default_pool_parameters: { cities: ['berlin'] } }, /countries: is required/],
])('creation with %s is refused with 400, and nothing is made', async (_, options, message) => {
  const { ask } = await dataImpulseClient(await openSandbox());
  const { status, body } = await ask('/sub-user/create', { pool_type: 'residential', ...options });
  expect([status, body]).toEqual([400, { message: expect.stringMatching(message), status_code: 400 }]);
  expect((await ask('/sub-user/list')).body.subusers).toEqual([]);
});

const CALLS_BY_POST = [
  ['update', { threads: 1 }],
  ['reset-password', {}],
  ['set-blocked', { blocked: true }],
  ['set-blocked-hosts', { blocked_hosts: [] }],
  ['set-default-pool-parameters', { default_pool_parameters: {} }],
  ['allowed-ips/add', { ip: '192.0.2.1' }],
  ['allowed-ips/remove', { ip: '192.0.2.1' }],
  ['supported-protocols/set', { supported_protocols: ['http'] }],
  ['delete', {}],
  ['balance/add', { traffic: 1 }],
  ['balance/drop', {}],
] as const;
const CALLS_BY_GET = [
  'get',
  'balance/get',
  'balance/addition-history',
  'usage-stat/get',
  'usage-stat/errors',
];

test('a sub-user that there is not is 404 for every call', async () => {
  const { ask, sandbox } = await openTraffic();
  const before = sandbox.issued().length;
  const unknown = { status: 404, body: { message: 'Subuser not found', status_code: 404 } };
  for (const [call, body] of CALLS_BY_POST)
    expect(await ask(`/sub-user/${call}`, { subuser_id: 1, ...body })).toEqual(unknown);
  for (const call of CALLS_BY_GET) expect(await ask(`/sub-user/${call}?subuser_id=1`)).toEqual(unknown);
  expect(sandbox.issued()).toHaveLength(before);
});

test.each([
  ['update', { threads: 2_001 }, /^threads: /],
  ['set-blocked', { blocked: 'maybe' }, /^blocked: /],
  ['set-blocked-hosts', { blocked_hosts: ['no host'] }, /^blocked_hosts\.0: /],
  [
    'set-default-pool-parameters',
    { default_pool_parameters: { rotation_interval: 121 } },
    /rotation_interval: /,
  ],
  ['set-default-pool-parameters', {}, /^default_pool_parameters: /],
  ['allowed-ips/add', { ip: 'localhost' }, /^ip: /],
  ['supported-protocols/set', { supported_protocols: ['ftp'] }, /^supported_protocols\.0: /],
  ['supported-protocols/set', { supported_protocols: [] }, /^supported_protocols: /],
  ['balance/add', { traffic: 1.5 }, /^traffic: /],
  ['balance/add', { traffic: 0 }, /^traffic: /],
] as const)('%s with %j is refused with 400', async (call, body, message) => {
  const { ask, subUser, sandbox } = await openTraffic();
  const before = sandbox.issued().length;
  expect(await ask(`/sub-user/${call}`, { subuser_id: subUser.id, ...body })).toEqual({
    status: 400,
    body: { message: expect.stringMatching(message), status_code: 400 },
  });
  expect(sandbox.issued()).toHaveLength(before);
});

test('an address belongs to one sub-user, until that gives it back', async () => {
  const { ask, create, subUser } = await openTraffic();
  const bound = {
    status: 400,
    body: { message: 'Bind is already exists for other subuser.', status_code: 400 },
  };
  const other = await create({ allowed_ips: ['192.0.2.1'] });
  const add = (id: number) => ask('/sub-user/allowed-ips/add', { subuser_id: id, ip: '192.0.2.1' });
  expect(await add(subUser.id)).toEqual(bound);
  expect(await ask('/sub-user/create', { pool_type: 'residential', allowed_ips: ['192.0.2.1'] })).toEqual(
    bound,
  );
  expect((await add(other.id)).status).toBe(200);
  await ask('/sub-user/delete', { subuser_id: other.id });
  expect((await add(subUser.id)).status).toBe(200);
});

test('there is no room for a sixth address', async () => {
  const { ask, create } = await openTraffic();
  const { id } = await create({ allowed_ips: [1, 2, 3, 4, 5].map((n) => `192.0.2.${n}`) });
  const { status, body } = await ask('/sub-user/allowed-ips/add', { subuser_id: id, ip: '192.0.2.6' });
  expect([status, body.status_code]).toEqual([400, 400]);
});

test('nobody gets more traffic than there is, and nobody gives back more', async () => {
  const { ask, subUser, sandbox } = await openTraffic(2);
  const notEnough = { status: 400, body: { message: 'Not enough traffic', status_code: 400 } };
  sandbox.setTrafficBalance(5);
  const add = (traffic: number) => ask('/sub-user/balance/add', { subuser_id: subUser.id, traffic });
  expect(await add(6)).toEqual(notEnough);
  expect(await add(-3)).toEqual(notEnough);
  expect((await add(5)).status).toBe(200);
  expect(await add(1)).toEqual(notEnough);
  expect((await ask('/user/balance')).body).toEqual({ balance: 0 });
});

test('an unknown path and a body that is not JSON are refused in the same form', async () => {
  const { ask, send, sandbox } = await openTraffic();
  expect(await ask('/sub-user/nothing')).toEqual({
    status: 404,
    body: { message: 'Not found', status_code: 404 },
  });
  const broken = await fetch(`${sandbox.dataImpulseUrl}/sub-user/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"pool',
  });
  expect([broken.status, await broken.json()]).toEqual([
    400,
    { message: expect.any(String), status_code: 400 },
  ]);
  expect((await send('/sub-user/list?limit=1001')).status).toBe(400);
});
