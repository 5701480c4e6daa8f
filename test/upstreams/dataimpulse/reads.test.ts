import { expect, test } from 'vitest';
import { json, reset } from '../../support/upstream-server.ts';
import { dataimpulseBench, failureOf, refusal } from './bench.ts';

const USAGE = 'sub-user/usage-stat/get';
const ERRORS = 'sub-user/usage-stat/errors';

test('countries are requested by the pool, and returned in upper case, most addresses first', async () => {
  await using bench = await dataimpulseBench();
  const rows = [
    { code: 'de', name: 'Germany', count: 5 },
    { code: 'us', name: 'United States', count: '70' },
    { code: 'unknown', name: 'Unknown', count: 9 },
  ];
  bench.script('common/locations/countries', json(rows));
  expect(await bench.dataimpulse.geo('mobile', 'countries', {})).toEqual([
    { code: 'US', name: 'United States', count: 70 },
    { code: 'DE', name: 'Germany', count: 5 },
  ]);
  expect(bench.calls()).toEqual([
    ['common/locations/countries', { pool_type: 'mobile', order_by: 'count,desc' }],
  ]);
});

test.each(['states', 'cities', 'zipcodes', 'asns'] as const)(
  '%s are narrowed by country, state and city',
  async (kind) => {
    await using bench = await dataimpulseBench();
    const path = `common/locations/${kind}`;
    bench.script(path, json([{ code: 7018, name: 'Seven', count: 1 }]));
    const within = { country: 'US', state: 'tx', city: 'austin' };
    expect(await bench.dataimpulse.geo('residential', kind, within)).toEqual([
      { code: '7018', name: 'Seven', count: 1 },
    ]);
    expect(bench.calls()).toEqual([
      [
        path,
        {
          pool_type: 'residential',
          countries: ['us'],
          states: ['tx'],
          cities: ['austin'],
          order_by: 'count,desc',
        },
      ],
    ]);
  },
);

const ROW = { code: 'berlin', name: 'Berlin', count: 3 };

test.each([
  ['under a key', { cities: [ROW] }],
  ['deeper', { success: true, data: { items: [ROW] } }],
  [
    'next to rows that cannot be read',
    [null, { code: 'a\nb', name: 'x', count: 1 }, { ...ROW, count: -1 }, ROW],
  ],
])('a list of places is found %s', async (_, content) => {
  await using bench = await dataimpulseBench();
  bench.script('common/locations/cities', json(content));
  expect(await bench.dataimpulse.geo('residential', 'cities', { country: 'DE' })).toEqual([ROW]);
});

test('an answer without a list of places is a failure, and not "no places"', async () => {
  await using bench = await dataimpulseBench();
  bench.script('common/locations/cities', json({ success: true }));
  const call = bench.dataimpulse.geo('residential', 'cities', { country: 'DE' });
  expect(await failureOf(call)).toMatchObject({ outcome: 'unknown' });
});

test('places of a product that is not sold are refused and not asked for', async () => {
  await using bench = await dataimpulseBench();
  expect(await failureOf(bench.dataimpulse.geo('ipv4', 'countries', {}))).toMatchObject({
    outcome: 'refused',
  });
  expect(bench.server.received).toEqual([]);
});

test('usage is summed by the day and errors by their code, for the last seven days', async () => {
  await using bench = await dataimpulseBench();
  const usage = [
    { traffic: 1, extra_traffic: 9, request: 1, d_usage: '2026-11-14' },
    { traffic: '1073741824', extra_traffic: 0, request: '12', d_usage: '2026-11-15' },
    { traffic: 5, request: 2, d_usage: '2026-11-21' },
    { traffic: -5, request: 2, d_usage: '2026-11-20' },
    { traffic: 5, request: 2, d_usage: 'yesterday' },
  ];
  bench.script(USAGE, json({ total: { traffic: 6 }, usage }));
  const row = { datetime: '2026-11-20 10:00:00', host: 'example.com', port: 443 };
  const rows = [
    { ...row, error: 'NO_RAY', count: 2 },
    { ...row, error: 'THREADS_EXHAUSTED', count: 1 },
    { ...row, error: 'no_ray', count: '3' },
    { ...row, datetime: 'lately', error: 'NO_RAY', count: 1 },
    { ...row, datetime: '2026-11-14T23:59:59Z', error: 'NO_RAY', count: 100 },
    { ...row, error: 'two words', count: 1 },
    { ...row, error: 'NO_USER' },
  ];
  bench.script(ERRORS, json({ anything: rows }));
  expect(await bench.dataimpulse.stats('15')).toEqual({
    days: [
      { date: '2026-11-15', bytes: 1_073_741_824n, requests: 12 },
      { date: '2026-11-21', bytes: 5n, requests: 2 },
    ],
    errors: [
      { code: 'NO_RAY', count: 6 },
      { code: 'THREADS_EXHAUSTED', count: 1 },
    ],
  });
  expect(bench.calls().toSorted()).toEqual([
    [ERRORS, { subuser_id: '15', period: 'week' }],
    [USAGE, { subuser_id: '15', period: 'week' }],
  ]);
});

test.each([{}, [], { usage: {} }, { success: true, errors: null }])(
  'statistics of the shape %j have no rows',
  async (content) => {
    await using bench = await dataimpulseBench();
    bench.script(USAGE, json(content));
    bench.script(ERRORS, json(content));
    expect(await bench.dataimpulse.stats('15')).toEqual({ days: [], errors: [] });
  },
);

test('statistics that are not answered are a failure, and not "no rows"', async () => {
  await using bench = await dataimpulseBench();
  bench.script(USAGE, json({ usage: [] }));
  bench.script(ERRORS, reset, refusal(404, 'Not found'));
  expect(await failureOf(bench.dataimpulse.stats('15'))).toMatchObject({ outcome: 'unknown' });
  expect(await failureOf(bench.dataimpulse.stats('15'))).toMatchObject({ outcome: 'gone' });
});
