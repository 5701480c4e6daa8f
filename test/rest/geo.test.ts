import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { geoItems } from '../../src/rest/catalog.ts';
import { expectRefusal, type RestClient } from '../support/rest-client.ts';
import { sendGraphql } from '../support/service.ts';
import { useRestService } from './rest-service.ts';

const service = useRestService();

type Items = z.output<typeof geoItems>;

async function items(rest: RestClient, path: string): Promise<Items['items']> {
  const { status, body } = await rest.get<Items>(path);
  expect(status).toBe(200);
  return body.items;
}

test('the countries of a Luxury type are listed with most addresses first', async () => {
  const { rest } = await service.givenCaller();
  const countries = await items(rest, '/v1/geo/diresi/countries');
  expect(countries.map(({ code }) => code)).toContain('US');
  expect(countries).toEqual([...countries].sort((a, b) => b.count - a.count));
});

test('states, cities, ZIP codes and providers are listed within a country, in either case', async () => {
  const { rest } = await service.givenCaller();
  for (const kind of ['states', 'cities', 'zipcodes', 'asns']) {
    const listed = await items(rest, `/v1/geo/diresi/${kind}?country=US`);
    expect(listed.length).toBeGreaterThan(0);
    expect(await items(rest, `/v1/geo/diresi/${kind}?country=us`)).toEqual(listed);
  }
});

test('a state narrows the cities', async () => {
  const { rest } = await service.givenCaller();
  const [state] = await items(rest, '/v1/geo/diresi/states?country=US');
  const all = await items(rest, '/v1/geo/diresi/cities?country=US');
  const narrowed = await items(
    rest,
    `/v1/geo/diresi/cities?country=US&state=${encodeURIComponent(state?.code ?? '')}`,
  );
  expect(narrowed.length).toBeGreaterThan(0);
  expect(narrowed.length).toBeLessThan(all.length);
});

test('the countries of a Luxury type are those of the lookup, with how many addresses there are', async () => {
  const { rest } = await service.givenCaller();
  const listed = await items(rest, '/v1/geo/dimobile/countries');
  const { body } = await rest.get<{ countries: { code: string; name: string; available: number }[] }>(
    '/v1/products/di/dimobile/countries',
  );
  expect(body.countries.map(({ code, available }) => ({ code, count: available }))).toEqual(
    expect.arrayContaining(listed.map(({ code, count }) => ({ code, count }))),
  );
  expect(body.countries).toHaveLength(listed.length);
  expect(body.countries.map(({ name }) => name)).toEqual(body.countries.map(({ name }) => name).sort());
});

test.each([
  ['/v1/geo/diresi/planets', 400, 'invalid_request', 'kind'],
  ['/v1/geo/diresi/states', 400, 'invalid_request', 'country'],
  ['/v1/geo/diresi/cities?country=', 400, 'invalid_request', 'country'],
  ['/v1/geo/diresi/cities?country=US&country=DE', 400, 'invalid_request', 'country'],
  ['/v1/geo/diresi/cities?country=US&state=nowhere', 400, 'invalid_request', 'state'],
  ['/v1/geo/diresi/states?country=XX', 400, 'invalid_country', 'XX'],
  ['/v1/geo/diresi/states?country=ANY', 400, 'invalid_country', 'ANY'],
  ['/v1/geo/none/countries', 404, 'unknown_product', 'none'],
  ['/v1/geo/ipv4/countries', 404, 'unknown_product', 'ipv4'],
  // Flaws of the request itself are answered before those of the product.
  ['/v1/geo/none/planets', 400, 'invalid_request', 'kind'],
  ['/v1/geo/none/states', 400, 'invalid_request', 'country'],
])('%s is %i %s, and says what about', async (path, status, code, word) => {
  const { rest } = await service.givenCaller();
  const answer = await rest.get(path);
  expectRefusal(answer, status, code);
  expect(answer.body).toMatchObject({ error: { message: expect.stringContaining(word) } });
});

test('GraphQL lists the same, and refuses as typed errors with the same codes and words', async () => {
  const { rest, apiKey } = await service.givenCaller();
  const ask = async (field: string) => {
    const query = `{ geo(${field}) {
      ... on GeoItems { items { code name count } } ... on Error { code message } ... on InvalidInputError { fields { path } } } }`;
    const { body } = await sendGraphql<{ geo: object }>(service.running.url, apiKey, query);
    return body.data?.geo ?? body.errors?.[0]?.extensions;
  };
  expect(await ask('type: "diresi", kind: STATES, country: "US"')).toEqual({
    items: await items(rest, '/v1/geo/diresi/states?country=US'),
  });
  for (const [field, path, refusal] of [
    ['type: "diresi", kind: STATES', 'diresi/states', { fields: [{ path: ['country'] }] }],
    ['type: "none", kind: COUNTRIES', 'none/countries', {}],
    [
      'type: "diresi", kind: STATES, country: "XX"',
      'diresi/states?country=XX',
      { fields: [{ path: ['country'] }] },
    ],
    [
      'type: "diresi", kind: CITIES, country: "US", state: "nowhere"',
      'diresi/cities?country=US&state=nowhere',
      { fields: [{ path: ['state'] }] },
    ],
  ] as const) {
    const { body } = await rest.get<{ error: { code: string; message: string } }>(`/v1/geo/${path}`);
    const { code, message } = body.error;
    expect(await ask(field)).toEqual({ ...refusal, code: code.toUpperCase(), message });
  }
  expect(await ask('type: "diresi", kind: PLANETS')).toEqual({ code: 'INVALID_REQUEST' });
});
