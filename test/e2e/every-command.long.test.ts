import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { nameOf } from '../../src/operator/operator.ts';
import { programOf, START, wordsOf } from '../operator/understood.ts';
import { expectRefusal, restClient } from '../support/rest-client.ts';
import { type Program, startProgram } from './program.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const PAGE = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const DAY_MS = 24 * 60 * 60 * 1_000;
const UNKNOWN_ID = '01a206a0-6b82-8000-8000-1ef62ef070ea';
const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

interface Given {
  status: number;
  stdout: string;
  stderr: string;
}

let program: Program;
/** Every line that was given. */
const lines: string[] = [];

beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());

/** Gives the command in a process of its own, beside the running service, whatever becomes of it. */
function give(args: readonly string[]): Promise<Given> {
  lines.push(args.join(' '));
  const { promise, resolve } = Promise.withResolvers<Given>();
  execFile(process.execPath, [MAIN, 'operator', ...args], { env: program.env }, (error, stdout, stderr) =>
    resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
  );
  return promise;
}

/** What the command prints; it has to succeed. */
async function done<Printed = Record<string, unknown>>(...args: string[]): Promise<Printed> {
  const { status, stdout, stderr } = await give(args);
  const failures = stderr.replaceAll(/^\{"progress":.*\n/gm, '');
  expect({ args, status, failures }).toEqual({ args, status: 0, failures: '' });
  return JSON.parse(stdout);
}

/** What the command is refused with. */
async function refused(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await give(args);
  expect({ args, status, stdout }).toEqual({ args, status: 1, stdout: '' });
  const { error } = JSON.parse(stderr);
  expect(error.code).toBe('invalid_request');
  return error.message;
}

/** A reseller with money and a key, and its options for a command. */
async function givenBuyer(name: string) {
  const { resellerId } = await done<{ resellerId: number }>(
    'reseller',
    'add',
    '--name',
    name,
    '--balance',
    '50',
  );
  const whose = ['--reseller', `${resellerId}`];
  const { apiKey, keyId } = await done<{ apiKey: string; keyId: number }>('key', 'create', ...whose);
  const key = ['--key', `${keyId}`];
  return { resellerId, whose, apiKey, key, rest: restClient(program.url, apiKey) };
}

async function listed<Row extends object>(name: string, ...args: string[]): Promise<Row[]> {
  return (await done<Record<string, Row[]>>(...args))[name] ?? [];
}

test('the running service takes a price that was set, and one that was imported, with the next request', async () => {
  const { rest } = await givenBuyer('Prices');
  const file = join(inject('runDirectory'), 'every-command.json');
  await writeFile(file, JSON.stringify(await done('catalog', 'show')));
  expect(await done('catalog', 'diff', file)).toEqual({ ok: true, differences: [] });
  const price = ['--product', 'prem/ipv4', '--period', '30d'];
  const { oldUsd } = await done('catalog', 'set-price', ...price, '--usd', '1.90');
  expect(await rest.post('/v1/orders', PURCHASE)).toMatchObject({ status: 201, body: { charged_usd: 1.9 } });

  await done('catalog', 'import', file, '--force');
  expect((await rest.post('/v1/orders', PURCHASE)).body).toMatchObject({ charged_usd: Number(oldUsd) });
  expect(await done('catalog', 'check')).toMatchObject({ ok: true, losses: [] });
});

test('the balance of the running service has what commands credit, adjust, give back and buy, and every list has it', async () => {
  const { resellerId, whose, rest } = await givenBuyer('Money');
  const balance = async () => (await rest.get<{ balance_usd: number }>('/v1/balance')).body.balance_usd;
  const bought = await rest.post<{ id: number; charged_usd: number }>('/v1/orders', PURCHASE);
  expect(bought.status).toBe(201);
  const { id, charged_usd: price } = bought.body;
  const order = ['--order', `${id}`];

  await done('top-up', ...whose, '--usd', '25', '--reference', 'paid-1');
  expect(await balance()).toBeCloseTo(75 - price, 6);
  const decision = ['--reason', 'Credited twice', '--reference'];
  await done('balance', 'adjust', ...whose, '--usd', '-5', ...decision, 'ticket-17');
  expect(await balance()).toBeCloseTo(70 - price, 6);
  const [operation] = await listed<{ operationId: string }>('operations', 'operation', 'list', ...order);
  const { operationId = '' } = operation ?? {};
  const refund = ['--operation', operationId, '--usd', '0.50', ...decision, 'ticket-18'];
  expect(await done('operation', 'refund', ...refund)).toMatchObject({ resellerId, replayed: false });
  expect(await balance()).toBeCloseTo(70.5 - price, 6);
  const product = Object.entries(PURCHASE).flatMap(([name, value]) => [`--${name}`, value]);
  const { orderId: second, chargedUsd } = await done('order', 'buy', ...whose, ...product);
  expect((await rest.get(`/v1/orders/${second}`)).status).toBe(200);
  expect(await balance()).toBeCloseTo(70.5 - price - Number(chargedUsd), 6);

  expect(await done('operation', 'show', '--operation', operationId)).toMatchObject({
    state: 'settled',
    upstream: { name: 'px6' },
  });
  expect(await done('order', 'show', ...order)).toMatchObject({
    proxies: [{}],
    operations: [{ operationId, givenBackUsd: '0.50' }],
  });
  expect(JSON.stringify(await done('order', 'find', operationId))).toContain(`"orderId":${id},`);
  const orders = await listed<{ orderId: number }>('orders', 'order', 'list', ...whose);
  expect(orders.map(({ orderId }) => orderId)).toEqual([second, id]);
  const movements = await listed<{ kind: string }>('movements', 'reseller', 'statement', ...whose);
  expect(movements.map(({ kind }) => kind)).toEqual(
    ['top_up', 'purchase', 'top_up', 'adjustment', 'operation_refund', 'purchase'].reverse(),
  );
  const adjusted = ['--command', 'balance adjust'];
  expect(await listed('commands', 'audit', 'list', ...whose, ...adjusted)).toMatchObject([
    { outcome: 'done' },
  ]);
  const dayFrom = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10);
  // One more at each side: midnight may come between.
  const days = ['--from', dayFrom(-DAY_MS), '--to', dayFrom(2 * DAY_MS)];
  const profits = await listed('rows', 'report', 'profit', '--by', 'reseller', ...days);
  expect(profits).toContainEqual(
    expect.objectContaining({ reseller: `${resellerId}`, sales: 2, givenBackUsd: '0.50' }),
  );
});

test('the running service refuses the next request of whom a command has locked out, and takes the next one after that ends', async () => {
  const { whose, key, rest } = await givenBuyer('Access');
  const next = () => rest.get('/v1/balance');
  const status = async () => (await next()).status;
  expect(await status()).toBe(200);
  await done('reseller', 'disable', ...whose, '--reason', 'Unpaid');
  expectRefusal(await next(), 403, 'key_disabled');
  await done('reseller', 'enable', ...whose);
  expect(await status()).toBe(200);

  const ended = await done('reseller', 'sign-out', ...whose, '--keys');
  expect(ended).toMatchObject({ ended: { keys: 1, sessions: 0 } });
  expectRefusal(await next(), 403, 'key_disabled');
  await done('key', 'enable', ...key);
  expect(await status()).toBe(200);

  await done('key', 'disable', ...key);
  expectRefusal(await next(), 403, 'key_disabled');
  await done('key', 'enable', ...key);
  expect(await status()).toBe(200);
  await done('key', 'allow-ips', ...key, '--ip', '203.0.113.0/24');
  expectRefusal(await next(), 403, 'ip_not_allowed');
  await done('key', 'allow-ips', ...key);
  expect(await status()).toBe(200);

  await done('api', 'disable', '--for', '2h');
  const closed = await next();
  expectRefusal(closed, 503, 'api_disabled');
  expect(Number(closed.headers['retry-after'])).toBeGreaterThan(0);
  expect(await done('api', 'show')).toMatchObject({ apiDisabled: true });
  await done('api', 'enable');
  expect(await status()).toBe(200);

  const { apiKey } = await done<{ apiKey: string }>('key', 'reissue', ...key);
  expectRefusal(await next(), 401, 'unauthorized');
  expect((await restClient(program.url, apiKey).get('/v1/balance')).status).toBe(200);
});

test('what a command sets for a reseller holds for its next request, and its link opens the console', async () => {
  const { whose, rest } = await givenBuyer('Settings');
  const before = await rest.post<{ charged_usd: number }>('/v1/orders', PURCHASE);
  await done('reseller', 'rename', ...whose, '--name', 'Acme Ltd');
  await done('reseller', 'price-list', ...whose, '--price-list', 'wholesale');
  await done('reseller', 'rate-limit', ...whose, '--per-minute', '120');
  await done('threshold', ...whose, '--usd', '33');
  const { headers, body } = await rest.post<{ charged_usd: number }>('/v1/orders', PURCHASE);
  expect(headers['ratelimit-limit']).toBe('120');
  expect(body.charged_usd).toBeLessThan(before.body.charged_usd);
  const set = { name: 'Acme Ltd', priceList: 'wholesale', lowBalanceThresholdUsd: 33 };
  expect(await done('reseller', 'show', ...whose)).toMatchObject(set);
  expect(await listed('resellers', 'reseller', 'list')).toContainEqual(expect.objectContaining(set));

  const { link } = await done<{ link: string }>('console-link', ...whose);
  // The service's port was not known when it was started, so the link has another one.
  const { pathname, search } = new URL(link);
  expect((await fetch(`${program.url}${pathname}${search}`)).status).toBe(200);
  expect(await done('reseller', 'link', ...whose)).toMatchObject({
    message: expect.stringMatching(/^\/start link_[\w-]{22}$/),
  });
  expect(await done('events', ...whose)).toMatchObject({ events: expect.any(Array) });
});

test('a webhook that the operator switches off is off for its reseller until the operator switches it on', async () => {
  const { whose, apiKey } = await givenBuyer('Webhooks');
  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ query });
    const answer = await fetch(`${program.url}/graphql`, { method: 'POST', headers, body });
    return (await answer.json()).data;
  };
  await ask('mutation { createWebhook(input: { url: "http://127.0.0.1:9/" }) { __typename } }');
  const [webhook] = await listed<{ webhookId: number }>('webhooks', 'webhook', 'list', ...whose);
  const which = [...whose, '--webhook', `${webhook?.webhookId}`];
  const shown = () => ask('{ viewer { webhooks { enabled offReason } } }');
  await done('webhook', 'disable', ...which);
  expect(await shown()).toEqual({ viewer: { webhooks: [{ enabled: false, offReason: 'OPERATOR' }] } });
  await done('webhook', 'enable', ...which);
  expect(await shown()).toEqual({ viewer: { webhooks: [{ enabled: true, offReason: null }] } });
});

test('the books agree beside the running service, and work that does not have to be done is not', async () => {
  expect(await done('ledger', 'verify')).toMatchObject({ ok: true });
  expect(await done('reconcile')).toMatchObject({ ok: true, findings: [] });
  expect(await done('migrate')).toEqual({ executed: [] });
  expect(await done('reread-credentials')).toMatchObject({ ok: true, proxies: 0, left: 0 });
  expect(await done('jobs', 'retry', '--all')).toMatchObject({ retried: 0 });
  expect(await done('jobs', 'list', '--failed')).toMatchObject({ jobs: [] });
  expect(await done('payments', 'list')).toMatchObject({ payments: [] });
  expect(await listed('accounts', 'upstream', 'balances')).not.toEqual([]);
  expect(await done('cell', 'list')).toMatchObject({ cells: [], nodes: [] });
  expect(await done('cell', 'balance')).toMatchObject({ moves: [] });
});

test('what makes no sense beside this service is refused, with what is in the way', async () => {
  const { whose } = await givenBuyer('Refused');
  expect(await refused('restored')).toBe(
    'The service is running: 1 of its processes are connected to this database. Stop them first.',
  );
  expect(await refused('order', 'free-ip', '--ip', '203.0.113.7')).toMatch(/^No order has 203\.0\.113\.7:/);
  expect(await refused('rotate-credentials')).toBe(
    'CREDENTIALS_KEYS has to list the new key, and after it the one that it replaces.',
  );
  expect(await refused('cell', 'add', '--count', '2')).toBe(
    'Stop all processes of the service first: each knows the cells of its start.',
  );
  expect(await refused('cell', 'move', '--node', 'db3:5432')).toBe(
    'The home schema stays on the coordinator.',
  );
  const payment = ['--payment', UNKNOWN_ID];
  const noPayment = `There is no payment ${UNKNOWN_ID}; "payments list" prints those there are.`;
  expect(await refused('payment', 'credit', ...payment, ...whose, '--usd', '1')).toBe(noPayment);
  expect(await refused('payment', 'refund', ...payment)).toBe(noPayment);
});

test('the tests above have given every command that there is', async () => {
  const leaves = (command: Command): string[] =>
    command.commands.length === 0 ? [nameOf(command).join(' ')] : command.commands.flatMap(leaves);
  const names = leaves(await programOf(() => {}));
  expect(names.filter((name) => !lines.some((line) => `${line} `.startsWith(`${name} `)))).toEqual([]);
});

const [, day = ''] = /^## The day, the week and the month.*?^```sh\n(.*?)^```$/ms.exec(PAGE) ?? [];
const linesOfPage = day
  .split('\n')
  .filter((line) => line.startsWith(START))
  .map((line) => wordsOf(line.slice(START.length)));

const ID = /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[A-Z]+)$/;
/** Whose ids the lines of the page may have, behind their option: what is used for them here. */
const IDS: Record<string, () => Promise<string>> = {
  '--reseller': async () => (await givenBuyer('Page')).whose[1] ?? '',
};

test('the page has the lines of a day, a week and a month', () => {
  expect(day.match(/^# .*/gm)).toEqual(['# each day', '# each week', '# each month']);
  expect(linesOfPage.length).toBeGreaterThan(10);
});

test.each(linesOfPage.map((words) => [words.join(' '), words] as const))(
  'a line of the day, the week or the month works beside the running service: %s',
  async (_line, words) => {
    const args: string[] = [];
    for (const word of words) {
      const own = ID.test(word) ? IDS[args.at(-1) ?? ''] : async () => word;
      if (!own) throw new Error(`What stands for ${args.at(-1)} ${word} here?`);
      args.push(await own());
    }
    const { status, stdout, stderr } = await give(args);
    expect(status, stderr).toBe(0);
    expect(stdout).toMatch(/\S/);
  },
);
