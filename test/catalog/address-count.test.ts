import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ProductType } from '../../src/catalog/catalog.ts';
import { type AddressFilter, countAddresses, Geo } from '../../src/catalog/geo.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { locations, poolSize } from '../../src/sandbox/dataimpulse/locations.ts';
import {
  type Pool,
  poolParametersSchema,
  poolSchema,
} from '../../src/sandbox/dataimpulse/pool-parameters.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { createDataImpulse, type DataImpulse } from '../../src/upstreams/dataimpulse/dataimpulse.ts';
import { newDataDirectory } from '../support/postgres.ts';
import { type UpstreamCalls, upstreamCalls } from '../support/upstream-calls.ts';

const SEED = 20_261_122;
const RUNS = 400;

let sandbox: Sandbox;
let dataimpulse: DataImpulse;
let geo: Geo;
let calls: UpstreamCalls;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, stateDir: newDataDirectory(), clock: systemClock });
  const { dataImpulseUrl: url, dataImpulseLogin: login, dataImpulsePassword: password, gateway } = sandbox;
  dataimpulse = createDataImpulse({ url, login, password, gateway });
  calls = upstreamCalls(dataimpulse);
});
afterAll(async () => {
  await sandbox.close();
  await dataimpulse.close();
});
beforeEach(() => {
  sandbox.arm([]);
  calls.names.length = 0;
  geo = new Geo(dataimpulse, systemClock);
});

const typeOf = (pool: Pool): ProductType => ({
  tier: 'di',
  id: 'one',
  name: 'One',
  description: 'One.',
  billing: 'per_gb',
  maxQuantity: 1,
  renewable: false,
  protocol: 'both',
  upstream: 'dataimpulse',
  upstreamProduct: pool,
  periods: [],
});
const TYPE = typeOf('residential');
const ANYWHERE: AddressFilter = {
  country: null,
  state: null,
  city: null,
  zip: null,
  asn: null,
  excludeAsn: [],
  anonymous: false,
};
const count = (filter: Partial<AddressFilter>, type = TYPE) =>
  countAddresses(geo, type, { ...ANYWHERE, ...filter });

/** How many addresses the sandbox's gateway would serve such an account from. */
function served(
  pool: Pool,
  { country, state, city, zip, asn, excludeAsn, anonymous }: AddressFilter,
): number {
  const listOf = (code: string | null) => (code === null ? [] : [code]);
  const parameters = {
    countries: listOf(country?.toLowerCase() ?? null),
    states: listOf(state),
    cities: listOf(city),
    zipcodes: listOf(zip),
    asns: listOf(asn),
    exclude_asn: excludeAsn,
    anonymous_filter: anonymous,
  };
  return poolSize(pool, poolParametersSchema.parse(parameters));
}

type Kind = Parameters<typeof locations>[1];

/** Filters of codes that exist in the country, each alone; together they may match nothing. */
const filters = fc
  .record({
    pool: fc.constantFrom(...poolSchema.options),
    country: fc.constantFrom(null, 'US', 'US', 'DE', 'CA', 'GB', 'SE'),
    anonymous: fc.constantFrom(false, false, false, true),
  })
  .chain(({ pool, country, anonymous }) => {
    const countries = country === null ? [] : [country.toLowerCase()];
    const within = poolParametersSchema.parse({ countries });
    const codes = (kind: Kind) =>
      country === null ? [] : locations(pool, kind, within).map(({ code }) => code);
    const perhaps = (kind: Kind) => fc.constantFrom(null, null, ...codes(kind));
    const filter = fc.record({
      country: fc.constant(country),
      state: perhaps('states'),
      city: perhaps('cities'),
      zip: perhaps('zipcodes'),
      asn: perhaps('asns'),
      excludeAsn: fc.oneof(fc.constant([]), fc.subarray([...codes('asns'), '64500'])),
      anonymous: fc.constant(anonymous),
    });
    return fc.record({ pool: fc.constant(pool), filter });
  });

test('a count that is exact is the number that the network serves, and any other is no smaller than it', async () => {
  let exactOnes = 0;
  const agrees = fc.asyncProperty(filters, async ({ pool, filter }) => {
    const { addresses, exact } = await count(filter, typeOf(pool));
    const truth = served(pool, filter);
    if (exact) expect(addresses).toBe(truth);
    else expect(addresses).toBeGreaterThanOrEqual(truth);
    exactOnes += exact ? 1 : 0;
  });
  await fc.assert(agrees, { numRuns: RUNS, seed: SEED });
  expect(exactOnes).toBeGreaterThan(RUNS / 4);
  expect(exactOnes).toBeLessThan(RUNS);
});

const LA = { country: 'US', state: 'california', city: 'losangeles' };

test.each<[string, Partial<AddressFilter>]>([
  ['all countries', {}],
  ['a country', { country: 'US' }],
  ['a state', { country: 'US', state: 'california' }],
  ['a city without its state', { country: 'US', city: 'losangeles' }],
  ['a ZIP code in its city', { ...LA, zip: '90001' }],
  ['a provider in a city', { ...LA, asn: '7922' }],
  ['a city without two providers', { ...LA, excludeAsn: ['7922', '21928'] }],
  ['a provider that is left out itself', { ...LA, zip: '90001', asn: '7922', excludeAsn: ['7922'] }],
])('the count of %s is exact', async (_, filter) => {
  expect(await count(filter)).toEqual({
    addresses: served('residential', { ...ANYWHERE, ...filter }),
    exact: true,
  });
});

test.each<[string, Partial<AddressFilter>]>([
  ['anonymous addresses', { anonymous: true }],
  ['excluded providers in all countries', { excludeAsn: ['7922'] }],
  ['a ZIP code and a provider', { ...LA, zip: '90001', asn: '7922' }],
  ['a ZIP code without a provider', { ...LA, zip: '90001', excludeAsn: ['7922'] }],
])('the count of %s is an upper bound', async (_, filter) => {
  const { addresses, exact } = await count(filter);
  expect(exact).toBe(false);
  expect(addresses).toBeGreaterThan(served('residential', { ...ANYWHERE, ...filter }));
});

test('an upper bound of nothing is exact', async () => {
  const nowhere = { ...LA, state: 'texas', anonymous: true };
  expect(await count(nowhere)).toEqual({ addresses: 0, exact: true });
});

test('fifty counts at once cost two calls of the upstream, and those of the next five minutes none', async () => {
  const filter = { ...LA, zip: '90001', asn: '7922', anonymous: true };
  const counts = await Promise.all(Array.from({ length: 50 }, () => count(filter)));
  expect(new Set(counts.map(({ addresses }) => addresses)).size).toBe(1);
  expect(calls.names).toEqual(['geo', 'geo']);
  await count(filter);
  expect(calls.names).toHaveLength(2);
});

test('while the upstream is away, what was read before is counted, and anything else is a provider_error', async () => {
  const known = await count(LA);
  sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'error_before' }]);
  expect(await count(LA)).toEqual(known);
  await expect(count({ ...LA, asn: '7922' })).rejects.toMatchObject({ code: 'provider_error' });
});
