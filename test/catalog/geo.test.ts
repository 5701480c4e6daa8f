import { expect, test } from 'vitest';
import type { ProductType } from '../../src/catalog/catalog.ts';
import { Geo } from '../../src/catalog/geo.ts';
import { upstreamCalls } from '../support/upstream-calls.ts';
import { type Answer, json, reset } from '../support/upstream-server.ts';
import { dataimpulseBench } from '../upstreams/dataimpulse/bench.ts';

const MINUTE_MS = 60_000;

const TYPE: ProductType = {
  tier: 'di',
  id: 'diresi',
  name: 'Residential',
  description: 'Homes.',
  billing: 'per_gb',
  maxQuantity: 1,
  renewable: false,
  protocol: 'both',
  upstream: 'dataimpulse',
  upstreamProduct: 'residential',
  periods: [],
};
const OTHER_TYPE: ProductType = { ...TYPE, id: 'dimobile', upstreamProduct: 'mobile' };

const STATES: Record<string, string[]> = { us: ['texas', 'ohio'], de: ['bavaria'] };

const row = (code: string, count: number) => ({ code, name: code.toUpperCase(), count });

interface Asked {
  pool_type: string;
  countries?: string[];
  states?: string[];
}

/**
 * The lookup over the real adapter, against a server that has two countries with states, and cities named
 * after these.
 */
async function geoBench() {
  const bench = await dataimpulseBench();
  const answerTo = (rows: (asked: Asked) => object[]): Answer => {
    return (response, received) => json(rows(JSON.parse(received.body)))(response, received);
  };
  const place = (kind: string) => `common/locations/${kind}`;
  bench.script(
    place('countries'),
    answerTo(() => [row('us', 900), row('de', 50)]),
  );
  bench.script(
    place('states'),
    answerTo(({ countries = [] }) => (STATES[countries[0] ?? ''] ?? []).map((code) => row(code, 10))),
  );
  for (const kind of ['cities', 'zipcodes', 'asns']) {
    bench.script(
      place(kind),
      answerTo(({ countries = [], states = [] }) => [row(`${kind} of ${states[0] ?? countries[0]}`, 5)]),
    );
  }
  return {
    ...bench,
    geo: new Geo(bench.dataimpulse, bench.clock),
    /** The kinds that the upstream was asked for so far. */
    asked: () => bench.calls().map(([path]) => path.replace('common/locations/', '')),
    fail: (kind: string) => bench.script(place(kind), reset),
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}

test('countries and what is in them are listed, whatever the case of the country', async () => {
  await using bench = await geoBench();
  expect(await bench.geo.items(TYPE, 'countries')).toEqual([
    { code: 'US', name: 'US', count: 900 },
    { code: 'DE', name: 'DE', count: 50 },
  ]);
  const states = await bench.geo.items(TYPE, 'states', { country: 'us' });
  expect(states.map(({ code }) => code)).toEqual(['texas', 'ohio']);
  expect(await bench.geo.items(TYPE, 'states', { country: 'US' })).toBe(states);
});

test('a state narrows cities and ZIP codes, and nothing else', async () => {
  await using bench = await geoBench();
  const within = { country: 'US', state: 'texas' };
  const codeOf = async (kind: 'cities' | 'zipcodes' | 'asns') =>
    (await bench.geo.items(TYPE, kind, within))[0]?.code;
  expect(await codeOf('cities')).toBe('cities of texas');
  expect(await codeOf('zipcodes')).toBe('zipcodes of texas');
  expect(await codeOf('asns')).toBe('asns of us');
  expect((await bench.geo.items(TYPE, 'cities', { country: 'US' }))[0]?.code).toBe('cities of us');
});

test('what lies in no country is refused before the upstream is asked', async () => {
  await using bench = await geoBench();
  for (const kind of ['states', 'cities', 'zipcodes', 'asns'] as const) {
    for (const within of [{}, { country: '' }, { state: 'texas' }]) {
      await expect(bench.geo.items(TYPE, kind, within)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('country'),
      });
    }
  }
  expect(bench.asked()).toEqual([]);
});

test('a country that the type is not sold in is refused, for every kind, and nothing is asked about it', async () => {
  await using bench = await geoBench();
  for (const country of ['FR', 'ANY', 'U', 'usa', '../']) {
    for (const kind of ['countries', 'states', 'cities'] as const) {
      await expect(bench.geo.items(TYPE, kind, { country })).rejects.toMatchObject({
        code: 'invalid_country',
      });
    }
  }
  expect(bench.asked()).toEqual(['countries']);
});

test('a state that is not listed is refused instead of ignored, and nothing is asked about it', async () => {
  await using bench = await geoBench();
  for (const state of ['bavaria', 'TEXAS', 'x']) {
    await expect(bench.geo.items(TYPE, 'cities', { country: 'US', state })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('state'),
    });
  }
  expect(bench.asked()).toEqual(['countries', 'states']);
});

test('a code is known where it is listed and nowhere else', async () => {
  await using bench = await geoBench();
  const { geo } = bench;
  expect(await geo.has(TYPE, 'states', { country: 'US' }, 'texas')).toBe(true);
  expect(await geo.has(TYPE, 'states', { country: 'DE' }, 'texas')).toBe(false);
  expect(await geo.has(TYPE, 'cities', { country: 'US', state: 'ohio' }, 'cities of ohio')).toBe(true);
  expect(await geo.has(TYPE, 'cities', { country: 'US', state: 'ohio' }, 'cities of texas')).toBe(false);
});

test('a hundred readers at the same moment cost one call for each list', async () => {
  await using bench = await geoBench();
  const read = () => bench.geo.items(TYPE, 'cities', { country: 'US', state: 'texas' });
  await Promise.all(Array.from({ length: 100 }, read));
  expect(bench.asked()).toEqual(['countries', 'states', 'cities']);
  await read();
  expect(bench.asked()).toHaveLength(3);
  await bench.geo.items(OTHER_TYPE, 'countries');
  expect(bench.calls().at(-1)?.[1]).toMatchObject({ pool_type: 'mobile' });
});

test('after five minutes an old list is served at once while a new one is read', async () => {
  await using bench = await geoBench();
  const old = await bench.geo.items(TYPE, 'countries');
  bench.clock.time += 4 * MINUTE_MS;
  expect(await bench.geo.items(TYPE, 'countries')).toBe(old);
  expect(bench.asked()).toHaveLength(1);
  const answered = bench.server.arrived(bench.server.received.length + 1);
  bench.clock.time += MINUTE_MS;
  expect(await bench.geo.items(TYPE, 'countries')).toBe(old);
  await answered;
  await expect.poll(() => bench.geo.items(TYPE, 'countries')).not.toBe(old);
  expect(bench.asked()).toHaveLength(2);
});

test('the first reader after a day gets the old list at once, and the next one the new', async () => {
  await using bench = await geoBench();
  const old = await bench.geo.items(TYPE, 'countries');
  const calls = upstreamCalls(bench.dataimpulse);
  bench.clock.time += 24 * 60 * MINUTE_MS;
  expect(await bench.geo.items(TYPE, 'countries')).toBe(old);
  await calls.ended();
  expect(await bench.geo.items(TYPE, 'countries')).not.toBe(old);
  expect(calls.names).toEqual(['geo']);
});

test('an old list is served for an hour while the upstream is out of order, and is a provider_error after', async () => {
  await using bench = await geoBench();
  const old = await bench.geo.items(TYPE, 'countries');
  bench.fail('countries');
  for (const minutes of [5, 59]) {
    bench.clock.time += minutes * MINUTE_MS;
    expect(await bench.geo.items(TYPE, 'countries')).toBe(old);
  }
  bench.clock.time += MINUTE_MS;
  await expect(bench.geo.items(TYPE, 'countries')).rejects.toMatchObject({ code: 'provider_error' });
});

test('a code that is in a list of a day ago is known without a call, and one that is not is looked for in a fresh list', async () => {
  await using bench = await geoBench();
  const { geo } = bench;
  await geo.has(TYPE, 'states', { country: 'US' }, 'texas');
  bench.clock.time += 24 * 60 * MINUTE_MS;
  expect(await geo.has(TYPE, 'states', { country: 'US' }, 'texas')).toBe(true);
  expect(await geo.addresses(TYPE)).toBe(950);
  expect(bench.asked()).toEqual(['countries', 'states']);
  bench.script('common/locations/countries', json([row('us', 900), row('fr', 7)]));
  expect(await geo.country(TYPE, 'FR')).toMatchObject({ count: 7 });
  await expect(geo.country(TYPE, 'DE')).rejects.toMatchObject({ code: 'invalid_country' });
  expect(bench.asked()).toEqual(['countries', 'states', 'countries']);
});

test('the first reader gets provider_error when the upstream cannot be read, and the next one asks again', async () => {
  await using bench = await geoBench();
  bench.script('common/locations/countries', reset, json([row('us', 1)]));
  await expect(bench.geo.items(TYPE, 'countries')).rejects.toMatchObject({ code: 'provider_error' });
  expect(await bench.geo.items(TYPE, 'countries')).toHaveLength(1);
});
