import { sql } from 'kysely';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Geo } from '../../src/catalog/geo.ts';
import type { TrafficUpstream } from '../../src/upstreams/traffic.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { type UpstreamCalls, upstreamCalls } from '../support/upstream-calls.ts';
import { AddressCountDocument, type AddressCountQueryVariables, GeoDocument } from './generated/graphql.ts';

const LA = { country: 'US', state: 'california', city: 'losangeles' };

let service: RunningService;
let reseller: GivenReseller;
let calls: UpstreamCalls;
let pool: Pool;

beforeAll(async () => {
  service = await startService({ onPoolCreated: (created) => (pool = created as Pool) });
  reseller = await givenReseller(service.services);
  calls = upstreamCalls(service.services.traffic);
});
afterAll(() => service.close());
beforeEach(async () => {
  const { services, sandbox, clock } = service;
  sandbox.arm([]);
  await sql`truncate rate_windows`.execute(services.database.sql);
  await calls.ended();
  calls.names.length = 0;
  // No test relies on the lists that another one has read.
  services.geo = new Geo(services.traffic, clock);
});

async function ask(variables: Partial<AddressCountQueryVariables> = {}) {
  const { body } = await service.graphql(reseller.apiKey, AddressCountDocument, {
    type: 'diresi',
    ...variables,
  });
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return body.data.addressCount;
}

async function addresses(variables: Partial<AddressCountQueryVariables> = {}): Promise<number> {
  const answer = await ask(variables);
  if (answer.__typename !== 'AddressCount') throw new Error(JSON.stringify(answer));
  return answer.addresses;
}

test('each further option leaves fewer addresses, down to those of a ZIP code', async () => {
  const counts = await Promise.all([
    addresses(),
    addresses({ country: 'us' }),
    addresses({ country: 'US', state: 'california' }),
    addresses(LA),
    addresses({ ...LA, zip: '90001' }),
  ]);
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  expect(new Set(counts).size).toBe(counts.length);
  expect(counts.at(-1)).toBeGreaterThan(0);
});

test('ANY is the same as no country, and an empty code the same as none', async () => {
  const all = await addresses();
  expect(await addresses({ country: 'any', state: '', excludeAsn: null, anonymous: null })).toBe(all);
  expect(await addresses({ country: 'US', state: '', city: null, zip: '' })).toBe(
    await addresses({ country: 'US' }),
  );
});

test('the number says whether it is exact', async () => {
  expect(await ask({ ...LA, asn: '7922' })).toMatchObject({ exact: true });
  expect(await ask({ ...LA, excludeAsn: [' 07922', '7922'] })).toMatchObject({ exact: true });
  expect(await ask({ ...LA, anonymous: true })).toMatchObject({ exact: false });
  // There is none of this provider in this city.
  expect(await ask({ ...LA, asn: '701', anonymous: true })).toMatchObject({ addresses: 0, exact: true });
});

test.each<[string, Partial<AddressCountQueryVariables>, string[][]]>([
  ['a state of another country', { country: 'US', state: 'bavaria' }, [['state']]],
  ['a city of another state', { ...LA, city: 'houston' }, [['city']]],
  ['a ZIP code that does not exist', { ...LA, zip: '00000' }, [['zip']]],
  ['a provider that the country does not have', { country: 'US', asn: '64500' }, [['asn']]],
  [
    'what is no number of a provider',
    { excludeAsn: ['7922', 'x', 'AS7922'] },
    [
      ['excludeAsn', '1'],
      ['excludeAsn', '2'],
    ],
  ],
  ['codes without a country', { state: 'texas', asn: '7922' }, [['state'], ['asn']]],
  [
    'several flaws at once',
    { country: 'US', state: 'x', zip: 'y', excludeAsn: ['z'] },
    [['excludeAsn', '0'], ['state'], ['zip']],
  ],
])('%s: an InvalidOptionError with the path', async (_, options, paths) => {
  const answer = await ask(options);
  expect(answer).toMatchObject({ __typename: 'InvalidOptionError', code: 'INVALID_OPTION' });
  expect('fields' in answer && answer.fields.map(({ path }) => path)).toEqual(paths);
});

test('countries and types that are not sold have the refusals of geo', async () => {
  for (const country of ['XX', 'usa', '']) {
    expect(await ask({ country })).toMatchObject({
      __typename: 'InvalidCountryError',
      fields: [{ path: ['country'] }],
    });
  }
  for (const type of ['none', 'ipv4', ''])
    expect(await ask({ type })).toMatchObject({ __typename: 'UnknownProductError' });
});

test.each(['type', 'country', 'state', 'city', 'zip', 'asn'])(
  'ten thousand characters in %s are refused before anything is asked',
  async (name) => {
    expect(await ask({ country: 'US', [name]: 'x'.repeat(10_000) })).toMatchObject({
      __typename: 'InvalidRequestError',
      fields: [{ path: [name] }],
    });
    expect(calls.names).toEqual([]);
  },
);

test('a text with NUL is refused, whether it stands in the variables or in the document', async () => {
  const send = (query: string, variables: object) =>
    sendGraphql<{ addressCount: object }>(service.url, reseller.apiKey, query, variables);
  const result = '{ ... on InvalidInputError { code fields { path } } }';
  const inVariables = await send(
    `query ($state: String) { addressCount(type: "diresi", country: "US", state: $state) ${result} }`,
    { state: 'a\u0000b' },
  );
  expect(inVariables.body.errors?.[0]?.extensions).toEqual({ code: 'INVALID_REQUEST' });
  const inDocument = await send(
    String.raw`{ addressCount(type: "diresi", country: "US", state: "a\u0000b") ${result} }`,
    {},
  );
  expect(inDocument.body.data?.addressCount).toEqual({
    code: 'INVALID_REQUEST',
    fields: [{ path: ['state'] }],
  });
  expect(calls.names).toEqual([]);
});

test('more excluded providers than an order takes are refused, in a short message', async () => {
  const answer = await ask({ excludeAsn: Array.from({ length: 500 }, () => 'x'.repeat(100)) });
  expect(answer).toMatchObject({ __typename: 'InvalidOptionError' });
  expect('message' in answer && answer.message.length).toBeLessThan(2_000);
});

test('after the codes were picked from the lists, a count costs at most two calls, however many ask at once', async () => {
  for (const kind of ['COUNTRIES', 'STATES', 'CITIES', 'ZIPCODES', 'ASNS'] as const) {
    const { country, state } = LA;
    await service.graphql(reseller.apiKey, GeoDocument, { type: 'diresi', kind, country, state });
  }
  calls.names.length = 0;
  const options = { ...LA, zip: '90001', asn: '7922', excludeAsn: ['7018'] };
  const counts = await Promise.all(Array.from({ length: 20 }, () => addresses(options)));
  expect(new Set(counts).size).toBe(1);
  expect(calls.names).toEqual(['geo', 'geo']);
});

test('when nothing was read before, each of the seven lists is asked for once, however many ask', async () => {
  const options = { ...LA, zip: '90001', asn: '7922' };
  await Promise.all(Array.from({ length: 10 }, () => addresses(options)));
  expect(calls.names).toEqual(Array(7).fill('geo'));
});

test('the upstream is never asked about a code that is not listed, and for nothing when it is tried again', async () => {
  const options = { ...LA, zip: '90001', asn: '7922' };
  const tryAll = async () => {
    for (const name of ['country', 'state', 'city', 'zip', 'asn'])
      expect(await ask({ ...options, [name]: 'x-y' })).toMatchObject({ fields: [{ path: [name] }] });
  };
  await tryAll();
  const asked = calls.names.length;
  await tryAll();
  expect(calls.names).toHaveLength(asked);
  expect(JSON.stringify(vi.mocked(service.services.traffic.geo).mock.calls)).not.toMatch(/x-y/i);
});

test('no connection of the database is held while the upstream is asked', async () => {
  const { services, clock } = service;
  const held: number[] = [];
  const watched = {
    ...services.traffic,
    geo: (...args: Parameters<TrafficUpstream['geo']>) => {
      held.push(pool.totalCount - pool.idleCount);
      return services.traffic.geo(...args);
    },
  };
  services.geo = new Geo(watched, clock);
  await addresses({ ...LA, zip: '90001' });
  expect(held.length).toBeGreaterThan(0);
  expect(new Set(held)).toEqual(new Set([0]));
});

test('while the upstream is away the answer is a ProviderError, unless the lists are known', async () => {
  const known = await addresses(LA);
  service.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'error_before' }]);
  expect(await addresses(LA)).toBe(known);
  expect(await ask({ country: 'DE', state: 'bavaria' })).toMatchObject({ __typename: 'ProviderError' });
});

test('a document can have about a dozen counts and not a hundred', async () => {
  const send = async (count: number) => {
    const fields = Array.from(
      { length: count },
      (_, i) => `a${i}: addressCount(type: "diresi") { __typename }`,
    );
    const { body } = await sendGraphql<Record<string, { __typename: string }>>(
      service.url,
      reseller.apiKey,
      `{ ${fields.join(' ')} }`,
    );
    return new Set(Object.values(body.data ?? {}).map(({ __typename }) => __typename));
  };
  expect(await send(12)).toEqual(new Set(['AddressCount']));
  expect(await send(16)).toEqual(new Set(['InvalidRequestError']));
});
