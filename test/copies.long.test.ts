import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import type { ReadFrom } from '../src/kit/copies.ts';
import { purchase } from '../src/purchases/purchase.ts';
import { type CopiedDatabase, startCopiedDatabase } from './support/copied-database.ts';
import { buyerOf, givenKeys, givenReseller } from './support/given.ts';
import { newDataDirectory } from './support/postgres.ts';
import { type RunningService, sendGraphql, startService } from './support/service.ts';

let database: CopiedDatabase;
let service: RunningService;
/** A second process on the same database. */
let other: RunningService;
let resellerId: number;
let keys: string[];
const reads: ReadFrom[] = [];

beforeAll(async () => {
  database = await startCopiedDatabase(newDataDirectory());
  const copies = { url: database.copy.url, onRead: (from: ReadFrom) => void reads.push(from) };
  service = await startService({ databaseUrl: database.url, copies });
  const sample = new URL('../src/catalog/sample-catalog.json', import.meta.url);
  await importCatalog(service.services.database, await readFile(sample, 'utf8'));
  const { databaseUrl, credentialsKey, sandbox } = service;
  other = await startService({ databaseUrl, credentialsKey, sandbox, copies });
});
afterAll(async () => {
  await other.close();
  await service.close();
  await database[Symbol.asyncDispose]();
});

/** A reseller with two keys, who has an order on both servers. */
beforeEach(async () => {
  await database.copy.resume();
  const { apiKey, resellerId: id } = await givenReseller(service.services, { balanceUsd: '100' });
  resellerId = id;
  keys = [apiKey, ...(await givenKeys(service.services, id, 1))];
  await buyUnasked();
  await readingFrom('copy', async () => (await listed(1)).length === 1);
});

const WANTED = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
const LIST = '{ orders { nodes { id } } }';

/** By no key, as the chat would: no reading has to have it at once. */
async function buyUnasked(): Promise<void> {
  await purchase(service.services, { ...buyerOf({ resellerId }), priceList: 'standard' }, WANTED);
}

async function buy(key = keys[0]): Promise<string> {
  const bought =
    'mutation ($input: PurchaseInput!) { purchase(input: $input) { ... on PurchaseSuccess { order { id } } } }';
  const { body } = await sendGraphql<{ purchase: { order: { id: string } } }>(service.url, key, bought, {
    input: WANTED,
  });
  return body.data?.purchase.order.id ?? '';
}

async function listed(key = 0, at = other): Promise<string[]> {
  const { body } = await sendGraphql<{ orders: { nodes: { id: string }[] } }>(at.url, keys[key], LIST);
  return (body.data?.orders.nodes ?? []).map(({ id }) => id);
}

/** Until a read was answered there, with the result that is expected. A key may send 60 in a minute. */
async function readingFrom(from: ReadFrom, read: () => Promise<boolean>): Promise<void> {
  const isReadThere = async () => {
    reads.length = 0;
    return (await read()) && reads.every((one) => one === from) && reads.length > 0;
  };
  await expect.poll(isReadThere, { interval: 1_000 }).toBe(true);
}

test('lists, the statement and its sums are read from a copy, and the balance and single orders are not', async () => {
  const [id] = await listed(1);
  const asked = `query ($id: ID!) {
    orders { nodes { id } } order(id: $id) { id }
    viewer { balanceUsd statement { nodes { kind } } statementSums { spentUsd } }
  }`;
  const ask = () => sendGraphql(service.url, keys[1], asked, { id });
  // Three reads at once need as many connections, and to open one may take longer than a read waits.
  await readingFrom('copy', async () => Boolean((await ask()).body.data));
  await database.copy.pause();
  await buyUnasked();
  reads.length = 0;
  const { body } = await ask();
  expect(body.data).toEqual({
    orders: { nodes: [{ id }] },
    order: { id },
    viewer: {
      balanceUsd: '98.80',
      statement: { nodes: [{ kind: 'PURCHASE' }, { kind: 'TOP_UP' }] },
      statementSums: { spentUsd: expect.any(String) },
    },
  });
  expect(reads).toEqual(['copy', 'copy', 'copy']);
  await database.copy.resume();
});

test('in whichever process a credential reads, it reads what it has written, however far a copy is behind', async () => {
  await database.copy.pause();
  const id = await buy();
  reads.length = 0;
  expect(await listed(0)).toContain(id);
  expect(reads).toEqual(['behind']);
  // Another key of the same reseller has written nothing, and sees the copy as it is.
  expect(await listed(1)).toHaveLength(1);
  expect(reads).toEqual(['behind', 'copy']);
  await database.copy.resume();
  await readingFrom('copy', async () => (await listed(0)).includes(id));
});

test('a copy that is more than five seconds behind answers nothing', async () => {
  await database.copy.pause();
  await buyUnasked();
  await readingFrom('behind', async () => (await listed(1)).length === 2);
  await database.copy.resume();
  await readingFrom('copy', async () => (await listed(1)).length === 2);
});

test('without its copy the database answers all, and the copy again when it is back', async () => {
  await database.copy.kill();
  reads.length = 0;
  expect(await Promise.all([listed(0), listed(1), listed(1, service)])).toHaveLength(3);
  expect(new Set(reads)).toEqual(new Set(['away']));
  await database.copy.start();
  await readingFrom('copy', async () => (await listed(1)).length === 1);
});

test('a copy that answers nothing keeps no reader waiting for it more than a second', async () => {
  await database.copy.freeze();
  reads.length = 0;
  expect(await listed(1)).toHaveLength(1);
  expect(reads).toEqual(['away']);
  await database.copy.thaw();
  await readingFrom('copy', async () => (await listed(1)).length === 1);
});

test('a copy that has become a database of its own answers nothing', async () => {
  await database.copy.promote();
  await buyUnasked();
  await readingFrom('away', async () => (await listed(1)).length === 2);
});
