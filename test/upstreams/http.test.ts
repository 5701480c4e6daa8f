import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { UpstreamError } from '../../src/upstreams/failure.ts';
import { CALL_MILLIS, createHttpClient, type HttpRequest } from '../../src/upstreams/http.ts';
import { type Answer, hang, json, reset, UpstreamServer } from '../support/upstream-server.ts';
import { ManualTimer } from './manual-timer.ts';

const SECRET = 'k3y-that-nobody-may-read';
const BUY: HttpRequest = { call: 'buy', path: `/api/${SECRET}/buy/?count=1` };

async function connect() {
  const server = await UpstreamServer.start();
  const timer = new ManualTimer();
  const client = createHttpClient({ upstream: 'px6', url: server.url, timer });
  const buy = (deadline = CALL_MILLIS) => client.send(BUY, deadline);
  return {
    server,
    timer,
    client,
    buy,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await client.close();
    },
  };
}

/** A client of an address that is not served by the scripted server. */
function clientOf(url: string, timer = new ManualTimer()) {
  const client = createHttpClient({ upstream: 'px6', url, timer });
  return { client, timer, [Symbol.asyncDispose]: () => client.close() };
}

async function listen(onConnection: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  return call.then(
    () => expect.unreachable('the call did not fail'),
    (error: UpstreamError) => error,
  );
}

test('an answer is given back whole, whatever its status', async () => {
  await using upstream = await connect();
  upstream.server.answers.push(json({ error: 'no' }, 404, { 'retry-after': '7' }));
  const answer = await upstream.buy();
  expect(answer).toMatchObject({ status: 404, body: '{"error":"no"}', headers: { 'retry-after': '7' } });
});

test('a POST carries its headers and its body', async () => {
  await using upstream = await connect();
  const headers = { authorization: 'Bearer abc' };
  await upstream.client.send({ call: 'add', path: '/add', headers, json: { a: 1 } }, CALL_MILLIS);
  expect(upstream.server.received[0]).toMatchObject({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"a":1}',
  });
});

test('connections are kept and used again', async () => {
  await using upstream = await connect();
  for (let i = 0; i < 20; i++) await upstream.buy();
  expect(upstream.server.connections).toBeLessThanOrEqual(2);
});

const oversize: Answer = (response) => {
  const chunk = 'x'.repeat(65_536);
  response.on('error', () => {});
  for (let i = 0; i < 17; i++) response.write(chunk);
};
const cutShort: Answer = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"status":"yes"', () => response.socket?.destroy());
};
const noHttp: Answer = (response) => {
  response.socket?.end(`SECRET BODY ${SECRET}\r\n\r\n`);
};
const redirect = (status: number): Answer => json('', status, { location: `/elsewhere/${SECRET}` });

test.each<[string, Answer, 'refused' | 'unknown']>([
  ['connection reset after the request has arrived', reset, 'unknown'],
  ['an answer that is cut short', cutShort, 'unknown'],
  ['an answer that is not HTTP', noHttp, 'unknown'],
  ['an answer of more than 1 MiB', oversize, 'unknown'],
  ['redirect 301, which asks for the same request elsewhere', redirect(301), 'refused'],
  ['redirect 307', redirect(307), 'refused'],
  ['redirect 308', redirect(308), 'refused'],
  ['redirect 302, which also answers work that is done', redirect(302), 'unknown'],
  ['redirect 303', redirect(303), 'unknown'],
])(
  '%s: one request reaches the server, the outcome is known, and no secret is in the error',
  async (_, answer, outcome) => {
    await using upstream = await connect();
    upstream.server.otherwise = answer;
    const error = await failureOf(upstream.buy());
    expect(error.outcome).toBe(outcome);
    expect(upstream.server.received).toHaveLength(1);
    expect(error.message).toMatch(/^px6 buy: /);
    expect(error.message + String(error.cause ?? '')).not.toMatch(/SECRET|k3y|status|api/);
  },
);

test('an answer of exactly 1 MiB is read', async () => {
  await using upstream = await connect();
  upstream.server.otherwise = json('x'.repeat(1_048_576));
  expect((await upstream.buy()).body).toHaveLength(1_048_576);
});

test('a refused connection is refused: nothing was sent', async () => {
  const gone = await listen(() => {});
  await gone[Symbol.asyncDispose]();
  await using upstream = clientOf(`http://127.0.0.1:${gone.port}`);
  const error = await failureOf(upstream.client.send(BUY, CALL_MILLIS));
  expect(error).toMatchObject({ outcome: 'refused', message: 'px6 buy: not sent (ECONNREFUSED)' });
});

test('a host name that does not exist is refused', async () => {
  await using upstream = clientOf('http://upstream.invalid');
  expect(await failureOf(upstream.client.send(BUY, CALL_MILLIS))).toMatchObject({ outcome: 'refused' });
});

test('a TLS handshake that fails is refused', async () => {
  await using listener = await listen((socket) => socket.end('this is not TLS'));
  await using upstream = clientOf(`https://127.0.0.1:${listener.port}`);
  expect(await failureOf(upstream.client.send(BUY, CALL_MILLIS))).toMatchObject({ outcome: 'refused' });
});

test('a connection that is not made within 2 seconds is refused', async () => {
  await using listener = await listen(() => {});
  await using upstream = clientOf(`https://127.0.0.1:${listener.port}`);
  const began = performance.now();
  const error = await failureOf(upstream.client.send(BUY, CALL_MILLIS));
  expect(error).toMatchObject({ outcome: 'refused', message: 'px6 buy: not sent (UND_ERR_CONNECT_TIMEOUT)' });
  expect(performance.now() - began).toBeGreaterThan(1_900);
});

test('no answer by the deadline is unknown, and the request is not sent again', async () => {
  await using upstream = await connect();
  upstream.server.answers.push(hang);
  const call = failureOf(upstream.buy());
  await upstream.server.arrived(1);
  upstream.timer.advance(CALL_MILLIS);
  expect(await call).toMatchObject({ outcome: 'unknown', message: 'px6 buy: no whole answer in time' });
  await upstream.buy(2 * CALL_MILLIS);
  expect(upstream.server.received).toHaveLength(2);
});

test('the deadline also ends an answer that keeps dripping', async () => {
  await using upstream = await connect();
  upstream.server.answers.push((response) => response.write('{"status":'));
  const call = failureOf(upstream.buy());
  await upstream.server.arrived(1);
  upstream.timer.advance(CALL_MILLIS);
  expect(await call).toMatchObject({ outcome: 'unknown' });
});

test('a request whose time is up before it is connected is refused and never sent', async () => {
  const received: string[] = [];
  await using listener = await listen((socket) => socket.on('data', (data) => received.push(String(data))));
  await using upstream = clientOf(`http://127.0.0.1:${listener.port}`);
  const call = failureOf(upstream.client.send(BUY, 10));
  upstream.timer.advance(10);
  expect(await call).toMatchObject({ outcome: 'refused', message: 'px6 buy: not sent in time' });
  await upstream.client.close();
  expect(received).toEqual([]);
});

test('a kept connection that dies under a GET does not make it go out again', async () => {
  await using upstream = await connect();
  for (let round = 1; round <= 20; round++) {
    upstream.server.answers.push(json({ status: 'yes' }), reset);
    await upstream.buy();
    expect(await failureOf(upstream.buy())).toMatchObject({ outcome: 'unknown' });
    expect(upstream.server.received).toHaveLength(2 * round);
  }
});

/** Sends numbered requests: a number that arrives twice was sent twice. */
async function numbered(upstream: Awaited<ReturnType<typeof connect>>, count: number, atOnce: number) {
  for (let first = 0; first < count; first += atOnce) {
    const calls = Array.from({ length: atOnce }, (_, i) =>
      upstream.client.send({ ...BUY, path: `${BUY.path}&n=${first + i}` }, CALL_MILLIS),
    );
    await Promise.allSettled(calls);
  }
  const numbers = upstream.server.received.map(({ query: { n } }) => n);
  return { requests: numbers.length, different: new Set(numbers).size };
}

test('a server that ends kept connections on its own never sees a request twice', async () => {
  await using upstream = await connect();
  upstream.server.otherwise = (response, received) => {
    json({})(response, received);
    response.socket?.destroySoon();
  };
  const { requests, different } = await numbered(upstream, 50, 1);
  expect(requests).toBe(different);
});

test('connections that break under many requests at once make none of them go out again', async () => {
  await using upstream = await connect();
  let turn = 0;
  upstream.server.otherwise = (response, received) => {
    const answer = turn++ % 3 === 0 ? json({}) : reset;
    setImmediate(() => answer(response, received));
  };
  const { requests, different } = await numbered(upstream, 600, 200);
  expect(requests).toBe(different);
  expect(requests).toBe(600);
});

test('64 calls are in flight and no more; the next goes when one has ended', async () => {
  await using upstream = await connect();
  const answers: (() => void)[] = [];
  upstream.server.otherwise = (response) => answers.push(() => response.end('{}'));
  const calls = Array.from({ length: 70 }, () => upstream.buy());
  await upstream.server.arrived(64);
  expect(upstream.server.received).toHaveLength(64);
  answers.shift()?.();
  await upstream.server.arrived(65);
  expect(upstream.server.received).toHaveLength(65);
  upstream.server.otherwise = json({});
  for (const answer of answers) answer();
  expect(await Promise.all(calls)).toHaveLength(70);
});

test('waiting for a place counts as time, and what did not get one was not sent', async () => {
  await using upstream = await connect();
  upstream.server.otherwise = hang;
  const calls = Array.from({ length: 64 }, () => failureOf(upstream.buy()));
  await upstream.server.arrived(64);
  const late = failureOf(upstream.buy(1_000));
  upstream.timer.advance(1_000);
  expect(await late).toMatchObject({ outcome: 'refused', message: 'px6 buy: not sent in time' });
  upstream.timer.advance(CALL_MILLIS);
  const outcomes = (await Promise.all(calls)).map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(['unknown']));
  upstream.server.otherwise = json({});
  upstream.timer.advance(CALL_MILLIS);
  await upstream.buy(4 * CALL_MILLIS);
  expect(upstream.server.received).toHaveLength(65);
});

test.each([
  ['does not answer in time', hang],
  ['breaks the connection', reset],
  ['answers with errors of its own', json('<html>', 503)],
])('an upstream that %s again and again is left alone, and nothing is sent to it', async (_what, answer) => {
  await using upstream = await connect();
  upstream.server.otherwise = answer;
  for (let i = 1; i <= 10; i++) {
    expect(upstream.client.isUp()).toBe(true);
    const call = upstream.buy(upstream.timer.now() + CALL_MILLIS).catch(() => {});
    await upstream.server.arrived(i);
    if (answer === hang) upstream.timer.advance(CALL_MILLIS);
    await call;
  }
  expect(upstream.client.isUp()).toBe(false);
  const refused = await failureOf(upstream.buy(upstream.timer.now() + CALL_MILLIS));
  expect(refused).toMatchObject({ outcome: 'refused', message: 'px6 buy: not sent, the upstream is down' });
  upstream.server.otherwise = json({});
  upstream.timer.advance(5_000);
  await upstream.buy(upstream.timer.now() + CALL_MILLIS);
  expect(upstream.client.isUp()).toBe(true);
  expect(upstream.server.received).toHaveLength(11);
});

test('the queue is bounded: a call beyond it is refused at once', async () => {
  await using upstream = await connect();
  upstream.server.otherwise = hang;
  const calls = Array.from({ length: 64 + 256 }, () => failureOf(upstream.buy()));
  expect(await failureOf(upstream.buy())).toMatchObject({
    outcome: 'refused',
    message: 'px6 buy: not sent, too many calls are waiting',
  });
  upstream.timer.advance(CALL_MILLIS);
  await Promise.all(calls);
});

test('reads take no place of what is charged, however many are asked for', async () => {
  await using upstream = await connect();
  upstream.server.otherwise = hang;
  const read = () => failureOf(upstream.client.send({ ...BUY, call: 'list', kind: 'read' }, CALL_MILLIS));
  const reads = Array.from({ length: 32 + 128 }, read);
  await upstream.server.arrived(32);
  expect(await read()).toMatchObject({ message: 'px6 list: not sent, too many calls are waiting' });
  upstream.server.otherwise = json({});
  await Promise.all(Array.from({ length: 100 }, () => upstream.buy()));
  expect(upstream.server.received).toHaveLength(132);
  upstream.timer.advance(CALL_MILLIS);
  await Promise.all(reads);
});

test('reads that fail keep nothing from being bought, and what cannot be bought cannot be read', async () => {
  await using upstream = await connect();
  const read = () =>
    upstream.client.send({ ...BUY, call: 'list', kind: 'read' }, upstream.timer.now() + 1_000);
  upstream.server.otherwise = json('<html>', 500);
  for (let i = 0; i < 10; i++) expect((await read()).status).toBe(500);
  expect(await failureOf(read())).toMatchObject({ message: 'px6 list: not sent, the upstream is down' });
  expect([upstream.client.isUp(), upstream.client.isDown()]).toEqual([true, false]);
  upstream.server.otherwise = json({});
  await upstream.buy();
  expect((await read()).status).toBe(200);
  upstream.server.otherwise = json('<html>', 500);
  for (let i = 0; i < 10; i++) await upstream.buy();
  expect(await failureOf(upstream.buy())).toMatchObject({
    message: 'px6 buy: not sent, the upstream is down',
  });
  expect(await failureOf(read())).toMatchObject({ message: 'px6 list: not sent, the upstream is down' });
});

test('closing lets the call under way end and refuses the next', async () => {
  await using upstream = await connect();
  let answer = (): void => {};
  upstream.server.otherwise = (response) => {
    answer = () => response.end('{}');
  };
  const call = upstream.buy();
  await upstream.server.arrived(1);
  const closed = upstream.client.close();
  expect(await failureOf(upstream.buy())).toMatchObject({ outcome: 'refused' });
  answer();
  expect(await call).toMatchObject({ status: 200 });
  await closed;
});
