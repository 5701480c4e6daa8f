import { once } from 'node:events';
import { ProxyAgent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { basic, forwarded, openSocket, text, tunnel } from '../support/clients.ts';
import { closedPort, openEcho, openTcp, openWeb, type Seen } from '../support/target.ts';
import { EXIT, openGateways } from './gateways.ts';

test('a request is forwarded with its method, path, headers and body, and without what is for the proxy', async () => {
  const [{ proxies }, echo] = await Promise.all([openGateways(), openEcho()]);
  for (const proxy of [proxies.http, proxies.sticky]) {
    const reply = await forwarded(proxy, `${echo}/a/../b?q=1|2`, {
      method: 'POST',
      body: 'hello',
      headers: {
        'x-kept': 'yes',
        'x-dropped': 'no',
        connection: 'x-dropped',
        'proxy-connection': 'keep-alive',
      },
    });
    expect(reply.status).toBe(200);
    const seen: Seen = JSON.parse(reply.body);
    expect(seen).toMatchObject({ method: 'POST', url: '/a/../b?q=1|2', body: 'hello', from: EXIT });
    expect(seen.headers).toEqual({
      host: new URL(echo).host,
      connection: 'close',
      'content-length': '5',
      'x-kept': 'yes',
    });
  }
});

test('a GET with a body in chunks reaches the target as one request', async () => {
  const [{ proxies }, echo] = await Promise.all([openGateways(), openEcho()]);
  const headers = { 'transfer-encoding': 'chunked' };
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
  const reply = await forwarded(proxies.http, echo, { body: smuggled, headers });
  expect(JSON.parse(reply.body)).toMatchObject({ url: '/', body: smuggled });
});

test('the answer keeps its status, headers and body', async () => {
  const { proxies } = await openGateways();
  const url = await openWeb((_, response) => {
    response.writeHead(418, 'Teapot', {
      'x-here': 'yes',
      'set-cookie': ['a=1', 'b=2'],
      'proxy-authenticate': 'x',
    });
    response.end('short and stout');
  });
  const reply = await forwarded(proxies.http, url);
  expect(reply).toMatchObject({ status: 418, body: 'short and stout', headers: { 'x-here': 'yes' } });
  expect(reply.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(reply.headers).not.toHaveProperty('proxy-authenticate');
});

test('CONNECT opens a tunnel for a real client, to IPv4, IPv6 and names', async () => {
  const [{ proxies }, ipv4, ipv6] = await Promise.all([openGateways(), openEcho(), openEcho('::1')]);
  for (const proxy of [proxies.http, proxies.sticky]) {
    const uri = `http://${proxy.host}:${proxy.port}`;
    const dispatcher = new ProxyAgent({ uri, token: basic(proxy), proxyTunnel: true });
    onTestFinished(() => dispatcher.close());
    const see = async (url: string): Promise<Seen> =>
      JSON.parse(await (await request(url, { dispatcher })).body.text());
    expect(await see(ipv4)).toMatchObject({ from: EXIT, headers: { host: new URL(ipv4).host } });
    expect(await see(ipv4.replace('127.0.0.1', 'localhost'))).toMatchObject({ from: EXIT });
    expect(await see(ipv6)).toMatchObject({ from: '::1' });
  }
});

test('a tunnel carries the rest of one direction after the other has ended', async () => {
  const { proxies } = await openGateways();
  const port = await openTcp(async (socket) => socket.end(`heard ${await text(socket)}`));
  const { socket } = await tunnel(proxies.http, `127.0.0.1:${port}`);
  socket.end('all of it');
  expect(await text(socket)).toBe('heard all of it');
});

test('what is sent right behind CONNECT reaches the target', async () => {
  const { proxies } = await openGateways();
  const port = await openTcp((socket) => socket.pipe(socket));
  for (const proxy of [proxies.http, proxies.sticky]) {
    const said = `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: ${basic(proxy)}\r\n\r\nearly`;
    const socket = openSocket(Number(proxy.port));
    socket.end(said);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\nearly$/s);
  }
});

test('requests that follow each other on one connection are let in one by one', async () => {
  const [{ proxies, requests, uses, refuse }, echo] = await Promise.all([openGateways(), openEcho()]);
  const socket = openSocket(Number(proxies.http.port));
  const ask = `GET ${echo}/ HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.write(ask);
  await once(socket, 'data');
  await uses[0]?.over.promise;
  refuse.authorize = 'USER_BLOCKED';
  socket.write(ask);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 407 USER_BLOCKED\r\n/);
  expect(requests).toHaveLength(2);
  expect(uses.map(({ timesLeft }) => timesLeft)).toEqual([1]);
});

test('a client that leaves while its requests wait in a row leaves for all of them', async () => {
  const test = await openGateways();
  const { promise, resolve } = Promise.withResolvers<void>();
  const silent = await openWeb((_, response) => {
    if (response.req.url === '/last') resolve();
  });
  const socket = openSocket(Number(test.proxies.http.port));
  const ask = (path: string) => `GET ${silent}${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.write(`${ask('/first')}${ask('/last')}`);
  await promise;
  socket.resetAndDestroy();
  await Promise.all(test.uses.map((use) => use.over.promise));
  expect(test.uses.map(({ timesLeft }) => timesLeft)).toEqual([1, 1]);
});

test('a target that is not there gives 502, one that cannot be named 400', async () => {
  const { proxies } = await openGateways();
  const nobody = `127.0.0.1:${await closedPort()}`;
  expect((await forwarded(proxies.http, `http://${nobody}/`)).status).toBe(502);
  expect((await tunnel(proxies.http, nobody)).status).toBe(502);
  for (const url of ['/path', 'https://127.0.0.1/', 'http://', 'http://:80/', 'http://127.0.0.1:99999/']) {
    expect((await forwarded(proxies.http, url)).status).toBe(400);
  }
  for (const authority of ['127.0.0.1', '127.0.0.1:0', '127.0.0.1:65536', 'a@127.0.0.1:80', ':80']) {
    expect((await tunnel(proxies.http, authority)).status).toBe(400);
  }
});

test('a target that breaks off breaks the answer off, and the gateway goes on', async () => {
  const [{ proxies, uses }, echo] = await Promise.all([openGateways(), openEcho()]);
  const proxy = proxies.http;
  const broken = await openWeb((_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('some', () => response.socket?.resetAndDestroy());
  });
  await expect(forwarded(proxy, broken)).rejects.toThrow();
  const silent = await openTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
  expect((await forwarded(proxy, `http://127.0.0.1:${silent}/`)).status).toBe(502);
  const upgrading = await openTcp((socket) =>
    socket.once('data', () => socket.write('HTTP/1.1 101 Up\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')),
  );
  expect((await forwarded(proxy, `http://127.0.0.1:${upgrading}/`)).status).toBe(502);
  expect((await forwarded(proxy, echo)).status).toBe(200);
  await Promise.all(uses.map((use) => use.over.promise));
  expect(uses.map(({ timesLeft }) => timesLeft)).toEqual([1, 1, 1, 1]);
});
