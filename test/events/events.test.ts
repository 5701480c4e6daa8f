import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Change, notify } from '../../src/events/bell.ts';
import { tell } from '../../src/events/tell.ts';
import { ListeningProcess } from '../support/listening-process.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const RESELLER = 7;
const BALANCE: Change = { topic: 'balance', resellerId: RESELLER };

let opened: OpenedServices;
let processes: ListeningProcess[];

beforeEach(async () => {
  opened = await openServices();
  const { databaseUrl } = opened;
  processes = [
    await new ListeningProcess().open(databaseUrl),
    await new ListeningProcess().open(databaseUrl),
  ];
});
afterEach(async () => {
  await Promise.all(processes.map((process) => process.close()));
  await opened.close();
});

const db = () => opened.services.database.sql;
const write = () => tell(db(), [{ type: 'key.created', resellerId: RESELLER }]);
const sequences = (process: ListeningProcess) => process.events.map(({ sequence }) => sequence);

/** Everybody's connection, as when the server is started again. */
async function cutAll(admin: Client): Promise<void> {
  const name = new URL(opened.databaseUrl).pathname.slice(1);
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
}

test('every process hears of every event and every change, whoever has it written', async () => {
  await write();
  await notify(db(), [BALANCE]);
  for (const process of processes) {
    await expect
      .poll(() => process.events)
      .toEqual([{ resellerId: RESELLER, sequence: 1, type: 'key.created', orderId: null, amount: 0n }]);
    await expect.poll(() => process.changes).toEqual([BALANCE]);
  }
});

test('no process hears of what a transaction has undone', async () => {
  const undone = opened.services.database.inTransaction(async (tx) => {
    await tell(tx, [{ type: 'key.deleted', resellerId: RESELLER }]);
    await notify(tx, [{ topic: 'balance', resellerId: 1 }]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await write();
  await notify(db(), [BALANCE]);
  for (const process of processes) {
    await expect.poll(() => process.events).toMatchObject([{ type: 'key.created' }]);
    await expect.poll(() => process.changes).toEqual([BALANCE]);
  }
});

test('a process whose connection is lost connects again, learns that it may have missed something, and goes on', async () => {
  const { rows: killed } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like '% changes'`.execute(db());
  expect(killed).toHaveLength(2);
  for (const process of processes) await expect.poll(() => process.gaps).toBe(1);
  await write();
  await notify(db(), [BALANCE]);
  for (const process of processes) {
    await expect.poll(() => sequences(process)).toEqual([1]);
    await expect.poll(() => process.changes).toEqual([BALANCE]);
  }
});

test('what is written while no connection is there is a part of the gap that is told of once it is', async () => {
  const admin = new Client(inject('postgresUrl'));
  await admin.connect();
  const name = admin.escapeIdentifier(new URL(opened.databaseUrl).pathname.slice(1));
  const writer = new Client(opened.databaseUrl);
  await writer.connect();
  await admin.query(`alter database ${name} allow_connections false`);
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like '% changes'",
    [new URL(opened.databaseUrl).pathname.slice(1)],
  );
  for (const process of processes) await expect.poll(() => process.failures).toBeGreaterThanOrEqual(3);
  await writer.query(`select write_event($1, 'key.created', 'api', now(), 0, null, null)`, [RESELLER]);
  expect(processes.map(({ gaps }) => gaps)).toEqual([0, 0]);
  await admin.query(`alter database ${name} allow_connections true`);
  for (const process of processes) await expect.poll(() => process.gaps).toBe(1);
  await write();
  for (const process of processes) await expect.poll(() => sequences(process)).toEqual([2]);
  expect(processes.map(({ gaps }) => gaps)).toEqual([1, 1]);
  await writer.end();
  await admin.end();
});

test('a database that takes no writes for a while is followed on, and what it is told of afterwards is heard', async () => {
  const admin = new Client(inject('postgresUrl'));
  await admin.connect();
  const name = admin.escapeIdentifier(new URL(opened.databaseUrl).pathname.slice(1));
  await admin.query(`alter database ${name} set default_transaction_read_only = on`);
  await cutAll(admin);
  for (const process of processes) await expect.poll(() => process.gaps).toBe(1);
  await admin.query(`alter database ${name} set default_transaction_read_only = off`);
  await cutAll(admin);
  await admin.end();
  for (const process of processes) await expect.poll(() => process.gaps).toBe(2);
  await write();
  for (const process of processes) await expect.poll(() => sequences(process)).toEqual([1]);
});

test('opening events throws when the database cannot be reached', async () => {
  const nowhere = new URL(opened.databaseUrl);
  nowhere.pathname = '/nowhere';
  await expect(new ListeningProcess().open(nowhere.href)).rejects.toThrow('nowhere');
});
