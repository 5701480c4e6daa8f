import { expect, test } from 'vitest';
import { locations, poolSize } from '../../../src/sandbox/dataimpulse/locations.ts';
import { poolParametersSchema } from '../../../src/sandbox/dataimpulse/pool-parameters.ts';
import { openTraffic } from '../support/dataimpulse.ts';

function size(parameters: object): number {
  return poolSize('residential', poolParametersSchema.parse(parameters));
}

function rows(kind: Parameters<typeof locations>[1], parameters: object) {
  return locations('residential', kind, poolParametersSchema.parse(parameters));
}

test('every pool has at least thirty countries, the largest first', async () => {
  const { ask } = await openTraffic();
  for (const pool of ['residential', 'residential_premium', 'mobile', 'datacenter']) {
    const { body } = await ask('/common/locations/countries', { pool_type: pool });
    expect(body.length).toBeGreaterThanOrEqual(30);
    expect(body).toContainEqual({ code: 'de', name: 'Germany', count: expect.any(Number) });
    const counts = body.map(({ count }: { count: number }) => count);
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts).toEqual(counts.toSorted((one: number, other: number) => other - one));
  }
});

test.each(['states', 'cities', 'zipcodes', 'asns'])('%s are listed within countries only', async (kind) => {
  const { ask } = await openTraffic();
  const list = (options: object) =>
    ask(`/common/locations/${kind}`, { pool_type: 'residential', ...options });
  expect(await list({})).toEqual({
    status: 400,
    body: { message: 'countries: is required', status_code: 400 },
  });
  for (const country of ['us', 'gb', 'de', 'fr', 'br', 'in']) {
    const { status, body } = await list({ countries: [country] });
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThan(2);
    expect(body[0]).toEqual({
      code: expect.stringMatching(/^[a-z0-9]+$/),
      name: expect.any(String),
      count: expect.any(Number),
    });
  }
  expect((await list({ countries: ['se'] })).body).toEqual([]);
  expect((await list({ countries: ['zz'] })).body).toEqual([]);
});

test('cities can be asked for within states', async () => {
  const { ask } = await openTraffic();
  const request = { pool_type: 'residential', countries: ['de'], states: ['bavaria'] };
  const { body } = await ask('/common/locations/cities', request);
  expect(body.map(({ code }: { code: string }) => code)).toEqual(['munich', 'nuremberg']);
  const otherwise = await ask('/common/locations/cities', { ...request, order_by: 'name,asc' });
  expect(otherwise.status).toBe(400);
});

test('a listed count is the size of the pool under that filter', () => {
  const us = { countries: ['us'] };
  for (const kind of ['states', 'cities', 'zipcodes', 'asns'] as const)
    for (const { code, count } of rows(kind, us)) expect(size({ ...us, [kind]: [code] })).toBe(count);
  for (const { code, count } of rows('countries', {})) expect(size({ countries: [code] })).toBe(count);
});

test('each further filter leaves fewer addresses, and some combinations none', () => {
  const la = { countries: ['us'], states: ['california'], cities: ['losangeles'] };
  expect(size({})).toBeGreaterThan(size({ countries: ['us'] }));
  expect(size({ countries: ['us'] })).toBeGreaterThan(size(la));
  expect(size(la)).toBeGreaterThan(size({ ...la, zipcodes: ['90001'] }));
  expect(size({ ...la, asns: ['7922'] })).toBeGreaterThan(0);
  expect(size({ ...la, asns: ['701'] })).toBe(0);
  expect(size({ ...la, states: ['texas'] })).toBe(0);
  expect(size({ countries: ['zz'] })).toBe(0);
});

test('what is excluded is missing, and the filter for anonymity costs some', () => {
  const us = { countries: ['us'] };
  expect(size({ ...us, exclude_asn: [7922] })).toBe(size(us) - size({ ...us, asns: ['7922'] }));
  expect(size({ ...us, anonymous_filter: true })).toBeLessThan(size(us));
});
