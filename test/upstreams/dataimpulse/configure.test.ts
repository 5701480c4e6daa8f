import { expect, test } from 'vitest';
import { type AccountSettings, AddressRefusedError } from '../../../src/upstreams/traffic.ts';
import { json, reset } from '../../support/upstream-server.ts';
import { accountRow, dataimpulseBench, failureOf, OTHERS, refusal, SETTINGS } from './bench.ts';

const POOL = {
  countries: ['de'],
  states: [],
  cities: [],
  zipcodes: [],
  asns: [],
  exclude_asn: [],
  anonymous_filter: false,
  rotation_interval: null,
};

const GROUPS: [string, Partial<AccountSettings>, string, object][] = [
  ['threads', { threads: 7 }, 'sub-user/update', { threads: 7 }],
  [
    'country',
    { country: 'US', state: 'tx', city: 'austin', zip: '73301', asn: '7018' },
    'sub-user/set-default-pool-parameters',
    {
      default_pool_parameters: {
        ...POOL,
        countries: ['us'],
        states: ['tx'],
        cities: ['austin'],
        zipcodes: ['73301'],
        asns: ['7018'],
      },
    },
  ],
  [
    'any country',
    { country: null },
    'sub-user/set-default-pool-parameters',
    { default_pool_parameters: { ...POOL, countries: [] } },
  ],
  [
    'session and filters',
    { stickyMinutes: 120, anonymous: true, excludeAsn: ['2', '1'] },
    'sub-user/set-default-pool-parameters',
    {
      default_pool_parameters: {
        ...POOL,
        rotation_interval: 120,
        anonymous_filter: true,
        exclude_asn: ['1', '2'],
      },
    },
  ],
  ['http only', { protocol: 'http' }, 'sub-user/supported-protocols/set', { supported_protocols: ['http'] }],
  [
    'socks5 only',
    { protocol: 'socks5' },
    'sub-user/supported-protocols/set',
    { supported_protocols: ['socks5'] },
  ],
  [
    'blocked hosts',
    { blockedHosts: ['b.example', 'a.example'] },
    'sub-user/set-blocked-hosts',
    { blocked_hosts: ['a.example', 'b.example'] },
  ],
  ['an address', { allowedIps: ['198.51.100.7'] }, 'sub-user/allowed-ips/add', { ip: '198.51.100.7' }],
  ['a pause', { paused: true }, 'sub-user/set-blocked', { blocked: true }],
];

test.each(GROUPS)('%s: one call, and no other', async (_, change, path, input) => {
  await using bench = await dataimpulseBench();
  await bench.dataimpulse.configure('15', { ...SETTINGS, ...change }, SETTINGS);
  expect(bench.calls()).toEqual([[path, { subuser_id: 15, ...input }]]);
});

test.each(Object.keys(SETTINGS))('a change of %s alone is sent', async (name) => {
  await using bench = await dataimpulseBench();
  await bench.dataimpulse.configure(
    '15',
    { ...SETTINGS, [name]: OTHERS[name as keyof AccountSettings] },
    SETTINGS,
  );
  expect(bench.calls()).not.toEqual([]);
});

test('nothing is sent for settings that the account has, in whatever order their lists are', async () => {
  await using bench = await dataimpulseBench();
  const lists = { excludeAsn: ['1', '2'], blockedHosts: ['a', 'b'], allowedIps: ['192.0.2.1', '192.0.2.2'] };
  const turned = { excludeAsn: ['2', '1'], blockedHosts: ['b', 'a'], allowedIps: ['192.0.2.2', '192.0.2.1'] };
  await bench.dataimpulse.configure('15', { ...SETTINGS, ...lists }, { ...SETTINGS, ...turned });
  expect(bench.server.received).toEqual([]);
});

test('an account is paused before, and resumed after, everything else', async () => {
  await using bench = await dataimpulseBench();
  const other: AccountSettings = { ...SETTINGS, threads: 7, protocol: 'http', blockedHosts: ['a.example'] };
  await bench.dataimpulse.configure('15', { ...other, paused: true }, SETTINGS);
  await bench.dataimpulse.configure('15', SETTINGS, { ...other, paused: true });
  const rest = ['sub-user/update', 'sub-user/supported-protocols/set', 'sub-user/set-blocked-hosts'];
  expect(bench.calls().map(([path]) => path)).toEqual([
    'sub-user/set-blocked',
    ...rest,
    ...rest,
    'sub-user/set-blocked',
  ]);
  expect(bench.calls().at(-1)?.[1]).toEqual({ subuser_id: 15, blocked: false });
  expect(bench.calls().at(-2)?.[1]).toEqual({ subuser_id: 15, blocked_hosts: [] });
});

test('addresses change one at a time, and old ones go when the new ones are in', async () => {
  await using bench = await dataimpulseBench();
  const from = { ...SETTINGS, allowedIps: ['192.0.2.1', '192.0.2.2', '192.0.2.3'] };
  const settings = { ...SETTINGS, allowedIps: ['192.0.2.4', '192.0.2.2', '192.0.2.5'] };
  await bench.dataimpulse.configure('15', settings, from);
  expect(bench.calls().map(([path, { ip }]) => [path, ip])).toEqual([
    ['sub-user/allowed-ips/add', '192.0.2.4'],
    ['sub-user/allowed-ips/add', '192.0.2.5'],
    ['sub-user/allowed-ips/remove', '192.0.2.1'],
    ['sub-user/allowed-ips/remove', '192.0.2.3'],
  ]);
});

test('where an account has as many addresses as it may, an old one makes room for each new one', async () => {
  await using bench = await dataimpulseBench();
  const old = [1, 2, 3, 4].map((n) => `192.0.2.${n}`);
  const from = { ...SETTINGS, allowedIps: old };
  const settings = { ...SETTINGS, allowedIps: ['192.0.2.7', '192.0.2.8', '192.0.2.9'] };
  await bench.dataimpulse.configure('15', settings, from);
  expect(bench.calls().map(([path, { ip }]) => [path, ip])).toEqual([
    ['sub-user/allowed-ips/add', '192.0.2.7'],
    ['sub-user/allowed-ips/remove', '192.0.2.1'],
    ['sub-user/allowed-ips/add', '192.0.2.8'],
    ['sub-user/allowed-ips/remove', '192.0.2.2'],
    ['sub-user/allowed-ips/add', '192.0.2.9'],
    ['sub-user/allowed-ips/remove', '192.0.2.3'],
    ['sub-user/allowed-ips/remove', '192.0.2.4'],
  ]);
});

test('without what it is known to have, the account is read for its lists and everything else is sent', async () => {
  await using bench = await dataimpulseBench();
  const row = accountRow({ allowed_ips: [{ ip: '192.0.2.1' }, '192.0.2.2'], blocked_hosts: ['a.example'] });
  bench.script('sub-user/get', json(row));
  await bench.dataimpulse.configure('15', { ...SETTINGS, allowedIps: ['192.0.2.2'] });
  expect(bench.calls()).toEqual([
    ['sub-user/get', { subuser_id: '15' }],
    ['sub-user/allowed-ips/remove', { subuser_id: 15, ip: '192.0.2.1' }],
    ['sub-user/update', { subuser_id: 15, threads: 100 }],
    ['sub-user/set-default-pool-parameters', { subuser_id: 15, default_pool_parameters: POOL }],
    ['sub-user/supported-protocols/set', { subuser_id: 15, supported_protocols: ['http', 'socks5'] }],
    ['sub-user/set-blocked-hosts', { subuser_id: 15, blocked_hosts: [] }],
    ['sub-user/set-blocked', { subuser_id: 15, blocked: false }],
  ]);
});

test.each([
  ['has none', [], []],
  ['does not list any', undefined, [[]]],
])('no blocked hosts, for an account that %s', async (_, blocked_hosts, sent) => {
  await using bench = await dataimpulseBench();
  bench.script('sub-user/get', json(accountRow({ blocked_hosts, allowed_ips: null })));
  await bench.dataimpulse.configure('15', SETTINGS);
  const calls = bench.calls().filter(([path]) => path === 'sub-user/set-blocked-hosts');
  expect(calls.map(([, input]) => input['blocked_hosts'])).toEqual(sent);
});

test('an account whose addresses cannot be read is not brought to its settings by guessing', async () => {
  await using bench = await dataimpulseBench();
  bench.script('sub-user/get', json(accountRow({ allowed_ips: undefined })));
  expect(await failureOf(bench.dataimpulse.configure('15', SETTINGS))).toMatchObject({ outcome: 'unknown' });
  expect(bench.calls()).toHaveLength(1);
});

test.each([
  ['allowed to another account', 'Bind is already exists for other subuser.', true],
  ['refused for any other reason', 'This address is reserved.', false],
])('an address that is %s is named, and nothing that follows is sent', async (_, message, isTaken) => {
  await using bench = await dataimpulseBench();
  bench.script('sub-user/allowed-ips/add', json({ success: true }), refusal(400, message));
  const settings = { ...SETTINGS, allowedIps: ['192.0.2.1', '192.0.2.2'], threads: 7 };
  const error = await failureOf(bench.dataimpulse.configure('15', settings, SETTINGS));
  expect(error).toBeInstanceOf(AddressRefusedError);
  expect(error).toMatchObject({ outcome: 'refused', address: '192.0.2.2', isTaken });
  expect(bench.calls()).toHaveLength(2);
});

test.each([
  ['refused', refusal(400, 'Wrong')],
  ['gone', refusal(404, 'Not found')],
  ['unknown', reset],
])('settings that fail half-way have the outcome of the call that failed: %s', async (outcome, answer) => {
  await using bench = await dataimpulseBench();
  bench.script('sub-user/supported-protocols/set', answer);
  const settings: AccountSettings = {
    ...SETTINGS,
    threads: 7,
    protocol: 'http',
    blockedHosts: ['a.example'],
  };
  expect(await failureOf(bench.dataimpulse.configure('15', settings, SETTINGS))).toMatchObject({ outcome });
  expect(bench.calls().map(([path]) => path)).toEqual([
    'sub-user/update',
    'sub-user/supported-protocols/set',
  ]);
});

test.each([{}, [], { success: true }, accountRow()])(
  'settings are done when answered with %j',
  async (answer) => {
    await using bench = await dataimpulseBench();
    bench.script('sub-user/update', json(answer));
    await bench.dataimpulse.configure('15', { ...SETTINGS, threads: 7 }, SETTINGS);
    expect(bench.calls()).toHaveLength(1);
  },
);
