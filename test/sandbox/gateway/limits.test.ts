import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openSocket, text } from '../support/clients.ts';
import { openTcp } from '../support/target.ts';
import { bytesUntilClosed, openGateways, TUNNELS } from './gateways.ts';

test('a client that does not say what it wants is dropped', async () => {
  const { proxies } = await openGateways({ handshakeMillis: 250 });
  expect(await text(openSocket(Number(proxies.http.port)))).toMatch(/^HTTP\/1\.1 408 /);
  expect(await text(openSocket(Number(proxies.sticky.port)))).toBe('');
  for (const { port } of [proxies.socks5, proxies.sticky]) {
    const slow = openSocket(Number(port));
    slow.write(Buffer.of(5));
    expect(await text(slow)).toBe('');
  }
  const slow = openSocket(Number(proxies.sticky.port));
  slow.write('GET');
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
});

test.for(Object.entries(TUNNELS))(
  '%s: a tunnel in which nothing moves is dropped on both sides',
  async ([, open]) => {
    const gateways = await openGateways({ idleMillis: 50 });
    const targetClosed = Promise.withResolvers<void>();
    const port = await openTcp((socket) => {
      socket.resume().once('end', () => socket.end());
      socket.once('close', targetClosed.resolve);
    });
    const [use, socket] = await Promise.all([gateways.nextUse(), open(gateways, port)]);
    expect(await bytesUntilClosed(socket)).toBe(0);
    await Promise.all([targetClosed.promise, use.over.promise]);
    expect(use.timesLeft).toBe(1);
  },
);

test('headers that are too long get 431', async () => {
  const { proxies } = await openGateways({ maxHeaderBytes: 1_000 });
  for (const { port } of [proxies.http, proxies.sticky]) {
    const socket = openSocket(Number(port));
    socket.write(`GET http://127.0.0.1/ HTTP/1.1\r\nX-Long: ${'x'.repeat(2_000)}\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /);
  }
});

test('connections above the limit are dropped, whatever the ports they come to', async () => {
  const { proxies } = await openGateways({ maxConnections: 2 });
  const held = [proxies.socks5, proxies.sticky].map(({ port }) => openSocket(Number(port)));
  await Promise.all(held.map((socket) => once(socket, 'connect')));
  for (const { port } of Object.values(proxies)) expect(await text(openSocket(Number(port)))).toBe('');
});

test('what is no HTTP gets 400', async () => {
  const { proxies } = await openGateways();
  for (const { port } of [proxies.http, proxies.sticky]) {
    const socket = openSocket(Number(port));
    socket.write('\x16\x03\x01 hello\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  }
});
