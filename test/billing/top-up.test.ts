import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/balance.ts';
import { topUp } from '../../src/billing/top-up.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

const USD = 1_000_000n;

test('the same reference tops up once, also 20 times at the same moment', async () => {
  const { database } = opened.services;
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '100' });
  const payment = { resellerId, amount: 50n * USD, reference: randomUUID(), at: new Date() };
  const balances = await Promise.all(Array.from({ length: 20 }, () => topUp(database, payment)));
  expect(balances).toEqual(Array.from({ length: 20 }, () => 150n * USD));
  expect(await readBalance(database.sql, resellerId)).toBe(150n * USD);
});

test('20 payments at the same moment all count', async () => {
  const { database } = opened.services;
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '0' });
  const pay = () => topUp(database, { resellerId, amount: USD, reference: randomUUID(), at: new Date() });
  await Promise.all(Array.from({ length: 20 }, pay));
  expect(await readBalance(database.sql, resellerId)).toBe(20n * USD);
});

test('a reference that names another payment is refused, and nothing is booked', async () => {
  const { database } = opened.services;
  const [first, second] = [await givenReseller(opened.services), await givenReseller(opened.services)];
  const payment = { resellerId: first.resellerId, amount: USD, reference: randomUUID(), at: new Date() };
  await topUp(database, payment);
  for (const other of [{ amount: 2n * USD }, { resellerId: second.resellerId }]) {
    await expect(topUp(database, { ...payment, ...other })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  }
  expect(await readBalance(database.sql, first.resellerId)).toBe(101n * USD);
  expect(await readBalance(database.sql, second.resellerId)).toBe(100n * USD);
});

test.each([
  ['update', sql`update ledger set amount = amount + 1`],
  ['delete', sql`delete from ledger`],
  ['truncate', sql`truncate ledger`],
])('the database refuses to %s a transfer', async (_word, statement) => {
  const client = opened.services.database.sql;
  await givenReseller(opened.services);
  const lines = () => sql`select * from ledger order by operation_id, stage`.execute(client);
  const before = await lines();
  await expect(statement.execute(client)).rejects.toThrow('append-only');
  expect((await lines()).rows).toEqual(before.rows);
});

test('the database refuses a balance below zero and a transfer of nothing', async () => {
  const client = opened.services.database.sql;
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '1' });
  await expect(
    sql`update accounts set balance = balance - 1000001 where reseller_id = ${resellerId}`.execute(client),
  ).rejects.toThrow('check');
  for (const amount of [0, -1]) {
    await expect(
      sql`insert into ledger values (${resellerId}, ${randomUUID()}, 1, 'outside', 'reseller', ${amount}, now(), 'top_up', 0, 0)`.execute(
        client,
      ),
    ).rejects.toThrow('check');
  }
});
