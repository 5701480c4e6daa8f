import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { forwarded, openSocket } from '../support/clients.ts';
import { openTcp, openWeb } from '../support/target.ts';
import { bytesUntilClosed, closed, openGateways, TUNNELS } from './gateways.ts';

const KIB = 1_024;
/** Bytes that may pass beyond the allowed ones. */
const SLACK_BYTES = 64 * KIB;
const TUNNEL_WAYS = Object.entries(TUNNELS);

test.for(TUNNEL_WAYS)('%s: a tunnel counts both directions while it is open', async ([, open]) => {
  const gateways = await openGateways();
  const port = await openTcp((socket) => socket.once('data', () => socket.write('y'.repeat(70))));
  const [use, socket] = await Promise.all([gateways.nextUse(), open(gateways, port)]);
  expect(use.counted).toBe(0);
  socket.write('x'.repeat(30));
  await once(socket, 'data');
  expect(use.counted).toBe(100);
  expect(use.timesLeft).toBe(0);
});

test('a forwarded request counts what the target gets and sends, headers included', async () => {
  const { proxies, nextUse } = await openGateways();
  let target: Socket | undefined;
  const url = await openWeb((request, response) => {
    target = request.socket;
    request.resume().once('end', () => response.end('y'.repeat(200_000)));
  });
  const [use, { body }] = await Promise.all([
    nextUse(),
    forwarded(proxies.http, url, { method: 'POST', body: 'x'.repeat(300_000) }),
  ]);
  expect(body).toHaveLength(200_000);
  await use.over.promise;
  expect(use.counted).toBe((target?.bytesRead ?? 0) + (target?.bytesWritten ?? 0));
  expect(use.counted).toBeGreaterThan(500_000);
});

test('a request that gets no answer counts, too', async () => {
  const { proxies, nextUse } = await openGateways();
  let read = 0;
  const port = await openTcp((socket) =>
    socket.once('data', (chunk) => {
      read = chunk.length;
      socket.resetAndDestroy();
    }),
  );
  const [use] = await Promise.all([nextUse(), forwarded(proxies.http, `http://127.0.0.1:${port}/`)]);
  await use.over.promise;
  expect(use.counted).toBe(read);
});

test('an answer counts while it comes', async () => {
  const { proxies, nextUse } = await openGateways();
  const url = await openWeb((_, response) => response.write('y'.repeat(1_000)));
  const using = nextUse();
  const socket = openSocket(Number(proxies.http.port));
  socket.write(`GET ${url}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, 'data');
  const use = await using;
  expect(use.counted).toBeGreaterThan(1_000);
  expect(use.timesLeft).toBe(0);
});

test.for(TUNNEL_WAYS)('%s: a download is cut when no more may pass', async ([, open]) => {
  const gateways = await openGateways();
  gateways.allowance.bytes = 1_000 * KIB;
  const target = Promise.withResolvers<Socket>();
  const port = await openTcp((socket) => {
    target.resolve(socket);
    pour(socket);
  });
  const [use, socket] = await Promise.all([gateways.nextUse(), open(gateways, port)]);
  const bytes = await bytesUntilClosed(socket);
  await closed(await target.promise);
  await use.over.promise;
  expect(bytes).toBeLessThanOrEqual(1_000 * KIB + SLACK_BYTES);
  expect(bytes).toBeGreaterThan(1_000 * KIB - 2 * SLACK_BYTES);
  expect(use.timesLeft).toBe(1);
});

test.for(TUNNEL_WAYS)('%s: an upload is cut when no more may pass', async ([, open]) => {
  const gateways = await openGateways();
  gateways.allowance.bytes = 1_000 * KIB;
  const received = Promise.withResolvers<number>();
  const port = await openTcp((socket) => received.resolve(bytesUntilClosed(socket)));
  const [use, socket] = await Promise.all([gateways.nextUse(), open(gateways, port)]);
  pour(socket);
  await closed(socket);
  expect(await received.promise).toBeLessThanOrEqual(1_000 * KIB + SLACK_BYTES);
  await use.over.promise;
  expect(use.timesLeft).toBe(1);
});

test('an answer is cut when no more may pass', async () => {
  const { proxies, nextUse, allowance } = await openGateways();
  allowance.bytes = 1_000 * KIB;
  const target = Promise.withResolvers<Socket>();
  const url = await openWeb((request, response) => {
    target.resolve(request.socket);
    pour(response);
  });
  const using = nextUse();
  const socket = openSocket(Number(proxies.sticky.port));
  socket.write(`GET ${url}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(await bytesUntilClosed(socket)).toBeLessThanOrEqual(1_000 * KIB + SLACK_BYTES);
  await closed(await target.promise);
  const use = await using;
  await use.over.promise;
  expect(use.timesLeft).toBe(1);
});

test('a request is cut when no more may pass', async () => {
  const { proxies, nextUse, allowance } = await openGateways();
  allowance.bytes = 1_000 * KIB;
  const received = Promise.withResolvers<number>();
  const port = await openTcp((socket) => received.resolve(bytesUntilClosed(socket)));
  const using = nextUse();
  const socket = openSocket(Number(proxies.http.port));
  socket.write(`PUT http://127.0.0.1:${port}/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n`);
  pour(socket);
  await closed(socket);
  expect(await received.promise).toBeLessThanOrEqual(1_000 * KIB + SLACK_BYTES);
  const use = await using;
  await use.over.promise;
  expect(use.timesLeft).toBe(1);
});

test('a hundred tunnels at once get all their bytes, and all are counted', async () => {
  const gateways = await openGateways();
  const port = await openTcp((socket) => socket.pipe(socket));
  const ways = Object.values(TUNNELS);
  const echoed = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const open = ways[index % ways.length] ?? TUNNELS.CONNECT;
      const socket = await open(gateways, port);
      socket.end(Buffer.alloc(100 * KIB));
      return bytesUntilClosed(socket);
    }),
  );
  expect(new Set(echoed)).toEqual(new Set([100 * KIB]));
  await Promise.all(gateways.uses.map((use) => use.over.promise));
  expect(gateways.uses).toHaveLength(100);
  for (const use of gateways.uses) {
    expect(use.counted).toBe(200 * KIB);
    expect(use.timesLeft).toBe(1);
  }
});

/** Writes endlessly, as fast as the other side reads. */
function pour(to: NodeJS.WritableStream & { destroyed?: boolean }): void {
  const chunk = Buffer.alloc(SLACK_BYTES);
  const more = () => {
    while (!to.destroyed && to.write(chunk));
  };
  to.on('error', () => {}).on('drain', more);
  more();
}
