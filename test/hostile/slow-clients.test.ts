import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createHttpHost } from '../../src/http/host.ts';
import { openLive } from '../../src/live/live.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { type GivenReseller, givenKeys, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

/**
 * The service's own time limits are divided by this, so that tests can wait for them. A limit that the
 * service lacks is missing here, too.
 */
const SHORTER = 100;
/**
 * In ms: within this time a client that exceeds a limit is told so and cut off, also on a busy machine. The
 * limits are at most a second here, and they are checked every 2 s.
 */
const CUT_MS = 30_000;
/** In ms, between two bytes of a slow client. */
const DRIP_MS = 50;
/** In bytes, for 20,000 unread answers; making all of them would take several times as much. */
const MOST_BYTES = 400 * 1024 * 1024;
/** In ms: for how long the service may work before another client has its answer. */
const ANSWER_MS = 1_000;

let opened: OpenedServices;
let live: Awaited<ReturnType<typeof openLive>>;
let host: FastifyInstance;
let reseller: GivenReseller;
let port: number;
const sockets = new Set<Socket>();

beforeAll(async () => {
  opened = await openServices();
  const { services, databaseUrl } = opened;
  const log = pino({ level: 'silent' });
  live = await openLive({ databaseUrl, services, log });
  host = createHttpHost(services, live.live, { trustedProxyHops: 0 }, log, new Metrics());
  port = Number(new URL(await host.listen({ host: '127.0.0.1', port: 0 })).port);
  reseller = await givenReseller(services);
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await expect.poll(connections).toBe(0);
});

afterAll(async () => {
  await host.close();
  await live.close();
  await opened.close();
});

/**
 * For one test. In the others they are the usual ones: the shorter ones would also end the requests of other
 * clients, which take longer on a busy machine.
 */
function shortenLimits(): void {
  for (const limit of ['headersTimeout', 'requestTimeout', 'keepAliveTimeout'] as const) {
    const usual = host.server[limit];
    host.server[limit] = usual / SHORTER;
    onTestFinished(() => {
      host.server[limit] = usual;
    });
  }
}

/** A connection that the client does not close by itself when the service has closed its side. */
async function open(localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true });
  sockets.add(socket);
  // Writing to a closed connection is an error, and these tests do so on purpose.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    host.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

/**
 * Sends a byte from time to time until the service has closed its side. Returns everything that the service
 * sent.
 */
async function drip(socket: Socket, byte: string): Promise<string> {
  const timer = setInterval(() => socket.writable && socket.write(byte), DRIP_MS);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'end', { signal: AbortSignal.timeout(CUT_MS) }).finally(() => clearInterval(timer));
  return Buffer.concat(chunks).toString();
}

function request(method: string, path: string, key = reseller.apiKey, headers = ''): string {
  return `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n${headers}\r\n`;
}

/**
 * Checks that answers that need the database come soon to another client. For each, what counts is how long
 * this thread works meanwhile, since on a busy machine it waits for a processor, too; one of them has to come
 * soon by the clock as well.
 */
async function expectNoDelay(key = reseller.apiKey): Promise<void> {
  const waits: number[] = [];
  for (let i = 0; i < 20; i++) {
    const since = performance.now();
    const before = process.threadCpuUsage();
    const response = await fetch(`http://127.0.0.1:${port}/v1/balance`, {
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
    });
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(ANSWER_MS);
    waits.push(performance.now() - since);
  }
  expect(Math.min(...waits)).toBeLessThan(ANSWER_MS);
}

const BODY = 'content-type: application/json\r\ncontent-length: 1000\r\n';
const SLOW: [string, () => string, string][] = [
  ['headers a byte at a time', () => 'GET /healthz HTTP/1.1\r\nx-slow: ', 'x'],
  ['a request line a byte at a time', () => 'GET /', 'x'],
  ['empty lines', () => '\r\n', '\r\n'],
  [
    'the body of a purchase a byte at a time',
    () => `${request('POST', '/v1/orders', undefined, BODY)}{`,
    ' ',
  ],
  ['a GraphQL document a byte at a time', () => `${request('POST', '/graphql', undefined, BODY)}{`, ' '],
  [
    'a chunked body a byte at a time',
    () => request('POST', '/v1/orders', undefined, 'transfer-encoding: chunked\r\n'),
    '1\r\n \r\n',
  ],
];

test('clients that send slowly are answered that they are too slow', async () => {
  shortenLimits();
  const answers = await Promise.all(
    SLOW.map(async ([name, start, byte]) => {
      const socket = await open();
      socket.write(start());
      return [name, await drip(socket, byte)] as const;
    }),
  );
  for (const [name, text] of answers) {
    expect(text, name).toMatch(/^HTTP\/1\.1 400 /);
    expect(text, name).toContain('{"error":{"code":"invalid_request"');
  }
});

test('a connection over which nothing is sent is closed without a word, which a browser might take for an answer', async () => {
  shortenLimits();
  expect(await drip(await open(), '')).toBe('');
});

test('a client that was answered so and sends on is cut off', async () => {
  shortenLimits();
  const socket = await open();
  socket.write('GET /healthz HTTP/1.1\r\nx-slow: ');
  await drip(socket, 'x');
  await expect.poll(connections, { timeout: CUT_MS }).toBe(0);
});

test('an idle connection is closed', async () => {
  shortenLimits();
  const socket = await open();
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  expect(await drip(socket, '')).toMatch(/^HTTP\/1\.1 200 /);
  await expect.poll(connections).toBe(0);
});

/** Connections of one network. The machine's own address has no bound. */
const OF_NETWORK = 1_000;

test('an address that opens more connections than it may loses those that have been idle for the longest, and no other address loses any', async () => {
  const neighbour = await open('127.0.0.3');
  const opened = await Promise.all(Array.from({ length: OF_NETWORK }, () => open('127.0.0.2')));
  await expect.poll(connections).toBe(OF_NETWORK + 1);
  const [first, second] = opened as [Socket, Socket];
  const began = once(host.server, 'request');
  first.write(`${request('POST', '/v1/orders', undefined, BODY)}{`);
  await began;
  const ended = once(second.resume(), 'end');
  await open('127.0.0.2');
  await ended;
  await expect.poll(connections).toBe(OF_NETWORK + 1);
  neighbour.write(request('GET', '/v1/balance'));
  const [answer] = (await once(neighbour, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
});

test('an address whose clients give up their requests before they are known gets no new connection, and another one does', async () => {
  const keys = await givenKeys(opened.services, reseller.resellerId, 10);
  const isServed = async (address: string, text: string) => {
    const socket = await open(address);
    return new Promise<boolean>((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false));
      socket.once('end', () => socket.destroy());
      socket.write(text);
    });
  };
  for (let i = 0; i < 200; i++) {
    const socket = await open('127.0.0.4');
    const gone = once(socket.resume(), 'close');
    socket.once('end', () => socket.destroy());
    const waiting = new AbortController();
    const began = once(host.server, 'request', { signal: waiting.signal });
    socket.write(`${request('POST', '/graphql', keys[i % 10], BODY)}{`);
    await Promise.race([began, gone]);
    waiting.abort();
    socket.destroy();
  }
  await expect.poll(() => isServed('127.0.0.4', request('GET', '/healthz'))).toBe(false);
  expect(await isServed('127.0.0.5', request('GET', '/v1/balance', keys[0]))).toBe(true);
});

async function answerTo(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  return String((await once(socket, 'data'))[0]);
}

test('a connection is kept for 5 s after an answer until a valid credential was shown over it, and clients are told so', async () => {
  const [stranger, known] = [await open('127.0.0.2'), await open('127.0.0.2')];
  expect(await answerTo(stranger, request('GET', '/v1/balance', 'prk_wrong'))).toMatch(
    /^keep-alive: timeout=5\r$/im,
  );
  await answerTo(known, request('GET', '/v1/balance'));
  expect(await answerTo(known, request('GET', '/healthz', 'none'))).toMatch(/^keep-alive: timeout=65\r$/im);
  await once(stranger, 'end', { signal: AbortSignal.timeout(CUT_MS) });
  expect(known.readable).toBe(true);
});

test('500 connections that send nothing do not delay other clients', async () => {
  await Promise.all(Array.from({ length: 500 }, () => open()));
  await expect.poll(connections).toBe(500);
  await expectNoDelay();
});

test('100 requests whose bodies never arrive do not delay other clients', async () => {
  const keys = await givenKeys(opened.services, reseller.resellerId, 10);
  for (let i = 0; i < 100; i++) (await open()).write(`${request('POST', '/v1/orders', keys[i % 10], BODY)}{`);
  await expectNoDelay(keys[0]);
});

test('clients that send many requests and never read do not delay others, and few of their answers are made', async () => {
  const page = 'GET /v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n';
  const [key] = await givenKeys(opened.services, reseller.resellerId, 1);
  const before = process.memoryUsage().rss;
  for (let i = 0; i < 20; i++) {
    const socket = await open();
    socket.pause();
    socket.write(page.repeat(16));
  }
  await expectNoDelay(key);
  expect(process.memoryUsage().rss - before).toBeLessThan(MOST_BYTES);
});

test('a client that sends more than 16 requests ahead is cut off, and none of the others is served', async () => {
  const socket = Object.assign(await open(), { allowHalfOpen: false });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1_000));
  await once(socket, 'close');
  expect(String(Buffer.concat(chunks)).split('HTTP/1.1 200 ').length - 1).toBeLessThanOrEqual(16);
});

test('a client that sends requests and never reads is disconnected when nothing has moved for a while, and no other client is delayed meanwhile', async () => {
  const page = 'GET /v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n';
  const [key] = await givenKeys(opened.services, reseller.resellerId, 1);
  const { timeout } = host.server;
  host.server.timeout = timeout / SHORTER;
  const unread = await Promise.all(Array.from({ length: 20 }, () => open()));
  await expect.poll(connections).toBe(20);
  host.server.timeout = timeout;
  for (const socket of unread) {
    socket.pause();
    socket.write(page.repeat(16));
  }
  await expectNoDelay(key);
  await expect.poll(connections, { timeout: CUT_MS }).toBe(0);
});
