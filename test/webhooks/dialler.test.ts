import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { type Answer, hang, json, reset, UpstreamServer } from '../support/upstream-server.ts';
import { ManualTimer } from '../upstreams/manual-timer.ts';
import { givenTls, openDialler } from './open-dialler.ts';

const HOUR_MS = 3_600_000;
/** One attempt in all. */
const ATTEMPT_MS = 15_000;

/** A receiver on this machine, which gives one answer to all. */
async function receive(answer: Answer) {
  const server = await UpstreamServer.start();
  server.otherwise = answer;
  return server;
}

/** A server that accepts connections and does nothing else but what is said here. */
async function listen(onConnection: (socket: Socket) => void = () => {}) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(
      socket
        .resume()
        .on('error', () => {})
        .once('close', () => sockets.delete(socket)),
    );
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const status = (code: number, headers = {}): Answer => json('{"a":1}', code, headers);
const cut: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('x'.repeat(10), () => response.socket?.destroy());
};
const noHttp: Answer = (response) => response.socket?.end('this is not HTTP\r\n\r\n');

test.each([200, 201, 202, 299])('an answer of %i is a success', async (code) => {
  await using server = await receive(status(code));
  await using wire = openDialler({ isSandboxed: true });
  expect(await wire.post(server.url)).toEqual({
    status: code,
    error: null,
    bytes: 7,
    durationMs: expect.any(Number),
    retryAfterMs: null,
  });
});

test('an answer without content is a success', async () => {
  await using server = await receive((response) => response.writeHead(204).end());
  await using wire = openDialler({ isSandboxed: true });
  expect(await wire.post(server.url)).toMatchObject({ status: 204, error: null, bytes: 0 });
});

test.each<[string, Answer, object]>([
  ['500', status(500), { status: 500, error: 'bad_status', bytes: 7 }],
  ['410', status(410), { status: 410, error: 'bad_status', bytes: 7 }],
  ['404', status(404), { status: 404, error: 'bad_status', bytes: 7 }],
  ['a redirect', status(302, { location: '/elsewhere' }), { status: 302, error: 'redirected' }],
  ['304', (response) => response.writeHead(304).end(), { status: 304, error: 'redirected' }],
  ['an answer that is cut in the middle', cut, { status: 200, error: 'connection_lost' }],
  ['a connection that is reset', reset, { status: null, error: 'connection_lost', bytes: null }],
  ['something that is no HTTP', noHttp, { status: null, error: 'connection_lost', bytes: null }],
])('%s is a failure, which is sent once', async (_, answer, attempt) => {
  await using server = await receive(answer);
  await using wire = openDialler({ isSandboxed: true });
  expect(await wire.post(server.url)).toMatchObject({ retryAfterMs: null, ...attempt });
  expect(server.received).toHaveLength(1);
});

test('a connection that nobody accepts is a failure', async () => {
  const gone = await listen();
  await gone[Symbol.asyncDispose]();
  await using wire = openDialler({ isSandboxed: true });
  expect(await wire.post(`http://127.0.0.1:${gone.port}`)).toMatchObject({
    error: 'connect_failed',
    status: null,
  });
});

test.each([429, 503, 500, 302, 410])(
  'a receiver that answers %i is left alone for as long as it asks, in seconds or until a date',
  async (code) => {
    await using server = await UpstreamServer.start();
    await using wire = openDialler({ isSandboxed: true, timer: new ManualTimer() });
    const at = new Date('2026-11-29T10:00:00Z');
    const pause = async (text: string) => {
      server.otherwise = status(code, { 'retry-after': text });
      return (await wire.post(server.url, { at })).retryAfterMs;
    };
    expect(await pause('120')).toBe(120_000);
    expect(await pause('Sun, 29 Nov 2026 11:00:00 GMT')).toBe(HOUR_MS);
    expect(await pause('Sunday, 29-Nov-26 11:00:00 GMT')).toBe(HOUR_MS);
  },
);

test.each([
  ['86401', 24 * HOUR_MS],
  ['9'.repeat(40), 24 * HOUR_MS],
  ['Tue, 29 Dec 2026 10:00:00 GMT', 24 * HOUR_MS],
  ['0', null],
  ['-5', null],
  ['1.5', null],
  ['Sun, 29 Nov 2026 09:59:59 GMT', null],
  ['soon', null],
])('Retry-After %s asks for a pause of %s ms: at most a day, and none that is over', async (text, millis) => {
  await using server = await receive(status(429, { 'retry-after': text }));
  await using wire = openDialler({ isSandboxed: true, timer: new ManualTimer() });
  const at = new Date('2026-11-29T10:00:00Z');
  expect(await wire.post(server.url, { at })).toMatchObject({ status: 429, retryAfterMs: millis });
});

test('a success asks for no pause', async () => {
  await using server = await receive(status(200, { 'retry-after': '120' }));
  await using wire = openDialler({ isSandboxed: true });
  expect(await wire.post(server.url)).toMatchObject({ error: null, retryAfterMs: null });
});

test.each<[string, Answer, object]>([
  ['never answers', hang, { status: null, bytes: null }],
  [
    'never ends its answer',
    (response) => {
      response.writeHead(200).write('x'.repeat(10));
    },
    { status: 200, bytes: null },
  ],
])('a receiver that %s is given up after 15 s, with its connection', async (_, answer, attempt) => {
  await using server = await receive(answer);
  const timer = new ManualTimer();
  await using wire = openDialler({ isSandboxed: true, timer });
  const posted = wire.post(server.url);
  await server.arrived(1);
  timer.advance(ATTEMPT_MS - 1);
  // By the end of another attempt, what was written to this one has arrived.
  server.answers.push(status(200, { connection: 'close' }));
  expect(await wire.post(server.url)).toMatchObject({ error: null });
  expect(server.open).toBeGreaterThanOrEqual(1);
  timer.advance(1);
  expect(await posted).toEqual({
    error: 'timed_out',
    durationMs: ATTEMPT_MS,
    retryAfterMs: null,
    ...attempt,
  });
  await expect.poll(() => server.open).toBe(0);
});

test('a receiver that accepts a connection and encrypts nothing is given up, too', async () => {
  await using receiver = await listen();
  const timer = new ManualTimer();
  await using wire = openDialler({ isSandboxed: true, timer });
  const posted = wire.post(`https://127.0.0.1:${receiver.port}`);
  await expect.poll(() => receiver.sockets.size).toBe(1);
  timer.advance(ATTEMPT_MS);
  expect(await posted).toMatchObject({ error: 'timed_out', durationMs: ATTEMPT_MS, status: null });
  await expect.poll(() => receiver.sockets.size).toBe(0);
});

test('a certificate that nobody vouches for is a failure', async ({ skip }) => {
  const tls = await givenTls({ isTrusted: false });
  if (!tls) return skip('openssl is not installed');
  await using server = await UpstreamServer.start(tls);
  await using wire = openDialler({ isSandboxed: true });
  expect(await wire.post(server.url)).toMatchObject({ error: 'tls_failed', status: null });
  expect(server.received).toEqual([]);
});

test('of an answer of 10 MB no more than 64 KB are read, and its status counts', async () => {
  let sent = 0;
  const chunk = Buffer.alloc(65_536);
  await using server = await receive((response) => {
    response.on('error', () => {}).writeHead(200);
    const more = () => {
      while (sent < 10 * 2 ** 20 && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
    };
    more();
  });
  await using wire = openDialler({ isSandboxed: true });
  expect(await wire.post(server.url)).toMatchObject({ error: null, status: 200, bytes: 65_536 });
  expect(sent).toBeLessThan(10 * 2 ** 20);
});

test('a connection serves further attempts, for a minute', async () => {
  await using server = await receive(status(200));
  await using wire = openDialler({ isSandboxed: true });
  for (let attempt = 0; attempt < 20; attempt++) {
    await wire.post(server.url);
    await setImmediate();
  }
  expect(server.connections).toBe(1);
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    vi.advanceTimersByTime(61_000);
    await wire.post(server.url);
  } finally {
    vi.useRealTimers();
  }
  expect(server.connections).toBe(2);
});

test('one that hangs holds up no other attempt at the same receiver', async () => {
  await using server = await receive(status(200));
  await using wire = openDialler({ isSandboxed: true });
  const held: ServerResponse[] = [];
  server.answers.push(
    ...Array.from({ length: 32 }, () => (response: ServerResponse) => void held.push(response)),
  );
  const hanging = Array.from({ length: 32 }, () => wire.post(server.url));
  await server.arrived(32);
  expect(await wire.post(server.url)).toMatchObject({ error: null });
  for (const response of held) response.destroy();
  expect(await Promise.all(hanging)).toMatchObject(hanging.map(() => ({ error: 'connection_lost' })));
});

test('after it is closed nothing is sent, and what is under way ends', async () => {
  await using server = await UpstreamServer.start();
  const wire = openDialler({ isSandboxed: true });
  const answered = Promise.withResolvers<void>();
  server.answers.push((response) => void answered.promise.then(() => response.end()));
  const posted = wire.post(server.url);
  await server.arrived(1);
  const closed = wire.dialler.close();
  expect(await wire.post(server.url)).toMatchObject({ error: 'connection_lost', status: null });
  answered.resolve();
  expect(await posted).toMatchObject({ error: null });
  await closed;
  expect(server.received).toHaveLength(1);
});
