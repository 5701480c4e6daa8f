import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpGateway } from '../../../src/sandbox/gateway/http-gateway.ts';
import { GATEWAY_LIMITS, type GatewayLimits } from '../../../src/sandbox/gateway/limits.ts';
import { startSocksGateway } from '../../../src/sandbox/gateway/socks-gateway.ts';
import { openSocket, socksConnect, text, tunnel } from '../support/clients.ts';
import type { Px6Proxy } from '../support/sandbox.ts';
import { openTcp } from '../support/target.ts';

const starts = { http: startHttpGateway, socks: startSocksGateway };

/** A gateway that lets everybody in. */
async function openGateway(type: keyof typeof starts, limits: Partial<GatewayLimits>): Promise<Px6Proxy> {
  const admit = () => ({ exitAddress: '127.0.0.2' });
  const gateway = await starts[type]({
    host: '127.0.0.1',
    port: 0,
    admit,
    limits: { ...GATEWAY_LIMITS, ...limits },
  });
  onTestFinished(() => gateway.close());
  const proxy = { id: '1', ip: '', type, date_end: '', unixtime: 0, unixtime_end: 0, active: '1' };
  return { ...proxy, host: '127.0.0.1', port: String(gateway.port), user: 'u', pass: 'p' };
}

test('a client that does not say what it wants is dropped', async () => {
  const http = await openGateway('http', { handshakeMillis: 50 });
  const socks = await openGateway('socks', { handshakeMillis: 50 });
  expect(await text(openSocket(Number(http.port)))).toMatch(/^HTTP\/1\.1 408 /);
  const slow = openSocket(Number(socks.port));
  slow.write(Buffer.of(5));
  expect(await text(slow)).toBe('');
});

test('a tunnel in which nothing moves is dropped on both sides', async () => {
  for (const type of ['http', 'socks'] as const) {
    const proxy = await openGateway(type, { idleMillis: 50 });
    const targetClosed = Promise.withResolvers<void>();
    const port = await openTcp((socket) => {
      socket.resume().once('end', () => socket.end());
      socket.once('close', targetClosed.resolve);
    });
    const socket =
      type === 'http'
        ? (await tunnel(proxy, `127.0.0.1:${port}`)).socket
        : await socksConnect(proxy, '127.0.0.1', port);
    expect(await text(socket)).toBe('');
    await targetClosed.promise;
  }
});

test('headers that are too long get 431', async () => {
  const { port } = await openGateway('http', { maxHeaderBytes: 1_000 });
  const socket = openSocket(Number(port));
  socket.write(`GET http://127.0.0.1/ HTTP/1.1\r\nX-Long: ${'x'.repeat(2_000)}\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 431 /);
});

test('connections above the limit are dropped', async () => {
  for (const type of ['http', 'socks'] as const) {
    const { port } = await openGateway(type, { maxConnections: 1 });
    await once(openSocket(Number(port)), 'connect');
    expect(await text(openSocket(Number(port)))).toBe('');
  }
});

test('what is no HTTP gets 400', async () => {
  const { port } = await openGateway('http', {});
  const socket = openSocket(Number(port));
  socket.write('\x16\x03\x01 hello\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
});
