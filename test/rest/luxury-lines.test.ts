import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { useLuxuryService } from './luxury-service.ts';

const { service, givenLuxury } = useLuxuryService();

async function given(options: object) {
  const { rest, path, order } = await givenLuxury({ options });
  const [{ login, password } = { login: '', password: '' }] = order.proxies;
  const lines = async (query = '') =>
    (await rest.get<{ lines: string[] }>(`${path}/lines${query}`)).body.lines;
  return { rest, path, login, password, lines, ...service.running.sandbox.gateway };
}

test('without parameters there is one line of host:port:login:pass for the HTTP port', async () => {
  const { lines, httpPort, login, password } = await given({});
  expect(await lines()).toEqual([`127.0.0.1:${httpPort}:${login}:${password}`]);
});

test('without parameters it is the SOCKS5 port where the settings allow that only', async () => {
  const { lines, socks5Port, login, password } = await given({ protocol: 'socks5' });
  expect(await lines()).toEqual([`127.0.0.1:${socks5Port}:${login}:${password}`]);
});

test('each format is written in its own way, and the protocol chooses the port', async () => {
  const { lines, httpPort, socks5Port, login, password } = await given({});
  const user = `${login}:${password}`;
  expect(await lines('?format=hpup')).toEqual([`127.0.0.1:${httpPort}:${user}`]);
  expect(await lines('?format=uphp')).toEqual([`${user}@127.0.0.1:${httpPort}`]);
  expect(await lines('?format=http')).toEqual([`http://${user}@127.0.0.1:${httpPort}`]);
  expect(await lines('?format=socks')).toEqual([`socks5://${user}@127.0.0.1:${socks5Port}`]);
  expect(await lines('?format=uphp&protocol=socks5')).toEqual([`${user}@127.0.0.1:${socks5Port}`]);
});

test('in sticky mode each line has a port of its own, from the first sticky one on', async () => {
  const { lines, stickyPorts, login, password } = await given({ session: 'sticky' });
  const ports = Array.from({ length: 5 }, (_, i) => stickyPorts.first + i);
  expect(await lines('?count=5')).toEqual(ports.map((port) => `127.0.0.1:${port}:${login}:${password}`));
  expect(await lines()).toHaveLength(1);
  expect(await lines('?count=1000')).toHaveLength(stickyPorts.last - stickyPorts.first + 1);
});

test('in rotating mode there is one line, whatever the count', async () => {
  const { lines } = await given({});
  expect(await lines('?count=1000')).toHaveLength(1);
});

test('as text there is one proxy in each line, the last one included, which caches may not store, and browsers may not take for another type', async () => {
  const { rest, path, lines } = await given({ session: 'sticky' });
  const json = await lines('?count=3');
  const { status, headers, text } = await rest.get(`${path}/lines?count=3&as=text`);
  expect([status, text]).toEqual([200, json.map((line) => `${line}\n`).join('')]);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
});

test('the lines of an order with a new password have that', async () => {
  const { rest, path, lines, password } = await given({});
  await rest.send({ method: 'POST', path: `${path}/reset-password` });
  expect((await lines())[0]).not.toContain(password);
});

test.each([
  'count=0',
  'count=1001',
  'count=-1',
  'count=1.5',
  'count=many',
  'count=',
  'format=csv',
  'format=',
  'protocol=both',
  'protocol=http&format=socks',
  'protocol=socks5&format=http',
  'as=json',
  'as=',
  'count=1&count=2',
])('400 invalid_request, as JSON: ?%s', async (query) => {
  const { rest, path } = await givenLuxury();
  const [name] = query.split('=');
  const answer = await rest.get(`${path}/lines?${query}`);
  expectRefusal(answer, 400, 'invalid_request');
  expect(answer.text).toContain(name);
});

test('lines for one protocol in a format of another are refused with what to leave out, and that gives lines', async () => {
  const { rest, path, lines, httpPort, socks5Port } = await given({});
  const { text } = await rest.get(`${path}/lines?format=http&protocol=socks5`);
  expect(JSON.parse(text).error.message).toBe(
    'protocol: is SOCKS5 and "format" is for http:// URLs: leave it out for http:// URLs, or choose the format of socks5:// URLs.',
  );
  expect((await lines('?format=http'))[0]).toContain(`:${httpPort}`);
  expect((await lines('?format=socks&protocol=socks5'))[0]).toContain(`:${socks5Port}`);
});

test('an error is JSON also where text was asked for', async () => {
  const { rest, path } = await givenLuxury();
  expectRefusal(await rest.get(`${path}/lines?as=text&count=0`), 400, 'invalid_request');
  expectRefusal(await rest.get('/v1/orders/999999/lines?as=text'), 404, 'order_not_found');
});

test.each([
  ['http', 'protocol=socks5'],
  ['http', 'format=socks'],
  ['socks5', 'protocol=http'],
  ['socks5', 'format=http'],
])('where the settings allow %s only, ?%s is 400 invalid_request', async (protocol, query) => {
  const { rest, path } = await given({ protocol });
  const answer = await rest.get(`${path}/lines?${query}`);
  expectRefusal(answer, 400, 'invalid_request');
  expect(answer.text).toContain(`allow ${protocol.toUpperCase()} only`);
});
