import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/kit/embedded-postgres/server.ts';
import type { Fault } from '../../src/sandbox/faults.ts';
import { BalanceUpdatedDocument } from '../graphql/generated/graphql.ts';
import { initiated, PROTOCOL, rawSocket } from '../graphql/raw-socket.ts';
import { exchange } from '../support/console.ts';
import { restClient } from '../support/rest-client.ts';
import { socketClient } from '../support/sockets.ts';
import { type LogLine, type Program, startProgram } from './program.ts';

const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
/** Longer than the notice, so that a call is still under way when the service stops listening. */
const SLOW_MS = 4_000;
const ENDED = 'a worker has ended';

let program: Program;
let figuresPort: number;
let database: Client;

beforeAll(async () => {
  figuresPort = await freePort();
  program = await startProgram({ WORKERS: '2', METRICS_PORT: String(figuresPort) });
  database = new Client(program.databaseUrl);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await program.stop();
});

/** Over a connection of its own, as each client that comes for the first time has. */
async function get(path: string, from = program.url): Promise<{ status: number | undefined; body: string }> {
  const outgoing = request(`${from}${path}`, { agent: false }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: incoming.statusCode, body: await text(incoming) };
}

function lines(msg: string): LogLine[] {
  return program.logged().filter((line) => line['msg'] === msg);
}

/** The workers that run, by their number, with their process. */
function workers(): Map<number, number> {
  const running = new Map(lines('a worker serves').map(({ worker, pid }) => [Number(worker), Number(pid)]));
  for (const { worker } of lines(ENDED)) running.delete(Number(worker));
  return running;
}

/** Kills the worker, and resolves when another one serves in its place. */
async function replaceAfterKilling(worker: number): Promise<void> {
  const starts = lines('a worker serves').length;
  process.kill(workers().get(worker) ?? Number.NaN, 'SIGKILL');
  await expect.poll(() => lines('a worker serves').length).toBe(starts + 1);
}

/** The two workers once both are in the log, which may be read later than the greeting or an answer. */
async function bothWorkers(): Promise<[number, number][]> {
  await expect.poll(() => workers().size).toBe(2);
  return [...workers()];
}

async function firstWorker(): Promise<number> {
  const [[worker]] = (await bothWorkers()) as [[number, number]];
  return worker;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function arm(...faults: Fault[]): Promise<void> {
  const body = JSON.stringify(faults);
  expect((await fetch(`${program.sandboxUrl}/control/faults`, { method: 'PUT', body })).status).toBe(200);
}

/** Waits until a purchase is charged and at the upstream. */
async function underWay(): Promise<void> {
  const running = `select from operations where state = 'running'`;
  await expect.poll(async () => (await database.query(running)).rowCount).toBe(1);
}

/** The value of a metric, given as its name and labels are printed. */
async function metric(name: string): Promise<number> {
  const { status, body } = await get('/metrics', `http://127.0.0.1:${figuresPort}`);
  expect(status).toBe(200);
  const line = body.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

test('new connections go to both workers in turn, and each line of the log names its worker', async () => {
  const running = (await bothWorkers()).map(([worker]) => worker);
  const before = lines('answered').length;
  for (let i = 0; i < 8; i++) expect((await get('/healthz')).status).toBe(200);
  await expect.poll(() => lines('answered').length).toBeGreaterThanOrEqual(before + 8);
  const answered = lines('answered')
    .slice(before)
    .filter(({ route }) => route === '/healthz');
  for (const worker of running) expect(answered.filter((line) => line['worker'] === worker)).toHaveLength(4);
});

test('whichever worker is asked for metrics, requests are added up and what the database says is not multiplied', async () => {
  const { rest } = await program.givenCustomer();
  expect((await rest.post('/v1/orders', PURCHASE)).status).toBe(201);
  const count = 'gateway_request_duration_seconds_count{method="GET",route="/readyz",status="200"}';
  for (let i = 0; i < 10; i++) await get('/readyz');
  // What each worker has made, and read of the database, may be some seconds old.
  for (let i = 0; i < 2; i++) await expect.poll(() => metric(count)).toBe(10);
  for (let i = 0; i < 2; i++) {
    await expect.poll(() => metric('gateway_recent_operations{kind="purchase",state="settled"}')).toBe(1);
    expect(await metric('gateway_upstream_up{upstream="px6"}')).toBe(1);
  }
  await replaceAfterKilling(await firstWorker());
  for (let i = 0; i < 2; i++) expect(await metric(count)).toBe(10);
  for (const path of ['/metrics', '/%6Detrics', '/metrics?all']) expect((await get(path)).status).toBe(404);
});

test('a worker that is killed is replaced, and no request after its end fails', async () => {
  const victim = await firstWorker();
  const others = [...workers().keys()].filter((worker) => worker !== victim);
  const ends = lines(ENDED).length;
  process.kill(workers().get(victim) ?? Number.NaN, 'SIGKILL');
  await expect.poll(() => lines(ENDED).length, { interval: 5 }).toBe(ends + 1);
  const statuses = await Promise.all(Array.from({ length: 50 }, async () => (await get('/readyz')).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  await expect.poll(() => workers().size).toBe(2);
  expect([...workers().keys()]).toEqual([...others, expect.any(Number)]);
  for (let i = 0; i < 4; i++) expect((await get('/readyz')).status).toBe(200);
});

test('a connection that a worker was given and has not taken when it dies is closed, and the others are served', async () => {
  const victim = await firstWorker();
  const pid = workers().get(victim) ?? Number.NaN;
  process.kill(pid, 'SIGSTOP');
  const statuses: unknown[] = [];
  const asked = Array.from({ length: 4 }, () =>
    get('/healthz').then(
      ({ status }) => statuses.push(status),
      ({ code }) => statuses.push(code),
    ),
  );
  await expect.poll(() => statuses).toEqual([200, 200, 200]);
  await replaceAfterKilling(victim);
  await Promise.all(asked);
  expect(statuses).toEqual([200, 200, 200, 'ECONNRESET']);
});

test('a key has five sockets at both workers together, and those of a worker that dies do not count any more', async () => {
  const { apiKey } = await program.givenCustomer();
  const open = () => initiated(program.url, { authorization: `Bearer ${apiKey}` });
  const sockets = [];
  for (let i = 0; i < 5; i++) {
    const socket = await open();
    expect((await socket.answer).type).toBe('connection_ack');
    sockets.push(socket);
  }
  for (let i = 0; i < 2; i++) {
    const refused = await open();
    refused.answer.catch(() => {});
    expect((await refused.closed).code).toBe(4429);
  }
  let lost = 0;
  for (const { closed } of sockets) closed.then(() => lost++);
  await replaceAfterKilling(await firstWorker());
  await expect.poll(() => lost).toBeOneOf([2, 3]);
  for (let i = 0; i < lost; i++) expect((await (await open()).answer).type).toBe('connection_ack');
  expect((await (await open()).closed).code).toBe(4429);
});

test('of 21 sockets of one address that do not say whose they are, the oldest is closed, whichever worker has it', async () => {
  const strangers = [];
  for (let i = 0; i < 21; i++) strangers.push(await rawSocket(program.url, [PROTOCOL]));
  expect((await strangers[0]?.closed)?.code).toBe(1006);
  expect(strangers.slice(1).every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true);
  for (const { socket } of strangers) socket.close();
});

test('on SIGTERM both workers give notice, finish what is under way and end, and no process is left', async () => {
  const { apiKey, rest } = await program.givenCustomer();
  const followers = [0, 1].map(() => socketClient(program.url, apiKey));
  await Promise.all(followers.map((follower) => follower.follow(BalanceUpdatedDocument).next()));
  await arm({ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: SLOW_MS });
  const bought = rest.post<{ proxies: object[] }>('/v1/orders', PURCHASE);
  await underWay();
  const pids = (await bothWorkers()).map(([, pid]) => pid);
  expect(pids.map(isAlive)).toEqual([true, true]);

  const ended = program.end('SIGTERM');
  for (const pid of pids) process.kill(pid, 'SIGTERM');
  const ofBoth = async () =>
    (await Promise.all([get('/readyz'), get('/readyz')])).map(({ status }) => status);
  await expect.poll(ofBoth, { interval: 20 }).toEqual([503, 503]);
  program.end('SIGINT');
  const knock = () => get('/healthz').catch(({ code }) => code);
  await expect.poll(knock).toBe('ECONNREFUSED');
  for (const { closed } of followers) expect((await closed).code).toBe(1001);
  expect((await bought).body.proxies).toHaveLength(1);
  expect(await ended).toBe(0);
  expect(pids.map(isAlive)).toEqual([false, false]);
  await program.startAgain();
  expect((await restClient(program.url, apiKey).get('/v1/orders')).body).toMatchObject({ total: 1 });
});

test('interrupted, both workers end without waiting for an upstream that hangs', async () => {
  const { rest } = await program.givenCustomer();
  await arm({ upstream: 'px6', call: 'buy', mode: 'hang' });
  const cutOff = rest.post('/v1/orders', PURCHASE);
  cutOff.catch(() => {});
  await underWay();
  const pids = (await bothWorkers()).map(([, pid]) => pid);
  expect(await program.end('SIGINT')).toBe(0);
  await expect(cutOff).rejects.toThrow();
  expect(pids.map(isAlive)).toEqual([false, false]);
  await program.startAgain();
});

test('a port that is in use stops the start with one line', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const start = await startProgram({ WORKERS: '2', PORT: String(port) }).catch(
    (error: Error) => error.message,
  );
  server.close();
  expect(start).toMatch(/^The program ended with status 1 instead of starting:\n[^\n]*EADDRINUSE[^\n]*\n$/);
});

test('on its own database the program makes one demo reseller, whose key works at both workers and whose link signs in, and stops the database last', async () => {
  const own = await startProgram({ WORKERS: '2', DATABASE_URL: undefined, CREDENTIALS_KEY: undefined });
  const [, apiKey = '', ...others] = /shown this once: (\S+)/.exec(own.greeting) ?? [];
  expect(others).toEqual([]);
  for (let i = 0; i < 4; i++) {
    const response = await fetch(`${own.url}/v1/balance`, {
      headers: { authorization: `Bearer ${apiKey}`, connection: 'close' },
    });
    expect(await response.json()).toMatchObject({ balance_usd: 100 });
  }
  const [, code = ''] =
    /^Sign in .*: http:\/\/localhost:\d+\/console\/sign-in#([\w-]{22})$/m.exec(own.greeting) ?? [];
  const signedIn = await exchange(own.url, code);
  expect(signedIn.body.data?.it).toMatchObject({ __typename: 'SignInSuccess' });
  expect(await own.stop()).toBe(0);
  const warnings = own.logged().filter(({ level }) => Number(level) >= 40);
  expect(warnings.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^the sandbox stands in for px6, /)]);
});

test('when the program is killed, its workers end, too', async () => {
  await bothWorkers();
  // It has ended when no process has its standard streams any more.
  expect(await program.end('SIGKILL')).toBeNull();
  await expect(get('/healthz')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
