import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { useLuxuryService } from './luxury-service.ts';

const { service, givenLuxury } = useLuxuryService();

const IN_HOUSTON = { state: 'texas', city: 'houston', zip: '77002', asn: '7922' };
const ANYWHERE = { state: null, city: null, zip: null, asn: null };

test('only what is sent changes, and the answer is what the settings then are', async () => {
  const { rest, path, change } = await givenLuxury();
  const before = (await rest.get<object>(`${path}/settings`)).body;
  const wanted = {
    ...IN_HOUSTON,
    exclude_asn: ['7018'],
    anonymous: true,
    session: 'sticky',
    sticky_minutes: 1,
    protocol: 'http',
    threads: 1,
    allowed_ips: ['127.0.2.1', '2001:db8::1'],
    blocked_hosts: ['example.com'],
    paused: true,
  };
  const { status, body } = await change(wanted);
  expect({ status, body }).toEqual({ status: 200, body: { ...before, ...wanted } });
  expect((await rest.get(`${path}/settings`)).body).toEqual(body);
  expect((await change({ threads: 2_000 })).body).toEqual({ ...body, threads: 2_000 });
  expect((await change({})).body).toEqual({ ...body, threads: 2_000 });
});

test('the order shows the protocol, its port and the pause; login and password stay', async () => {
  const { rest, path, order, change } = await givenLuxury();
  await change({ protocol: 'socks5', paused: true });
  const { charged_usd: _charged, proxies, ...fields } = order;
  expect((await rest.get(path)).body).toEqual({
    ...fields,
    status: 'paused',
    protocol: 'socks5',
    proxies: [{ ...proxies[0], port: service.running.sandbox.gateway.socks5Port }],
  });
});

test('who tries addresses of a neighbour learns of twenty in a day, by one sentence, and the neighbour changes theirs as before', async () => {
  const [neighbour, attacker] = [await givenLuxury(), await givenLuxury()];
  expect((await neighbour.change({ allowed_ips: ['127.0.77.1'] })).status).toBe(200);
  const answers = [];
  for (let attempt = 0; attempt < 22; attempt++)
    answers.push(await attacker.change({ allowed_ips: ['127.0.77.1'] }));
  for (const answer of answers) expectRefusal(answer, 400, 'invalid_option');
  const sentences = answers.map(({ body }) => JSON.stringify(body));
  expect(new Set(sentences.slice(0, 20)).size).toBe(1);
  expect(sentences[0]).not.toMatch(/customer|already/);
  expect(sentences[20]).toMatch(/takes no new addresses until 00:00 UTC/);
  const wanted = { allowed_ips: ['127.0.77.1', '127.0.77.2'] };
  expect(await neighbour.change(wanted)).toMatchObject({ status: 200, body: wanted });
});

test('another country resets state, city, ZIP and ASN', async () => {
  const { change } = await givenLuxury({ options: IN_HOUSTON });
  expect((await change({ country: 'DE' })).body).toMatchObject({ country: 'DE', ...ANYWHERE });
});

test('another country is set first, and what else is sent applies in it', async () => {
  const { change } = await givenLuxury({ options: IN_HOUSTON });
  const { body } = await change({ state: 'bavaria', country: 'DE' });
  expect(body).toMatchObject({ ...ANYWHERE, country: 'DE', state: 'bavaria' });
});

test.each(['US', 'us'])('the country that it is already, as %s, resets nothing', async (country) => {
  const { change } = await givenLuxury({ options: IN_HOUSTON });
  expect((await change({ country })).body).toMatchObject({ country: 'US', ...IN_HOUSTON });
});

test('a country in lower case is taken, and ANY takes the filters off', async () => {
  const { change } = await givenLuxury({ options: IN_HOUSTON });
  expect((await change({ country: 'any' })).body).toMatchObject({ country: 'ANY', ...ANYWHERE });
  expect((await change({ country: 'gb' })).body).toMatchObject({ country: 'GB' });
});

test.each(['', null])('%j clears state, city, ZIP and ASN, one by one', async (cleared) => {
  const { change } = await givenLuxury({ options: IN_HOUSTON });
  let expected: object = IN_HOUSTON;
  for (const field of ['zip', 'city', 'state', 'asn']) {
    expected = { ...expected, [field]: null };
    expect((await change({ [field]: cleared })).body).toMatchObject(expected);
  }
});

test('lists are replaced, and an empty one takes all off', async () => {
  const { change } = await givenLuxury();
  await change({
    allowed_ips: ['127.0.3.1', '127.0.3.2'],
    blocked_hosts: ['a.example'],
    exclude_asn: ['7018'],
  });
  const replaced = {
    allowed_ips: ['127.0.3.2', '127.0.3.3'],
    blocked_hosts: ['b.example'],
    exclude_asn: ['209'],
  };
  expect((await change(replaced)).body).toMatchObject(replaced);
  const none = { allowed_ips: [], blocked_hosts: [], exclude_asn: [] };
  expect((await change(none)).body).toMatchObject(none);
});

test('hosts are kept in lower case, addresses in their short form, and everything once', async () => {
  const { change } = await givenLuxury();
  const { body } = await change({
    blocked_hosts: ['Example.COM', 'example.com.', 'bücher.example'],
    allowed_ips: ['2001:DB8:0:0::2', '2001:db8::2', '::ffff:127.0.4.1'],
    exclude_asn: ['7018', '7018'],
  });
  expect(body).toMatchObject({
    blocked_hosts: ['example.com', 'xn--bcher-kva.example'],
    allowed_ips: ['2001:db8::2', '127.0.4.1'],
    exclude_asn: ['7018'],
  });
});

test('five addresses and a hundred hosts are taken', async () => {
  const { change } = await givenLuxury();
  const allowed_ips = Array.from({ length: 5 }, (_, i) => `127.0.5.${i + 1}`);
  const blocked_hosts = Array.from({ length: 100 }, (_, i) => `h${i}.example`);
  expect((await change({ allowed_ips, blocked_hosts })).body).toMatchObject({ allowed_ips, blocked_hosts });
});

test('pause and resume: active again, or exhausted when nothing is left', async () => {
  const { rest, path, change, use } = await givenLuxury();
  const status = async () => (await rest.get<{ status: string }>(path)).body.status;
  expect((await change({ paused: true })).body.paused).toBe(true);
  expect(await status()).toBe('paused');
  await change({ paused: false });
  expect(await status()).toBe('active');
  await change({ paused: true });
  await use(2 ** 30);
  await rest.get(`${path}/traffic`);
  expect(await status()).toBe('paused');
  await change({ paused: false });
  expect(await status()).toBe('exhausted');
});

test.each([
  ['country', { country: null }],
  ['country', { country: 49 }],
  ['state', { state: 5 }],
  ['state', { state: 'nowhere' }],
  ['city', { city: 'miami', state: 'texas' }],
  ['zip', { zip: '00000' }],
  ['asn', { asn: '3320' }],
  ['asn', { country: 'ANY', asn: '7922' }],
  ['exclude_asn', { exclude_asn: '7018' }],
  ['exclude_asn', { exclude_asn: [7018] }],
  ['exclude_asn', { exclude_asn: ['AS7018'] }],
  ['anonymous', { anonymous: 'yes' }],
  ['anonymous', { anonymous: null }],
  ['session', { session: 'slow' }],
  ['sticky_minutes', { sticky_minutes: 0 }],
  ['sticky_minutes', { sticky_minutes: 121 }],
  ['sticky_minutes', { sticky_minutes: 1.5 }],
  ['sticky_minutes', { sticky_minutes: '10' }],
  ['protocol', { protocol: 'https' }],
  ['threads', { threads: 0 }],
  ['threads', { threads: 2_001 }],
  ['threads', { threads: 2 ** 40 }],
  ['threads', { threads: null }],
  ['allowed_ips', { allowed_ips: null }],
  ['allowed_ips', { allowed_ips: ['10.0.0.0/8'] }],
  ['allowed_ips', { allowed_ips: ['localhost'] }],
  ['allowed_ips', { allowed_ips: Array.from({ length: 6 }, (_, i) => `127.0.6.${i + 1}`) }],
  ['blocked_hosts', { blocked_hosts: 'example.com' }],
  ['blocked_hosts', { blocked_hosts: ['https://example.com'] }],
  ['blocked_hosts', { blocked_hosts: [''] }],
  ['blocked_hosts', { blocked_hosts: Array.from({ length: 101 }, (_, i) => `h${i}.example`) }],
  ['paused', { paused: 'true' }],
  ['login', { login: 'mine' }],
  ['stickyMinutes', { stickyMinutes: 10 }],
  ['gateway', { threads: 5, gateway: {} }],
])('400 invalid_option, which names %s: %j', async (field, body) => {
  const { rest, path, change } = await givenLuxury();
  const before = (await rest.get(`${path}/settings`)).text;
  const answer = await change(body);
  expectRefusal(answer, 400, 'invalid_option');
  expect(answer.body).toMatchObject({ error: { message: expect.stringContaining(field) } });
  expect((await rest.get(`${path}/settings`)).text).toBe(before);
});

test('400 invalid_country: a country that the type has no addresses in', async () => {
  const { change } = await givenLuxury();
  for (const country of ['XX', '', 'USA']) expectRefusal(await change({ country }), 400, 'invalid_country');
});

test.each(['[]', 'null', '"paused"', '{"paused":', ''])('400 invalid_json: %j', async (body) => {
  const { change } = await givenLuxury();
  expectRefusal(await change(body), 400, 'invalid_json');
});

test('400 invalid_option: an address that another order has already', async () => {
  const [one, other] = [await givenLuxury(), await givenLuxury()];
  await one.change({ allowed_ips: ['127.0.7.1'] });
  const answer = await other.change({ allowed_ips: ['127.0.7.1'] });
  expectRefusal(answer, 400, 'invalid_option');
  expect(answer.text).toContain('127.0.7.1');
});

test('502: a change that the provider does not take leaves the settings as they were', async () => {
  const { rest, path, change } = await givenLuxury();
  service.running.sandbox.arm([{ upstream: 'dataimpulse', call: 'set-blocked-hosts', mode: 'refuse' }]);
  try {
    const answer = await change({ threads: 5, blocked_hosts: ['example.com'] });
    expectRefusal(answer, 502, 'provider_error');
  } finally {
    service.running.sandbox.arm([]);
  }
  expect((await rest.get(`${path}/settings`)).body).toMatchObject({ threads: 100, blocked_hosts: [] });
  expect((await change({ threads: 5 })).body).toMatchObject({ threads: 5 });
});

test('changes are free', async () => {
  const { rest, change } = await givenLuxury();
  await change({ session: 'sticky' });
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 99 });
});
