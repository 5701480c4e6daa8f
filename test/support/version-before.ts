import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Migration } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { inject } from 'vitest';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** As processes of the version before start an operation, without the parts for its Idempotency-Key. */
export const OLD_CHARGE = `
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
export const OLD_POSTING = (stage: 1 | 2, debit: string, credit: string) => `
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

/** As they write an order of one proxy for a term, whose operation is of that reseller. */
export const OLD_ORDER = `
insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol, billing,
  upstream, renewable, source, created_at, expires_at, filed_status)
values ($1, $2, $3, $4, $5, $6, '30d', 1, 1, 'http', 'per_proxy', 'px6', true, 'api', $7::timestamptz,
  $7::timestamptz + interval '30 days', 'active')`;

export interface OldDatabase {
  url: string;
  /** A connection that is closed with the database. */
  connect(): Promise<Client>;
  drop(): Promise<void>;
}

/** A database with the migrations before the named one, and with the record of these. */
export async function createDatabaseBefore(migration: string): Promise<OldDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  const clients: Client[] = [];
  const connect = async () => {
    const client = new Client(url.href);
    await client.connect();
    clients.push(client);
    return client;
  };
  await administer(`create database ${name}`);
  const client = await connect();
  await client.query(`create table mikro_orm_migrations (id serial primary key, name varchar(255) not null,
    executed_at timestamptz not null default now())`);
  for (const file of (await readdir(MIGRATIONS)).filter((one) => one < migration).sort()) {
    await client.query('begin');
    for (const statement of await statementsOf(file)) await client.query(statement);
    await client.query('commit');
    await client.query('insert into mikro_orm_migrations (name) values ($1)', [file.replace(/\.ts$/, '')]);
  }
  return {
    url: url.href,
    connect,
    async drop() {
      await Promise.all(clients.map((one) => one.end()));
      await administer(`drop database ${name} with (force)`);
    },
  };
}

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

/** What a migration executes in its transaction. */
export async function statementsOf(file: string): Promise<string[]> {
  const module: Record<string, MigrationClass> = await import(new URL(file, MIGRATIONS).href);
  const [Class] = Object.values(module);
  if (!Class) throw new Error(`${file} has no migration`);
  const migration = new Class(undefined as never, undefined as never);
  await migration.up();
  return migration.getQueries().map(String);
}

async function administer(statement: string) {
  const admin = new Client(inject('postgresUrl'));
  await admin.connect();
  await admin.query(statement).finally(() => admin.end());
}
