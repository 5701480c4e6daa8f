import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { useRestService } from './rest-service.ts';

const service = useRestService();

interface Catalog {
  tiers: { id: string; types: { id: string; billing: string; periods: object[] }[] }[];
}

function typeOf(catalog: Catalog, tier: string, type: string) {
  return catalog.tiers.find(({ id }) => id === tier)?.types.find(({ id }) => id === type);
}

test('the catalog has tiers, types and periods with both prices', async () => {
  const { rest } = await service.givenCaller();
  await service.change(
    sql`update periods set retail_price = 2400000 where (tier, type, id) = ('prem', 'ipv4', '30d')`,
  );
  const { body, status } = await rest.get<Catalog>('/v1/products');
  expect(status).toBe(200);
  expect(typeOf(body, 'prem', 'ipv4')).toMatchObject({
    billing: 'per_proxy',
    max_quantity: 50,
    renewable: true,
  });
  expect(typeOf(body, 'prem', 'ipv4')?.periods).toContainEqual({
    id: '30d',
    name: expect.any(String),
    days: 30,
    gb: null,
    price_usd: 1.1,
    retail_price_usd: 2.4,
  });
});

test('a traffic type is sold in GB, one at a time', async () => {
  const { rest } = await service.givenCaller();
  const { body } = await rest.get<Catalog>('/v1/products');
  const type = typeOf(body, 'di', 'diresi');
  expect(type).toMatchObject({ billing: 'per_gb', max_quantity: 1 });
  expect(type?.periods).toContainEqual(expect.objectContaining({ id: '5gb', days: null, gb: 5 }));
});

test('the countries of a type have a code, a name and what is in stock', async () => {
  const { rest } = await service.givenCaller();
  const { body } = await rest.get<{ countries: object[] }>('/v1/products/prem/ipv4/countries');
  expect(body.countries).toContainEqual({ code: 'US', name: 'United States', available: expect.any(Number) });
});

test.each([
  '/v1/products/prem/none/countries',
  '/v1/products/none/ipv4/countries',
  '/v1/products/pr%65m/ipv4%2F/countries',
])('%s is 404 unknown_product', async (path) => {
  const { rest } = await service.givenCaller();
  expectRefusal(await rest.get(path), 404, 'unknown_product');
});

test('path parameters are percent-decoded', async () => {
  const { rest } = await service.givenCaller();
  expect((await rest.get('/v1/products/pr%65m/%69pv4/countries')).status).toBe(200);
});

test('countries that the provider does not give are 502 provider_error', async () => {
  const { rest } = await service.givenCaller();
  service.running.sandbox.arm([{ upstream: 'px6', call: '*', mode: 'error_before' }]);
  try {
    expectRefusal(await rest.get('/v1/products/econ/ipv6/countries'), 502, 'provider_error');
  } finally {
    service.running.sandbox.arm([]);
  }
});
