import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PortRange } from '../../../src/sandbox/gateway/gateways.ts';
import { startGateways } from '../../../src/sandbox/gateway/gateways.ts';
import { GATEWAY_LIMITS } from '../../../src/sandbox/gateway/sockets.ts';
import { openGateways } from './gateways.ts';

const HOST = '127.0.0.1';

async function start(sticky: PortRange | 'any', http = 0) {
  const ports = { http, socks5: 0 };
  const gateways = await startGateways({
    host: HOST,
    ports,
    sticky,
    authorize: () => 'NO_USER',
    limits: GATEWAY_LIMITS,
  });
  onTestFinished(() => gateways.close());
  return gateways;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, HOST);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

test('any takes eight ports in a row between 10000 and 30000', async () => {
  const { first, last } = (await start('any')).ports.sticky;
  expect(last - first).toBe(7);
  expect(first).toBeGreaterThanOrEqual(10_000);
  expect(last).toBeLessThanOrEqual(30_000);
  for (let port = first; port <= last; port += 1) expect(await listens(port)).toBe(true);
});

test('a range is taken as it is wanted, and moves up when a port in it is taken', async () => {
  const startAgain = async () => {
    const { gateways } = await openGateways();
    const { first, last } = gateways.ports.sticky;
    await gateways.close();
    return { wanted: { first, last }, taken: (await start({ first, last })).ports.sticky };
  };
  // Another program may have taken one of the ports meanwhile; then the range has moved up already.
  const { first, last } = await vi.waitUntil(async () => {
    const { wanted, taken } = await startAgain();
    return taken.first === wanted.first && taken;
  });
  const moved = (await start({ first, last })).ports.sticky;
  expect(moved.first).toBeGreaterThan(last);
  expect(moved.last - moved.first).toBe(last - first);
});

test('a thousand ports open, and close with the gateways', async () => {
  const { ports, close } = await start({ first: 12_000, last: 12_999 });
  const { first, last } = ports.sticky;
  expect(last - first).toBe(999);
  expect(await Promise.all([listens(first), listens(first + 500), listens(last)])).toEqual([
    true,
    true,
    true,
  ]);
  await close();
  expect(await Promise.all([listens(first), listens(first + 500), listens(last)])).toEqual([
    false,
    false,
    false,
  ]);
});

test('a start that fails says why and leaves nothing open', async () => {
  const server = createServer().listen(0, HOST);
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  const taken = typeof address === 'object' && address ? address.port : 0;
  await expect(start('any', taken)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const { http } = (await start('any')).ports;
  expect(http).not.toBe(taken);

  const { first, last } = { first: 29_996, last: 30_000 };
  const others = await listens(first);
  const highest = createServer().listen(last, HOST);
  onTestFinished(() => {
    highest.close();
  });
  // It does not matter whether this server or another program takes the port.
  await once(highest, 'listening').catch(({ code }) => expect(code).toBe('EADDRINUSE'));
  await expect(start({ first, last })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(await listens(first)).toBe(others);
});
