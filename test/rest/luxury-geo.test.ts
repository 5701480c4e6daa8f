import { expect, test } from 'vitest';
import { expectRefusal, type RestClient } from '../support/rest-client.ts';
import { useLuxuryService } from './luxury-service.ts';

const { service, givenLuxury } = useLuxuryService();

interface Item {
  code: string;
  name: string;
  count: number;
}

async function items(rest: RestClient, path: string): Promise<Item[]> {
  const { status, body } = await rest.get<{ items: Item[] }>(path);
  expect(status).toBe(200);
  return body.items;
}

test.each(['diresi', 'dipremium', 'dimobile', 'didc'])('every kind is listed for %s', async (type) => {
  const { rest } = await service.givenCaller();
  expect((await items(rest, `/v1/geo/${type}/countries`)).length).toBeGreaterThan(0);
  for (const kind of ['states', 'cities', 'zipcodes', 'asns']) {
    const [first] = await items(rest, `/v1/geo/${type}/${kind}?country=US`);
    expect(first).toEqual({ code: expect.any(String), name: expect.any(String), count: expect.any(Number) });
  }
});

test('a state narrows cities and ZIP codes, and nothing else', async () => {
  const { rest } = await service.givenCaller();
  const codes = async (kind: string, query: string) =>
    (await items(rest, `/v1/geo/diresi/${kind}?country=US${query}`)).map(({ code }) => code);
  expect((await codes('cities', '&state=texas')).sort()).toEqual(['austin', 'dallas', 'houston']);
  expect((await codes('zipcodes', '&state=texas')).sort()).toEqual([
    '75201',
    '75217',
    '77002',
    '77036',
    '78701',
    '78745',
  ]);
  for (const kind of ['states', 'asns'])
    expect(await codes(kind, '&state=texas')).toEqual(await codes(kind, ''));
});

test('what the lookup lists, an order can be narrowed to', async () => {
  const { rest, change } = await givenLuxury({ country: 'GB' });
  const wanted: Record<string, string | undefined> = {};
  for (const [field, kind] of [
    ['state', 'states'],
    ['city', 'cities'],
    ['zip', 'zipcodes'],
    ['asn', 'asns'],
  ] as const) {
    const within = wanted['state'] === undefined || kind === 'asns' ? '' : `&state=${wanted['state']}`;
    wanted[field] = (await items(rest, `/v1/geo/diresi/${kind}?country=GB${within}`))[0]?.code;
  }
  expect((await change(wanted)).body).toMatchObject(wanted);
});

test('502: a list that was never read and that the provider does not give', async () => {
  const { rest } = await service.givenCaller();
  service.running.sandbox.arm([{ upstream: 'dataimpulse', call: 'locations', mode: 'refuse' }]);
  try {
    expectRefusal(await rest.get('/v1/geo/dimobile/cities?country=JP'), 502, 'provider_error');
  } finally {
    service.running.sandbox.arm([]);
  }
});
