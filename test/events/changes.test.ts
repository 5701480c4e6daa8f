import { sql } from 'kysely';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Changes, openChanges } from '../../src/events/changes.ts';
import { announce, type Change } from '../../src/events/outbox.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

/** A process that receives events. */
class Process {
  readonly heard: Change[] = [];
  notifications = 0;
  gaps = 0;
  /** How often the log says that events cannot be delivered. */
  failures = 0;
  #changes: Changes | undefined;

  async open(databaseUrl: string): Promise<this> {
    this.#changes = await openChanges({
      databaseUrl,
      log: pino({ level: 'warn' }, { write: () => void this.failures++ }),
      onChanges: (changes) => {
        this.notifications += 1;
        this.heard.push(...changes);
      },
      onGap: () => {
        this.gaps += 1;
      },
    });
    return this;
  }

  async close(): Promise<void> {
    await this.#changes?.close();
  }
}

let opened: OpenedServices;
let processes: Process[];

beforeEach(async () => {
  opened = await openServices();
  processes = [await new Process().open(opened.databaseUrl), await new Process().open(opened.databaseUrl)];
});
afterEach(async () => {
  await Promise.all(processes.map((process) => process.close()));
  await opened.close();
});

const write = (changes: readonly Change[]) => announce(opened.services.database.sql, changes);
const heard = (process: Process) => process.heard.map((change) => JSON.stringify(change)).sort();
const rows = async () =>
  (await sql<{ count: number }>`select count(*) from outbox`.execute(opened.services.database.sql)).rows[0]
    ?.count;

const THREE: Change[] = [
  { topic: 'order', resellerId: 7, orderId: 1025 },
  { topic: 'traffic', resellerId: 7, orderId: 1024 },
  { topic: 'balance', resellerId: 7 },
];

test('every process hears of every change, whoever tells it, and nothing is left', async () => {
  await write(THREE);
  const expected = THREE.map((change) => JSON.stringify(change)).sort();
  for (const process of processes) await expect.poll(() => heard(process)).toEqual(expected);
  expect(await rows()).toBe(0);
});

test('nobody hears of a change whose transaction is undone', async () => {
  const { database } = opened.services;
  const undone = database.inTransaction(async (tx) => {
    await announce(tx, [{ topic: 'balance', resellerId: 1 }]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await write([{ topic: 'balance', resellerId: 2 }]);
  for (const process of processes) {
    await expect.poll(() => process.heard).toEqual([{ topic: 'balance', resellerId: 2 }]);
  }
});

test('a change that is written often is told once in a batch', async () => {
  // With two processes that deliver, the events of one transaction may be split between them.
  await processes.pop()?.close();
  await write(Array.from({ length: 900 }, () => THREE[0] as Change));
  for (const process of processes) await expect.poll(() => process.heard).toEqual([THREE[0]]);
});

test('thousands of changes with large numbers come in few notifications, each whole', async () => {
  const resellerId = 999_999_999_999_999;
  const changes = Array.from({ length: 5_000 }, (_, i) => ({
    topic: 'order' as const,
    resellerId,
    orderId: resellerId - i,
  }));
  await write(changes);
  const expected = changes.map((change) => JSON.stringify(change)).sort();
  for (const process of processes) {
    await expect.poll(() => process.heard.length).toBe(changes.length);
    expect(heard(process)).toEqual(expected);
    expect(process.notifications).toBeLessThan(40);
  }
});

test('a process whose connection is lost connects again, learns that it may have missed something, and goes on', async () => {
  const { rows: killed } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like '% changes'`.execute(
    opened.services.database.sql,
  );
  expect(killed).toHaveLength(2);
  await write(THREE);
  for (const process of processes) await expect.poll(() => process.gaps).toBe(1);
  await expect.poll(rows).toBe(0);
  await write([{ topic: 'balance', resellerId: 8 }]);
  for (const process of processes) {
    await expect.poll(() => process.heard).toContainEqual({ topic: 'balance', resellerId: 8 });
  }
});

test('a database that takes no writes for a while is a gap of which is told once, when it takes them again', async () => {
  const name = new URL(opened.databaseUrl).pathname.slice(1);
  const admin = new Client(inject('postgresUrl'));
  await admin.connect();
  const database = admin.escapeIdentifier(name);
  await admin.query(`alter database ${database} set default_transaction_read_only = on`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  for (const process of processes) await expect.poll(() => process.failures).toBeGreaterThanOrEqual(5);
  expect(processes.map(({ gaps }) => gaps)).toEqual([0, 0]);
  await admin.query(`alter database ${database} set default_transaction_read_only = off`);
  await admin.end();
  for (const process of processes) await expect.poll(() => process.gaps).toBe(1);
  await write(THREE);
  for (const process of processes) await expect.poll(() => process.heard.length).toBe(3);
  expect(processes.map(({ gaps }) => gaps)).toEqual([1, 1]);
});

test('a database that is away for a while is found again', async () => {
  const { pathname } = new URL(opened.databaseUrl);
  const admin = new Client(inject('postgresUrl'));
  await admin.connect();
  const name = admin.escapeIdentifier(pathname.slice(1));
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    pathname.slice(1),
  ]);
  for (const process of processes) await expect.poll(() => process.failures).toBeGreaterThanOrEqual(3);
  await admin.query(`alter database ${name} allow_connections true`);
  await admin.end();
  for (const process of processes) await expect.poll(() => process.gaps).toBe(1);
  await write(THREE);
  for (const process of processes) await expect.poll(() => process.heard.length).toBe(3);
});

test('changes that are written while nobody listens wait', async () => {
  await Promise.all(processes.map((process) => process.close()));
  await write(THREE);
  expect(await rows()).toBe(3);
  const late = await new Process().open(opened.databaseUrl);
  await expect.poll(() => late.heard.length).toBe(3);
  await late.close();
});

test('a database that cannot be reached is told at the start', async () => {
  const nowhere = new URL(opened.databaseUrl);
  nowhere.pathname = '/nowhere';
  await expect(new Process().open(nowhere.href)).rejects.toThrow('nowhere');
});
