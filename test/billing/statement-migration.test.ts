import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createDatabaseBefore,
  OLD_CHARGE,
  OLD_POSTING,
  type OldDatabase,
  statementsOf,
} from '../support/version-before.ts';

const TESTED = '20261123010000_account_statement.ts';

let database: OldDatabase;
let client: Client;

beforeEach(async () => {
  database = await createDatabaseBefore(TESTED);
  client = await database.connect();
});
afterEach(() => database.drop());

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
    from ledger where reseller_id = $1 and kind is not null order by created_at`,
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
  await expect(client.query('update ledger set amount = 1')).rejects.toThrow('append-only');
});

test('while a ledger is copied, processes of the version before go on, and what they write is copied too', async () => {
  const resellerId = await givenReseller(client);
  await moveAsBefore(client, resellerId);
  const service = await database.connect();
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
