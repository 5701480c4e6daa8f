import { ProxyAgent, request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { basic, forwarded, openSocket, text, tunnel } from '../support/clients.ts';
import { DAY_SECONDS, openSandbox } from '../support/sandbox.ts';
import { closedPort, openEcho, openTcp, openWeb, type Seen } from '../support/target.ts';

const ONE = 'count=1&period=7&country=us&version=4';

test('a request is forwarded with its method, path, headers and body, and without what is for the proxy', async () => {
  const { buy } = await openSandbox();
  const [[proxy], echo] = await Promise.all([buy(ONE), openEcho()]);
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
  expect(seen).toMatchObject({ method: 'POST', url: '/a/../b?q=1|2', body: 'hello', from: proxy.ip });
  expect(seen.headers).toEqual({
    host: new URL(echo).host,
    connection: 'close',
    'content-length': '5',
    'x-kept': 'yes',
  });
});

test('a GET with a body in chunks reaches the target as one request', async () => {
  const { buy } = await openSandbox();
  const [[proxy], echo] = await Promise.all([buy(ONE), openEcho()]);
  const headers = { 'transfer-encoding': 'chunked' };
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
  const reply = await forwarded(proxy, echo, { body: smuggled, headers });
  expect(JSON.parse(reply.body)).toMatchObject({ url: '/', body: smuggled });
});

test('the answer keeps its status, headers and body', async () => {
  const { buy } = await openSandbox();
  const [proxy] = await buy(ONE);
  const url = await openWeb((_, response) => {
    response.writeHead(418, 'Teapot', {
      'x-here': 'yes',
      'set-cookie': ['a=1', 'b=2'],
      'proxy-authenticate': 'x',
    });
    response.end('short and stout');
  });
  const reply = await forwarded(proxy, url);
  expect(reply).toMatchObject({ status: 418, body: 'short and stout', headers: { 'x-here': 'yes' } });
  expect(reply.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(reply.headers).not.toHaveProperty('proxy-authenticate');
});

test('CONNECT opens a tunnel for a real client, to IPv4, IPv6 and names', async () => {
  const { buy } = await openSandbox();
  const [[proxy], ipv4, ipv6] = await Promise.all([buy(ONE), openEcho(), openEcho('::1')]);
  const uri = `http://${proxy.host}:${proxy.port}`;
  const dispatcher = new ProxyAgent({ uri, token: basic(proxy), proxyTunnel: true });
  onTestFinished(() => dispatcher.close());
  const see = async (url: string): Promise<Seen> =>
    JSON.parse(await (await request(url, { dispatcher })).body.text());
  expect(await see(ipv4)).toMatchObject({ from: proxy.ip, headers: { host: new URL(ipv4).host } });
  expect(await see(ipv4.replace('127.0.0.1', 'localhost'))).toMatchObject({ from: proxy.ip });
  expect(await see(ipv6)).toMatchObject({ from: '::1' });
});

test('a tunnel carries the rest of one direction after the other has ended', async () => {
  const { buy } = await openSandbox();
  const port = await openTcp(async (socket) => socket.end(`heard ${await text(socket)}`));
  const [proxy] = await buy(ONE);
  const { socket } = await tunnel(proxy, `127.0.0.1:${port}`);
  socket.end('all of it');
  expect(await text(socket)).toBe('heard all of it');
});

test('what is sent right behind CONNECT reaches the target', async () => {
  const { buy } = await openSandbox();
  const port = await openTcp((socket) => socket.pipe(socket));
  const [proxy] = await buy(ONE);
  const socket = openSocket(Number(proxy.port));
  socket.end(`CONNECT 127.0.0.1:${port} HTTP/1.1\r\nProxy-Authorization: ${basic(proxy)}\r\n\r\nearly`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\nearly$/s);
});

test('proxies have different exit addresses', async () => {
  const { buy } = await openSandbox();
  const [proxies, echo] = await Promise.all([buy('count=3&period=7&country=us&version=4'), openEcho()]);
  const replies = await Promise.all(proxies.map((proxy) => forwarded(proxy, echo)));
  const seen = replies.map(({ body }): string => JSON.parse(body).from);
  expect(seen).toEqual(proxies.map(({ ip }) => ip));
  expect(new Set(seen).size).toBe(3);
});

test('who has wrong, missing, foreign, expired or deleted credentials gets 407 and a challenge', async () => {
  const { buy, px6, clock } = await openSandbox();
  const [[proxy], [socks], [short], [deleted], echo] = await Promise.all([
    buy(ONE),
    buy(`${ONE}&type=socks`),
    buy('count=1&period=3&country=us'),
    buy(ONE),
    openEcho(),
  ]);
  await px6(`delete?ids=${deleted.id}`);
  clock.pass(3 * DAY_SECONDS);
  const { host, port } = proxy;
  const strangers = [
    { ...proxy, pass: 'wrong' },
    { ...proxy, user: 'nobody' },
    { ...socks, host, port },
    short,
    deleted,
  ];
  for (const stranger of strangers) {
    const reply = await forwarded(stranger, echo);
    expect(reply.status).toBe(407);
    expect(reply.headers['proxy-authenticate']).toBe('Basic realm="proxy"');
    expect((await tunnel(stranger, new URL(echo).host)).status).toBe(407);
  }
  for (const header of ['Bearer x', 'Basic', 'Basic !', `Basic ${btoa('nocolon')}`]) {
    const reply = await forwarded(proxy, echo, { headers: { 'proxy-authorization': header } });
    expect(reply.status).toBe(407);
  }
  expect((await forwarded(proxy, echo)).status).toBe(200);
});

test('a proxy whose type is set to http is let in, one set to socks no more', async () => {
  const { buy, px6 } = await openSandbox();
  const [[proxy], echo] = await Promise.all([buy(ONE), openEcho()]);
  await px6(`settype?ids=${proxy.id}&type=socks`);
  expect((await forwarded(proxy, echo)).status).toBe(407);
  await px6(`settype?ids=${proxy.id}&type=http`);
  expect((await forwarded(proxy, echo)).status).toBe(200);
});

test('a target that is not there gives 502, one that cannot be named 400', async () => {
  const { buy } = await openSandbox();
  const [proxy] = await buy(ONE);
  const nobody = `127.0.0.1:${await closedPort()}`;
  expect((await forwarded(proxy, `http://${nobody}/`)).status).toBe(502);
  expect((await tunnel(proxy, nobody)).status).toBe(502);
  for (const url of ['/path', 'https://127.0.0.1/', 'http://', 'http://:80/', 'http://127.0.0.1:99999/']) {
    expect((await forwarded(proxy, url)).status).toBe(400);
  }
  for (const authority of ['127.0.0.1', '127.0.0.1:0', '127.0.0.1:65536', 'a@127.0.0.1:80', ':80']) {
    expect((await tunnel(proxy, authority)).status).toBe(400);
  }
});

test('a target that breaks off breaks the answer off, and the gateway goes on', async () => {
  const { buy } = await openSandbox();
  const [[proxy], echo] = await Promise.all([buy(ONE), openEcho()]);
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
});

test('a client that leaves takes its connection to the target with it', async () => {
  const { buy } = await openSandbox();
  const [[proxy], echo] = await Promise.all([buy(ONE), openEcho()]);
  const arrived = Promise.withResolvers<void>();
  const left = Promise.withResolvers<void>();
  const waiting = await openWeb((request) => {
    request.socket.once('close', left.resolve);
    arrived.resolve();
  });
  const socket = openSocket(Number(proxy.port));
  socket.write(`GET ${waiting}/ HTTP/1.1\r\nHost: x\r\nProxy-Authorization: ${basic(proxy)}\r\n\r\n`);
  await arrived.promise;
  socket.resetAndDestroy();
  await left.promise;
  expect((await forwarded(proxy, echo)).status).toBe(200);
});

test('closing the sandbox ends open tunnels and waiting requests at once', async () => {
  const { buy, sandbox } = await openSandbox();
  const [proxy] = await buy(ONE);
  const targetClosed = Promise.withResolvers<void>();
  const port = await openTcp((socket) =>
    socket
      .resume()
      .once('close', targetClosed.resolve)
      .once('end', () => socket.end()),
  );
  const { socket } = await tunnel(proxy, `127.0.0.1:${port}`);
  const asked = Promise.withResolvers<void>();
  const waiting = await openWeb(() => asked.resolve());
  const request = forwarded(proxy, waiting).catch(() => 'cut');
  await asked.promise;

  const ended = text(socket);
  await sandbox.close();
  expect(await ended).toBe('');
  expect(await request).toBe('cut');
  await targetClosed.promise;
});
