import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { planMoves } from '../../src/cells/cells.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { restClient } from '../support/rest-client.ts';
import { sendGraphql } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';
import { startCells } from './cells-service.ts';

const CELLS = 3;
const IPV4 = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

interface Owned {
  resellerId: number;
  apiKey: string;
}

let database: TestDatabase;
let cells: Awaited<ReturnType<typeof startCells>>;
/** Two processes of one installation. */
let urls: [string, string];
const closing: (() => Promise<void>)[] = [];
/** What there was before there were cells. */
let former: Owned & { orderId: number; files: File[] };
let other: Owned;

interface File {
  name: string;
  file: number;
}

/**
 * Where the rows of some tables are on the disk. Citus makes anew what was not logged, and numbers the names
 * of what it keeps.
 */
function filesOf(schema: string): Promise<File[]> {
  const isCitus = inject('nodeUrls') !== undefined;
  return query<File>(
    `select case when $2 then regexp_replace(relname, '_\\d{6}$', '') else relname end as name,
        relfilenode as file from pg_class
      where relnamespace = $1::regnamespace and relkind in ('r', 'i') and (relpersistence = 'p' or not $2)
      order by 1`,
    [schema, isCitus],
  );
}

async function givenReseller(...more: string[]): Promise<Owned> {
  const { result } = await cells.operator('reseller', 'add', '--name', 'R', '--balance', '100', ...more);
  const { resellerId } = result as unknown as Owned;
  const key = await cells.operator('key', 'create', '--reseller', String(resellerId));
  return { resellerId, apiKey: (key.result as unknown as Owned).apiKey };
}

const balanceOf = async ({ apiKey }: Owned, url = urls[0]) =>
  (await restClient(url, apiKey).get<{ balance_usd: number }>('/v1/balance')).body.balance_usd;

async function startProcess(): Promise<string> {
  const { url, close } = await cells.start();
  closing.push(() => close({ noticeMs: 0, graceMs: 0 }));
  return url;
}

async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client(database.url);
  await client.connect();
  const { rows } = await client.query<Row>(text, values);
  await client.end();
  return rows;
}

const send = (user: number, text: string) =>
  fetch(`${cells.sandbox.url}/control/telegram/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user, text }),
  });

/** How many messages the bot has sent to a person. */
async function answersTo(user: number): Promise<number> {
  const response = await fetch(`${cells.sandbox.url}/control/telegram/chat?user=${user}`);
  const { messages } = (await response.json()) as { messages: { from: string }[] };
  return messages.filter(({ from }) => from === 'bot').length;
}

/** The cells that know a person of the chat. */
async function peopleOf(user: number): Promise<number[]> {
  const rows = await query<{ cell: number }>(
    `select 1 as cell from cell_1.bot_people where user_id = $1 union all
      select 2 from cell_2.bot_people where user_id = $1 union all
      select 3 from cell_3.bot_people where user_id = $1`,
    [user],
  );
  return rows.map(({ cell }) => cell);
}

beforeAll(async () => {
  database = await createDatabase();
  cells = await startCells(database.url);
  await cells.operator(
    'catalog',
    'import',
    new URL('../../src/catalog/sample-catalog.json', import.meta.url).pathname,
  );
  former = { ...(await givenReseller()), orderId: 0, files: [] };
  const url = await startProcess();
  const bought = await restClient(url, former.apiKey).post<{ id: number }>('/v1/orders', IPV4);
  former.orderId = bought.body.id;
  for (const close of closing.splice(0)) await close();
  await query('create extension pg_stat_statements');
  await cells.operator('api', 'disable', '--message', 'We divide it.');
  former.files = await filesOf('public');
  const { result } = await cells.operator('cell', 'add', '--count', String(CELLS));
  expect(result).toEqual({ added: [1, 2, 3] });
  urls = [await startProcess(), await startProcess()];
  other = await givenReseller();
}, 240_000);
afterAll(async () => {
  for (const close of closing.splice(0)) await close();
  await cells.sandbox.close();
  await database.drop();
});

test('an API that was closed is closed in new cells, too', async () => {
  for (const apiKey of [former.apiKey, other.apiKey]) {
    const { status, body } = await restClient(urls[0], apiKey).get('/v1/balance');
    expect({ status, body }).toMatchObject({ status: 503, body: { error: { message: 'We divide it.' } } });
  }
  await cells.operator('api', 'enable');
});

test('what there was becomes the first cell as it is: no row is written anew, keys and numbers stay', async () => {
  const files = await filesOf('cell_1');
  const before = new Set(former.files.map(({ file }) => file));
  // Over Citus each table has an empty one of its name before it.
  const kept = inject('nodeUrls') === undefined ? files : files.filter(({ file }) => before.has(file));
  expect(former.files.length).toBeGreaterThan(100);
  expect(kept).toEqual(former.files);
  const client = restClient(urls[0], former.apiKey);
  expect((await client.get<{ id: number }>(`/v1/orders/${former.orderId}`)).body.id).toBe(former.orderId);
  const next = await client.post<{ id: number }>('/v1/orders', IPV4);
  expect(next.body.id).toBeGreaterThan(former.orderId);
  expect(next.body.id).toBeLessThan(2 ** 26);
});

test('what extensions have made stays where statements of any cell find it', async () => {
  const made = await query(`
    select extname as name, extnamespace::regnamespace::text as schema from pg_extension where extname like 'pg_%'
    union all select viewname, schemaname from pg_views where viewname like 'pg_stat_statements%' order by 1`);
  expect(made).toEqual([
    { name: 'pg_stat_statements', schema: 'public' },
    { name: 'pg_stat_statements', schema: 'public' },
    { name: 'pg_stat_statements_info', schema: 'public' },
  ]);
});

test('a new reseller is of the emptiest cell, by whose numbers its own and its orders are told', async () => {
  expect(other.resellerId).toBe(2 ** 25 + 1);
  const { body } = await restClient(urls[1], other.apiKey).post<{ id: number; price_usd: number }>(
    '/v1/orders',
    IPV4,
  );
  expect(body.id).toBe(2 ** 26 + 1);
  expect(await balanceOf(other)).toBe(100 - body.price_usd);
  const shown = await cells.operator('order', 'show', '--order', String(body.id));
  expect(shown.result).toMatchObject({ resellerId: other.resellerId });
});

test('adding a reseller again by its reference adds none in another cell', async () => {
  const first = await givenReseller('--reference', 'r-1');
  await givenReseller();
  const again = await cells.operator(
    'reseller',
    'add',
    '--name',
    'R',
    '--balance',
    '100',
    '--reference',
    'r-1',
  );
  expect(again.result).toMatchObject({ resellerId: first.resellerId, replayed: true });
  const elsewhere = await givenReseller('--reference', 'r-1', '--cell', '2');
  expect(elsewhere.resellerId).toBe(first.resellerId);
});

test('a key works in every process from the moment it is made, and not after it is disabled', async () => {
  const { result } = await cells.operator('key', 'create', '--reseller', String(other.resellerId));
  const { apiKey, keyId } = result as { apiKey: string; keyId: number };
  const owner = { ...other, apiKey };
  expect(await balanceOf(owner, urls[0])).toBe(await balanceOf(owner, urls[1]));
  await cells.operator('key', 'disable', '--key', String(keyId));
  for (const url of urls) expect((await restClient(url, apiKey).get('/v1/balance')).status).toBe(403);
});

test('a key of nobody is refused as anywhere', async () => {
  expect((await restClient(urls[0], 'prk_nobody').get('/v1/balance')).status).toBe(401);
});

test('a socket hears of what another process does for its reseller', async () => {
  const socket = socketClient(urls[0], other.apiKey);
  const heard = socket.follow<{ balanceUpdated: { balanceUsd: string } }, Record<string, never>>(
    'subscription { balanceUpdated { balanceUsd } }',
  );
  await heard.next();
  const before = await balanceOf(other);
  await cells.operator('top-up', '--reseller', String(other.resellerId), '--usd', '5', '--reference', 't-1');
  expect(Number((await heard.next()).data?.balanceUpdated.balanceUsd)).toBe(before + 5);
  await socket.close();
});

test('who signs in by a link is in the cell of their reseller', async () => {
  const { result } = await cells.operator('console-link', '--reseller', String(other.resellerId));
  const code = new URL((result as { link: string }).link).hash.slice(1);
  const query =
    'mutation ($code: String!) { signIn(input: { code: $code }) { ... on SignInSuccess { viewer { id } } ... on Error { code } } }';
  const headers = { origin: urls[0] };
  const { body } = await sendGraphql(urls[0], undefined, query, { code }, headers);
  expect(body.errors).toBeUndefined();
  expect(body.data).toMatchObject({ signIn: { viewer: { id: `viewer:${other.resellerId}` } } });
});

test('a person of the chat is of the cell whose code they come with, else of any, until they have a reseller', async () => {
  const link = await cells.operator('reseller', 'link', '--reseller', String(other.resellerId));
  const [, code = ''] = /link_([\w-]+)/.exec(JSON.stringify(link.result)) ?? [];
  const until = (is: () => Promise<boolean>) => vi.waitUntil(is, { interval: 50, timeout: 60_000 });
  // Without a code 30 and 33 are of the first cell, and 32 is of the third.
  for (const user of [30, 32]) await send(user, '/start');
  await send(33, '/help');
  for (const user of [30, 32, 33]) await until(async () => (await answersTo(user)) > 0);
  expect([await peopleOf(30), await peopleOf(32), await peopleOf(33)]).toEqual([[1], [3], [1]]);
  await send(30, `/start link_${code}`);
  await until(async () => (await answersTo(30)) > 1);
  expect(await peopleOf(30)).toEqual([1]);
  await send(33, `/start link_${code}`);
  await until(async () => (await peopleOf(33)).includes(2));
});

test('a price is changed in all cells at once, by one version', async () => {
  const change = ['catalog', 'set-price', '--product', 'prem/ipv4', '--period', '30d', '--usd', '1.90'];
  expect((await cells.operator(...change, '--force')).status).toBe(0);
  for (const { apiKey } of [former, other]) {
    const { body } = await restClient(urls[0], apiKey).post<{ price_usd: number }>('/v1/orders', IPV4);
    expect(body.price_usd).toBe(1.9);
  }
  const versions = await query(
    `select catalog_version from public.service_state union select catalog_version from cell_1.service_state
      union select catalog_version from cell_2.service_state union select catalog_version from cell_3.service_state`,
  );
  expect(versions).toHaveLength(1);
});

test('what goes over all cells says of which each row is', async () => {
  const { result } = await cells.operator('ledger', 'verify');
  expect(result).toMatchObject({ ok: true, cells: [{ cell: 1 }, { cell: 2 }, { cell: 3 }] });
  const list = (await cells.operator('reseller', 'list')).result as { resellers: object[] };
  expect(list.resellers).toContainEqual(expect.objectContaining({ cell: 1, resellerId: former.resellerId }));
  expect(list.resellers).toContainEqual(expect.objectContaining({ cell: 2, resellerId: other.resellerId }));
});

test('what another cell has bought is nothing that a cell misses', async () => {
  const { result } = await cells.operator('reconcile');
  expect(result).toMatchObject({ ok: true, findings: [] });
});

test('a command that changes something and names nothing asks for the cell', async () => {
  const refused = await cells.operator('jobs', 'retry', '--job', 'usage', '--key', 'nothing');
  expect(refused.error?.message).toMatch(/--cell/);
});

test('moves even out what nodes have, each from the fullest to the emptiest', () => {
  const placed = [60, 30, 20, 10].map((bytes, i) => ({ cell: i + 1, node: 'a:1', bytes }));
  expect(planMoves(placed, ['a:1', 'b:1'])).toEqual([{ cell: 1, node: 'b:1' }]);
  expect(planMoves([{ cell: 1, node: 'a:1', bytes: 5 }], ['a:1', 'b:1'])).toEqual([]);
  const unmoved = placed.map((one) => (one.cell === 1 ? { ...one, node: 'coordinator:1' } : one));
  expect(planMoves(unmoved, ['a:1', 'b:1'])).toEqual([{ cell: 1, node: 'b:1' }]);
});
