import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { forwarded, openSocket, tunnel } from '../support/clients.ts';
import { openTcp, openWeb } from '../support/target.ts';
import {
  closed,
  openGateways,
  SOCKS_HELLO,
  SOCKS_LOGIN,
  socksReply,
  socksTarget,
  TUNNELS,
  talk,
} from './gateways.ts';

const TUNNEL_WAYS = Object.entries(TUNNELS);

/** Both ends of a tunnel to a target that sends nothing. */
async function openQuietTunnel(open: (typeof TUNNELS)[keyof typeof TUNNELS]) {
  const gateways = await openGateways();
  const target = Promise.withResolvers<Socket>();
  const port = await openTcp((socket) => target.resolve(socket.resume()));
  const [use, client] = await Promise.all([gateways.nextUse(), open(gateways, port)]);
  client.resume();
  return { gateways, use, client, target: await target.promise };
}

test.for(TUNNEL_WAYS)('%s: a tunnel that is cut ends on both sides', async ([, open]) => {
  const { use, client, target } = await openQuietTunnel(open);
  use.cut();
  for (const socket of [client, target]) socket.end();
  await Promise.all([closed(client), closed(target), use.over.promise]);
  expect(use.timesLeft).toBe(1);
});

test('a request that is cut while it waits ends on both sides', async () => {
  const { proxies, nextUse } = await openGateways();
  const asked = Promise.withResolvers<Socket>();
  const url = await openWeb((request) => asked.resolve(request.socket));
  const using = nextUse();
  const reply = forwarded(proxies.http, url);
  const gone = expect(reply).rejects.toThrow();
  const target = await asked.promise;
  const use = await using;
  use.cut();
  await Promise.all([gone, closed(target), use.over.promise]);
  expect(use.timesLeft).toBe(1);
});

test.for(TUNNEL_WAYS)(
  '%s: whichever side ends the connection, and however, it is closed once',
  async ([, open]) => {
    for (const side of ['client', 'target'] as const) {
      for (const leave of ['destroy', 'resetAndDestroy'] as const) {
        const tunnel = await openQuietTunnel(open);
        const other = tunnel[side === 'client' ? 'target' : 'client'];
        other.once('end', () => other.end());
        tunnel[side][leave]();
        await Promise.all([closed(other), tunnel.use.over.promise]);
        expect(tunnel.use.timesLeft).toBe(1);
      }
    }
  },
);

test('a client that leaves takes its connection to the target with it', async () => {
  const { proxies, nextUse } = await openGateways();
  const asked = Promise.withResolvers<Socket>();
  const url = await openWeb((request) => asked.resolve(request.socket));
  const using = nextUse();
  const socket = openSocket(Number(proxies.http.port));
  socket.write(`GET ${url}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  const target = await asked.promise;
  socket.resetAndDestroy();
  const use = await using;
  await Promise.all([closed(target), use.over.promise]);
  expect(use.timesLeft).toBe(1);
});

test('a target that accepts no connection is given up after its time limit', async () => {
  const { proxies, uses } = await openGateways({ connectMillis: 50 });
  const port = await openFullQueue();
  const authority = `127.0.0.1:${port}`;
  expect(await forwarded(proxies.http, `http://${authority}/`)).toMatchObject({
    status: 502,
    headers: { 'x-proxy-error': 'NO_HOST_CONNECTION' },
  });
  expect((await tunnel(proxies.sticky, authority)).status).toBe(502);
  const said = await talk(proxies.socks5, [SOCKS_HELLO, SOCKS_LOGIN, socksTarget(port)]);
  expect([...said]).toEqual([5, 2, 1, 0, ...socksReply(1)]);
  expect(uses.map(({ timesLeft }) => timesLeft)).toEqual([1, 1, 1]);
});

test('a client that leaves or is cut while its target is being reached leaves at once', async () => {
  const gateways = await openGateways();
  const port = await openFullQueue();
  const questions = {
    http: `GET http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\n\r\n`,
    sticky: `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n\r\n`,
    socks5: Buffer.from([SOCKS_HELLO, SOCKS_LOGIN, socksTarget(port)].flat()),
  };
  for (const door of ['http', 'sticky', 'socks5'] as const) {
    const using = gateways.nextUse();
    const client = openSocket(Number(gateways.proxies[door].port)).resume();
    client.write(questions[door]);
    const use = await using;
    use.cut();
    client.end();
    await Promise.all([closed(client), use.over.promise]);
    expect(use.timesLeft).toBe(1);
  }
  for (const door of ['http', 'socks5'] as const) {
    const using = gateways.nextUse();
    const client = openSocket(Number(gateways.proxies[door].port)).resume();
    client.write(questions[door]);
    const use = await using;
    client.resetAndDestroy();
    await use.over.promise;
    expect(use.timesLeft).toBe(1);
  }
});

test('closing the gateways ends open tunnels and waiting requests at once, and leaves every connection', async () => {
  const gateways = await openGateways();
  const port = await openTcp((socket) => socket.resume().once('end', () => socket.end()));
  const clients = await Promise.all(TUNNEL_WAYS.map(([, open]) => open(gateways, port)));
  const asked = Promise.withResolvers<void>();
  const url = await openWeb(() => asked.resolve());
  const waiting = expect(forwarded(gateways.proxies.http, url)).rejects.toThrow();
  await asked.promise;
  const ended = clients.map((client) => closed(client.resume().once('end', () => client.end())));
  await gateways.gateways.close();
  await Promise.all([...ended, waiting, ...gateways.uses.map((use) => use.over.promise)]);
  expect(gateways.uses.map(({ timesLeft }) => timesLeft)).toEqual([1, 1, 1, 1, 1]);
});

/** The port of a host that never accepts a connection. */
async function openFullQueue(): Promise<number> {
  const worker = new Worker(new URL('./full-queue.ts', import.meta.url));
  onTestFinished(async () => {
    await worker.terminate();
  });
  const [{ port }] = await once(worker, 'message');
  // Two connections fit into its queue, and the others keep it full.
  const waiting = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  onTestFinished(() => {
    for (const socket of waiting) socket.destroy();
  });
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, 'connect')));
  return port;
}
