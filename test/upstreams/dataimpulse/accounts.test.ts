import { expect, test } from 'vitest';
import { json, reset } from '../../support/upstream-server.ts';
import {
  accountRow,
  dataimpulseBench,
  failureOf,
  GATEWAY,
  NEW_ACCOUNT,
  OUR_PASSWORD,
  REFERENCE,
  refusal,
  SETTINGS,
} from './bench.ts';

const BALANCE = 'sub-user/balance/get';
const HISTORY = 'sub-user/balance/addition-history';
const DROP = 'sub-user/balance/drop';
const DELETE = 'sub-user/delete';
const ACCOUNT = { upstreamId: '15', login: 'login15', password: OUR_PASSWORD };

test('the four pools are sold, under their own names only', async () => {
  await using bench = await dataimpulseBench();
  const names = ['residential', 'residential_premium', 'mobile', 'datacenter', 'diresi', 'ipv4:http', ''];
  expect(names.filter((name) => bench.dataimpulse.sells(name))).toEqual(names.slice(0, 4));
  expect(bench.dataimpulse.gateway).toEqual(GATEWAY);
  expect(bench.server.received).toEqual([]);
});

test('an account is made in one call, with what that call can carry', async () => {
  await using bench = await dataimpulseBench();
  bench.script('sub-user/create', json(accountRow({ id: '15' })));
  const settings = {
    ...SETTINGS,
    state: 'berlin',
    city: 'berlin-mitte',
    zip: '10115',
    asn: '3320',
    excludeAsn: ['6805', '3209'],
    anonymous: true,
    stickyMinutes: 30,
    protocol: 'http' as const,
    allowedIps: ['198.51.100.7'],
    blockedHosts: ['example.com'],
    paused: true,
  };
  expect(await bench.dataimpulse.create({ ...NEW_ACCOUNT, settings })).toEqual(ACCOUNT);
  expect(bench.calls()).toEqual([
    [
      'sub-user/create',
      {
        label: REFERENCE,
        pool_type: 'residential',
        threads: 100,
        sticky_range: { start: 10_000, end: 20_000 },
        allowed_ips: ['198.51.100.7'],
        default_pool_parameters: {
          countries: ['de'],
          states: ['berlin'],
          cities: ['berlin-mitte'],
          zipcodes: ['10115'],
          asns: ['3320'],
          exclude_asn: ['3209', '6805'],
          anonymous_filter: true,
          rotation_interval: 30,
        },
      },
    ],
  ]);
});

test('an account for any country with a new address for each request', async () => {
  await using bench = await dataimpulseBench();
  bench.script('sub-user/create', json(accountRow()));
  await bench.dataimpulse.create({ ...NEW_ACCOUNT, settings: { ...SETTINGS, country: null } });
  expect(bench.calls()[0]?.[1]['default_pool_parameters']).toMatchObject({
    countries: [],
    states: [],
    rotation_interval: null,
  });
});

test.each([
  ['a product that is not sold', { ...NEW_ACCOUNT, product: 'ipv4:http' }],
  ['an empty reference', { ...NEW_ACCOUNT, reference: '' }],
  ['a reference with a space', { ...NEW_ACCOUNT, reference: 'a b' }],
])('%s is refused and not sent', async (_, account) => {
  await using bench = await dataimpulseBench();
  expect(await failureOf(bench.dataimpulse.create(account))).toMatchObject({ outcome: 'refused' });
  expect(bench.server.received).toEqual([]);
});

test.each([
  ['a line break in the login', { login: 'a\r\nb' }],
  ['a colon in the password', { password: 'a:b' }],
  ['an @ in the password', { password: 'a@b' }],
  ['a space in the login', { login: 'a b' }],
  ['an empty password', { password: '' }],
  ['no login', { login: undefined }],
  ['an id that is a path', { id: '../15' }],
  ['a negative id', { id: -15 }],
  ['an id that is not exact', { id: 2 ** 53 }],
])('%s: the account is not accepted, and the outcome of its creation is unknown', async (_, changes) => {
  await using bench = await dataimpulseBench();
  bench.script('sub-user/create', json(accountRow(changes)));
  expect(await failureOf(bench.dataimpulse.create(NEW_ACCOUNT))).toMatchObject({ outcome: 'unknown' });
});

test('an account is found with its login and password; another one than asked for is not accepted', async () => {
  await using bench = await dataimpulseBench();
  bench.script('sub-user/get', json(accountRow()), json(accountRow({ id: 16 })), refusal(404, 'Not found'));
  expect(await bench.dataimpulse.find('15')).toEqual(ACCOUNT);
  expect(await failureOf(bench.dataimpulse.find('15'))).toMatchObject({ outcome: 'unknown' });
  expect(await failureOf(bench.dataimpulse.find('15'))).toMatchObject({ outcome: 'gone' });
  expect(bench.calls()[0]).toEqual(['sub-user/get', { subuser_id: '15' }]);
});

test('traffic is read in bytes, written as numbers or as texts', async () => {
  await using bench = await dataimpulseBench();
  const formats = { balance_format: '1 GB', balance_total_format: '12.01 GB', threads_used: 3 };
  bench.script(
    BALANCE,
    json({ balance: 1_073_741_824, balance_total: '12900079458', ...formats }),
    json({ balance: '0', balance_total: 0 }),
  );
  expect(await bench.dataimpulse.traffic('15')).toEqual({
    totalBytes: 12_900_079_458n,
    leftBytes: 1_073_741_824n,
  });
  expect(await bench.dataimpulse.traffic('15')).toEqual({ totalBytes: 0n, leftBytes: 0n });
  expect(bench.calls()[0]).toEqual([BALANCE, { subuser_id: '15' }]);
});

test.each([-1, 1.5, 2 ** 53, '9007199254740993', '1e3', '12.01 GB', null, undefined, true])(
  'a balance of %s is not accepted',
  async (balance) => {
    await using bench = await dataimpulseBench();
    bench.script(BALANCE, json({ balance, balance_total: 12 }));
    expect(await failureOf(bench.dataimpulse.traffic('15'))).toMatchObject({ outcome: 'unknown' });
  },
);

test('what was used is known where the upstream says it', async () => {
  await using bench = await dataimpulseBench();
  const balance = { balance: 5, balance_total: 12 };
  const answers = [{ balance_used: '7' }, { balance_used: 0 }, {}, { balance_used: '7 B' }];
  bench.script(BALANCE, ...answers.map((used) => json({ ...balance, ...used })));
  const used: unknown[] = [];
  for (const _ of answers) used.push((await bench.dataimpulse.traffic('15')).usedBytes);
  expect(used).toEqual([7n, 0n, undefined, undefined]);
});

const ADDITION = { balance_charged: 5, traffic_added: 5, datetime: '2026-11-20 10:00:00' };

test.each([
  ['numbers', { history: [ADDITION, { ...ADDITION, traffic_added: 1 }] }, 6],
  ['texts', { history: [{ ...ADDITION, traffic_added: '5.00' }, ADDITION] }, 10],
  ['what was taken back', { history: [{ ...ADDITION, traffic_added: '-3' }, ADDITION] }, 2],
  ['wrapped rows', { success: true, data: { history: [ADDITION] } }, 5],
  ['the bare rows', [ADDITION], 5],
  ['none', { history: [] }, 0],
])('the additions of an account are summed up: %s', async (_, content, gb) => {
  await using bench = await dataimpulseBench();
  bench.script(HISTORY, json(content));
  expect(await bench.dataimpulse.addedGb('15')).toBe(gb);
  expect(bench.calls()).toEqual([[HISTORY, { subuser_id: '15' }]]);
});

test.each([
  ['no rows', { success: true }],
  ['rows that are none', { history: null }],
  ['one row that cannot be read', { history: [ADDITION, { ...ADDITION, traffic_added: null }] }],
  ['a part of a GB', { history: [{ ...ADDITION, traffic_added: 0.5 }] }],
  ['a volume with its unit', { history: [{ ...ADDITION, traffic_added: '5 GB' }] }],
])('additions are not taken to be fewer for %s', async (_, content) => {
  await using bench = await dataimpulseBench();
  bench.script(HISTORY, json(content));
  expect(await failureOf(bench.dataimpulse.addedGb('15'))).toMatchObject({ outcome: 'unknown' });
});

test('whole GB are added, and taken back when the number is negative', async () => {
  await using bench = await dataimpulseBench();
  await bench.dataimpulse.addTraffic('15', 5);
  await bench.dataimpulse.addTraffic('15', -5);
  expect(bench.calls()).toEqual([
    ['sub-user/balance/add', { subuser_id: 15, traffic: 5 }],
    ['sub-user/balance/add', { subuser_id: 15, traffic: -5 }],
  ]);
});

test.each([0, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('%s GB are refused and not sent', async (gb) => {
  await using bench = await dataimpulseBench();
  expect(await failureOf(bench.dataimpulse.addTraffic('15', gb))).toMatchObject({ outcome: 'refused' });
  expect(bench.calls()).toEqual([]);
});

test.each([{}, { success: 'maybe' }, { balance: 5 }, []])(
  'an addition that is answered with %j is unknown',
  async (content) => {
    await using bench = await dataimpulseBench();
    bench.script('sub-user/balance/add', json(content));
    expect(await failureOf(bench.dataimpulse.addTraffic('15', 1))).toMatchObject({ outcome: 'unknown' });
  },
);

test('an account is removed after what is left of its traffic has been taken back', async () => {
  await using bench = await dataimpulseBench();
  bench.script(BALANCE, json({ balance: 7, balance_total: 9 }), json({ balance: 0, balance_total: 9 }));
  await bench.dataimpulse.remove('15');
  await bench.dataimpulse.remove('16');
  expect(bench.calls()).toEqual([
    [BALANCE, { subuser_id: '15' }],
    [DROP, { subuser_id: 15 }],
    [DELETE, { subuser_id: 15 }],
    [BALANCE, { subuser_id: '16' }],
    [DELETE, { subuser_id: 16 }],
  ]);
});

test.each([BALANCE, DROP, DELETE])('an account that %s finds gone is no error', async (path) => {
  await using bench = await dataimpulseBench();
  bench.script(BALANCE, json({ balance: 7, balance_total: 9 }));
  bench.script(path, refusal(404, 'Not found'));
  await bench.dataimpulse.remove('15');
  expect(bench.calls().at(-1)?.[0]).toBe(path);
});

test.each([
  ['unknown', reset],
  ['refused', refusal(400, 'Wrong')],
])('an account is not deleted before its traffic came back for certain: %s', async (outcome, answer) => {
  await using bench = await dataimpulseBench();
  bench.script(BALANCE, json({ balance: 7, balance_total: 9 }));
  bench.script(DROP, answer);
  expect(await failureOf(bench.dataimpulse.remove('15'))).toMatchObject({ outcome });
  expect(bench.calls().map(([path]) => path)).toEqual([BALANCE, DROP]);
});

test('a removal that is refused is not swallowed', async () => {
  await using bench = await dataimpulseBench();
  bench.script(BALANCE, json({ balance: 0, balance_total: 9 }));
  bench.script(DELETE, refusal(403, 'Forbidden'));
  expect(await failureOf(bench.dataimpulse.remove('15'))).toMatchObject({ outcome: 'refused' });
});

test('a new password comes with its login, and an unfit one is not accepted', async () => {
  await using bench = await dataimpulseBench();
  const path = 'sub-user/reset-password';
  bench.script(path, json({ login: 'new', password: 'fresh' }), json({ login: 'new', password: 'a:b' }));
  expect(await bench.dataimpulse.resetPassword('15')).toEqual({ login: 'new', password: 'fresh' });
  expect(await failureOf(bench.dataimpulse.resetPassword('15'))).toMatchObject({ outcome: 'unknown' });
  expect(bench.calls()[0]).toEqual([path, { subuser_id: 15 }]);
});
