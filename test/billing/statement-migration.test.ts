import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Migration } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const TESTED = '20261123010000_account_statement.ts';

/** As processes of the version before start an operation, without the parts for its Idempotency-Key. */
const OLD_CHARGE = `
with movement as (
  select cast($1 as bigint) as reseller_id, cast($2 as uuid) as operation_id, cast($3 as bigint) as amount,
    cast($4 as timestamptz) as created_at
), posted as (
  update accounts set balance = balance - amount from movement
  where accounts.reseller_id = movement.reseller_id and balance >= amount
  returning movement.reseller_id, movement.operation_id, movement.amount, movement.created_at, balance
), line as (
  insert into transfers (reseller_id, operation_id, stage, debit, credit, amount, created_at)
  select reseller_id, operation_id, 1, 'reseller', 'in_flight', amount, created_at from posted
), started as (
  insert into operations (id, reseller_id, kind, order_id, request, amount, lease_token, leased_until, decide_by, created_at)
  select operation_id, reseller_id, $5, nextval('order_ids'), '{}', amount, gen_random_uuid(), created_at, created_at, created_at
  from posted
  returning order_id
)
select (select order_id from started) as order_id`;

/** As they move money the other way, and as they earn it. */
const OLD_POSTING = (stage: 1 | 2, debit: string, credit: string) => `
with movement as (
  select cast($1 as bigint) as reseller_id, cast($2 as uuid) as operation_id, cast($3 as bigint) as amount,
    cast($4 as timestamptz) as created_at
), posted as (
  ${
    credit === 'reseller'
      ? 'update accounts set balance = balance + amount from movement where accounts.reseller_id = movement.reseller_id returning movement.*, balance'
      : 'select movement.*, null::bigint as balance from movement'
  }
), line as (
  insert into transfers (reseller_id, operation_id, stage, debit, credit, amount, created_at)
  select reseller_id, operation_id, ${stage}, '${debit}', '${credit}', amount, created_at from posted
)
select balance from posted`;

let clients: Client[] = [];
let name: string;

async function connect(): Promise<Client> {
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  const client = new Client(url.href);
  await client.connect();
  clients.push(client);
  return client;
}

async function administer(statement: string) {
  const admin = new Client(inject('postgresUrl'));
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
}

beforeEach(async () => {
  name = `test_${randomUUID().replaceAll('-', '')}`;
  clients = [];
  await administer(`create database ${name}`);
  const client = await connect();
  for (const file of (await readdir(MIGRATIONS)).filter((one) => one < TESTED).sort())
    for (const statement of await statementsOf(file)) await client.query(statement);
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await administer(`drop database ${name} with (force)`);
});

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

async function statementsOf(file: string): Promise<string[]> {
  const module: Record<string, MigrationClass> = await import(new URL(file, MIGRATIONS).href);
  const [Class] = Object.values(module);
  if (!Class) throw new Error(`${file} has no migration`);
  const migration = new Class(undefined as never, undefined as never);
  await migration.up();
  return migration.getQueries().map(String);
}

/** Migrates in one transaction. `beforeLock` is called when all is copied and nothing locked. */
async function migrate(client: Client, beforeLock = async () => {}) {
  await client.query('begin');
  for (const statement of await statementsOf(TESTED)) {
    if (statement.includes('lock table')) await beforeLock();
    await client.query(statement);
  }
  await client.query('commit');
}

async function givenReseller(client: Client): Promise<number> {
  const { rows } = await client.query(
    `insert into resellers (name, price_list, created_at) values ('A', 'standard', now()) returning id`,
  );
  await client.query('insert into accounts (reseller_id) values ($1)', [rows[0].id]);
  return Number(rows[0].id);
}

type Moved = [kind: string, change: number, after: number, spent: number];

async function movementsOf(client: Client, resellerId: number): Promise<Moved[]> {
  const { rows } = await client.query(
    `select kind, case debit when 'reseller' then -amount else amount end as change, balance_after, spent_after
    from transfers where reseller_id = $1 and kind is not null order by created_at`,
    [resellerId],
  );
  return rows.map(({ kind, change, balance_after, spent_after }) => [
    kind,
    Number(change),
    Number(balance_after),
    Number(spent_after),
  ]);
}

const AT = '2026-03-01T12:00:00.123456Z';
const LATER = '2026-03-01T12:00:01Z';

/** One movement of each kind by a process of the version before, all at one instant, and one later. */
async function moveAsBefore(client: Client, resellerId: number) {
  const [bought, renewed, lost] = [randomUUID(), randomUUID(), randomUUID()];
  await client.query(OLD_POSTING(1, 'outside', 'reseller'), [resellerId, randomUUID(), 1_000, AT]);
  await client.query(OLD_CHARGE, [resellerId, bought, 100, AT, 'purchase']);
  await client.query(OLD_POSTING(2, 'in_flight', 'revenue'), [resellerId, bought, 100, AT]);
  await client.query(OLD_CHARGE, [resellerId, renewed, 20, AT, 'renewal']);
  await client.query(OLD_CHARGE, [resellerId, lost, 3, LATER, 'traffic']);
  await client.query(OLD_POSTING(2, 'in_flight', 'reseller'), [resellerId, lost, 3, LATER]);
}

test('transfers that were there get their place in the statement, and the last balance is the account’s', async () => {
  const [client] = clients as [Client];
  const [resellerId, other, idle] = [
    await givenReseller(client),
    await givenReseller(client),
    await givenReseller(client),
  ];
  await moveAsBefore(client, resellerId);
  await moveAsBefore(client, other);
  const ledger =
    'select reseller_id, operation_id, stage, debit, credit, amount from transfers order by 2, 3';
  const before = (await client.query(ledger)).rows;
  await migrate(client);
  expect((await client.query(ledger)).rows).toEqual(before);
  for (const id of [resellerId, other]) {
    const movements = await movementsOf(client, id);
    // Those of one instant were not written in an order that could be known.
    expect(movements.map(([kind, change]) => `${kind} ${change}`).sort()).toEqual(
      ['purchase -100', 'refund 3', 'renewal -20', 'top_up 1000', 'traffic -3'].sort(),
    );
    expect(movements.slice(3)).toEqual([
      ['traffic', -3, 877, 123],
      ['refund', 3, 880, 120],
    ]);
    for (const [i, [, change, after]] of movements.entries())
      expect(after).toBe((movements[i - 1]?.[2] ?? 0) + change);
  }
  expect(await movementsOf(client, idle)).toEqual([]);
  const { rows } = await client.query('select balance, spent, moved_at from accounts order by reseller_id');
  const account = { balance: '880', spent: '120', moved_at: new Date('2026-03-01T12:00:01.000Z') };
  expect(rows).toEqual([account, account, { balance: '0', spent: '0', moved_at: null }]);
  await expect(client.query('update transfers set amount = 1')).rejects.toThrow('append-only');
});

test('while a ledger is copied, processes of the version before go on, and what they write is copied too', async () => {
  const [client] = clients as [Client];
  const resellerId = await givenReseller(client);
  await moveAsBefore(client, resellerId);
  const service = await connect();
  const charge = () => service.query(OLD_CHARGE, [resellerId, randomUUID(), 1, AT, 'purchase']);
  // Prepared before and executed after the tables are exchanged.
  const prepared = { name: 'charge', text: OLD_CHARGE };
  await service.query(prepared, [resellerId, randomUUID(), 1, LATER, 'purchase']);
  let waiting: Promise<unknown> | undefined;
  await migrate(client, async () => {
    await charge();
    // Under way with locks of its own when the migration asks for them.
    await service.query('begin');
    await charge();
    waiting = service.query('commit');
  });
  await waiting;
  await service.query(prepared, [resellerId, randomUUID(), 1, LATER, 'renewal']);
  const movements = await movementsOf(client, resellerId);
  expect(movements).toHaveLength(9);
  for (const [i, [, change, after]] of movements.entries())
    expect(after).toBe((movements[i - 1]?.[2] ?? 0) + change);
  expect(movements.at(-1)).toEqual(['renewal', -1, 876, 124]);
});

test('what a process of the version before writes has its place, its kind and its balance', async () => {
  const [client] = clients as [Client];
  const resellerId = await givenReseller(client);
  await migrate(client);
  await moveAsBefore(client, resellerId);
  expect(await movementsOf(client, resellerId)).toEqual([
    ['top_up', 1_000, 1_000, 0],
    ['purchase', -100, 900, 100],
    ['renewal', -20, 880, 120],
    ['traffic', -3, 877, 123],
    ['refund', 3, 880, 120],
  ]);
  const { rows } = await client.query('select spent, moved_at from accounts');
  expect(rows).toEqual([{ spent: '120', moved_at: new Date('2026-03-01T12:00:01.000Z') }]);
});
