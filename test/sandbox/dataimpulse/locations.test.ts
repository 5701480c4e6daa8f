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

test('every pool has at least thirty countries, listed with and without their counts', async () => {
  const { ask } = await openTraffic();
  for (const pool of ['residential', 'residental', 'residential_premium', 'mobile', 'datacenter']) {
    const { body: names } = await ask(`/common/locations?pool_type=${pool}`);
    const { body: stats } = await ask(`/common/pool_stats?pool_type=${pool}`);
    const { body: counts } = await ask('/common/locations/countries', { pool_type: pool });
    expect(names.length).toBeGreaterThanOrEqual(30);
    expect(names).toContainEqual({ country_code: 'de', country_name: 'Germany' });
    expect(stats).toEqual(
      counts.map(({ code, name, count }: { code: string; name: string; count: number }) => ({
        country_code: code,
        country_name: name,
        count,
      })),
    );
    expect(counts[0].count).toBeGreaterThan(0);
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

test('cities can be asked for within states, and in another order', async () => {
  const { ask } = await openTraffic();
  const request = { pool_type: 'residential', countries: ['de'], states: ['bavaria'] };
  const codes = async (options: object) => {
    const { body } = await ask('/common/locations/cities', { ...request, ...options });
    return body.map(({ code }: { code: string }) => code);
  };
  expect(await codes({})).toEqual(['munich', 'nuremberg']);
  expect(await codes({ order_by: 'count,asc' })).toEqual(['nuremberg', 'munich']);
  expect(await codes({ order_by: 'name,asc' })).toEqual(['munich', 'nuremberg']);
  expect((await ask('/common/locations/cities', { ...request, order_by: 'luck' })).status).toBe(400);
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
  expect(size({ exclude_countries: ['us'] })).toBe(size({}) - size({ countries: ['us'] }));
  const us = { countries: ['us'] };
  expect(size({ ...us, exclude_asn: [7922] })).toBe(size(us) - size({ ...us, asns: ['7922'] }));
  expect(size({ ...us, anonymous_filter: true })).toBeLessThan(size(us));
});
