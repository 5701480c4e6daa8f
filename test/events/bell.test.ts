import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Bell, type Change, notify, readPayload } from '../../src/events/bell.ts';
import { ListeningProcess } from '../support/listening-process.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

let opened: OpenedServices;
let process: ListeningProcess;
let statements: Statements;

beforeEach(async () => {
  statements = recordStatements();
  opened = await openServices({ onPoolCreated: statements.onPoolCreated });
  process = await new ListeningProcess().open(opened.databaseUrl);
});
afterEach(async () => {
  await process.close();
  await opened.close();
});

const CHANGES: Change[] = [
  { topic: 'order', resellerId: 7, orderId: 1025 },
  { topic: 'traffic', resellerId: 7, orderId: 1024 },
  { topic: 'balance', resellerId: 7 },
  { topic: 'webhook', resellerId: 7 },
];

test('changes are read in their order, and words that are not understood are skipped', () => {
  expect(readPayload('t7:1024 o7:1025 b7 w8')).toEqual([
    { topic: 'traffic', resellerId: 7, orderId: 1024 },
    { topic: 'order', resellerId: 7, orderId: 1025 },
    { topic: 'balance', resellerId: 7 },
    { topic: 'webhook', resellerId: 8 },
  ]);
  expect(readPayload('')).toEqual([]);
  expect(readPayload('x1:2 o7 t b o7:x o7:1')).toEqual([{ topic: 'order', resellerId: 7, orderId: 1 }]);
});

test('what is rung between two looks for events is told of in one notification, each once, over no other connection', async () => {
  const sent = await statements.during(async () => {
    for (let i = 0; i < 300; i++) process.bell.ring(CHANGES);
    await expect.poll(() => process.changes).toEqual(CHANGES);
  });
  expect(sent).toEqual([]);
  expect(process.notifications).toBe(1);
});

test('thousands of changes with large numbers come in few notifications, each whole', async () => {
  const resellerId = 999_999_999_999_999;
  const changes = Array.from({ length: 5_000 }, (_, i) => ({
    topic: 'order' as const,
    resellerId,
    orderId: resellerId - i,
  }));
  process.bell.ring(changes);
  await expect.poll(() => process.changes).toEqual(changes);
  expect(process.notifications).toBeLessThan(40);
  await notify(opened.services.database.sql, changes);
  await expect.poll(() => process.changes.length).toBe(10_000);
});

test('what cannot be told of is told of by the next attempt, together with what was rung meanwhile', async () => {
  const { database } = opened.services;
  const bell = new Bell();
  bell.ring(CHANGES.slice(0, 2));
  const refused = database.inTransaction(async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => {});
    await bell.send(tx);
  });
  await expect(refused).rejects.toThrow();
  bell.ring(CHANGES.slice(1));
  await bell.send(database.sql);
  await bell.send(database.sql);
  await expect.poll(() => process.changes).toEqual(CHANGES);
  expect(process.notifications).toBe(1);
});
