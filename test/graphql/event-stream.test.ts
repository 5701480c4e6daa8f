import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { ExecutionResult } from 'graphql';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { EventStream } from '../../src/graphql/transports/event-streams.ts';

/** How often comments are sent and clients checked. */
const COMMENT_EVERY_MS = 15_000;
const LARGE = 'x'.repeat(1_000_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Endless large events, as fast as they are taken. */
async function* events(): AsyncGenerator<ExecutionResult, undefined> {
  for (let number = 0; ; number++) yield { data: { number, text: LARGE } };
}

/** A stream of these events to a client that reads nothing; the network's buffers are full. */
async function openUnread(): Promise<{ response: ServerResponse; client: Socket }> {
  const opened = Promise.withResolvers<ServerResponse>();
  const server = createServer((_request, response) => {
    opened.resolve(response);
    void new EventStream(response).send(events(), {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.pause();
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  const response = await opened.promise;
  await waitUntilFull(response);
  return { response, client };
}

/** Waits until nothing more was taken for several turns of the event loop. */
async function waitUntilFull(response: ServerResponse): Promise<void> {
  let sent = -1;
  await expect
    .poll(
      () => {
        const before = sent;
        sent = response.socket?.bytesWritten ?? 0;
        return response.writableNeedDrain && sent === before;
      },
      { interval: 20 },
    )
    .toBe(true);
}

test('a client that has read nothing between two comments is dropped', async () => {
  const { response } = await openUnread();
  const isDroppedByNext = () => {
    vi.advanceTimersByTime(COMMENT_EVERY_MS);
    return response.destroyed;
  };
  expect(isDroppedByNext()).toBe(false);
  await expect.poll(isDroppedByNext).toBe(true);
});

test('a client that reads slowly is kept, although there is always more for it than it has read', async () => {
  const { response, client } = await openUnread();
  let received = 0;
  client.on('data', (chunk) => {
    received += chunk.length;
  });
  client.pause();
  for (let comment = 1; comment <= 5; comment++) {
    vi.advanceTimersByTime(COMMENT_EVERY_MS);
    const sent = response.socket?.bytesWritten ?? 0;
    client.resume();
    await expect.poll(() => response.socket?.bytesWritten ?? 0, { interval: 5 }).toBeGreaterThan(sent);
    client.pause();
    await waitUntilFull(response);
    expect(response.destroyed).toBe(false);
  }
  expect(received).toBeGreaterThan(LARGE.length);
});
