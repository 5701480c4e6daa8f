import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { addReseller } from '../../src/billing/resellers.ts';
import { topUp } from '../../src/billing/top-ups.ts';
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
  const made = await Promise.all(Array.from({ length: 20 }, () => topUp(database, payment)));
  expect(made.map(({ balanceAfter }) => balanceAfter)).toEqual(Array.from({ length: 20 }, () => 150n * USD));
  expect(made.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(await readBalance(database.sql, resellerId)).toBe(150n * USD);
});

test('20 payments at the same moment all count', async () => {
  const { database } = opened.services;
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '0' });
  const pay = () => topUp(database, { resellerId, amount: USD, reference: randomUUID(), at: new Date() });
  await Promise.all(Array.from({ length: 20 }, pay));
  expect(await readBalance(database.sql, resellerId)).toBe(20n * USD);
});

test('a repeated top-up answers the balance right after it, whatever came since', async () => {
  const { database } = opened.services;
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '1' });
  const payment = { resellerId, amount: USD, reference: randomUUID(), at: new Date() };
  expect(await topUp(database, payment)).toEqual({ balanceAfter: 2n * USD, replayed: false });
  await topUp(database, { ...payment, reference: randomUUID() });
  expect(await topUp(database, payment)).toEqual({ balanceAfter: 2n * USD, replayed: true });
});

test('a reference that names another payment is refused, saying which, and nothing is booked', async () => {
  const { database } = opened.services;
  const [first, second] = [await givenReseller(opened.services), await givenReseller(opened.services)];
  const payment = { resellerId: first.resellerId, amount: USD, reference: randomUUID(), at: new Date() };
  await topUp(database, payment);
  for (const other of [{ amount: 2n * USD }, { resellerId: second.resellerId }]) {
    await expect(topUp(database, { ...payment, ...other })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(
        `was used for the top-up of reseller ${first.resellerId} by 1.00 USD on ${payment.at.toISOString()}`,
      ),
    });
  }
  expect(await readBalance(database.sql, first.resellerId)).toBe(101n * USD);
  expect(await readBalance(database.sql, second.resellerId)).toBe(100n * USD);
});

test('a reseller and its first balance are written together or not at all', async () => {
  const { database } = opened.services;
  const resellers = () => database.sql.selectFrom('resellers').select('name').execute();
  const { resellerId } = await givenReseller(opened.services);
  // Typed by somebody before such references were refused.
  await sql`
    insert into top_ups (reference, reseller_id, operation_id, amount, created_at)
    values (${`opening:${resellerId + 1}`}, ${resellerId}, ${randomUUID()}, 1, now())`.execute(database.sql);
  const before = await resellers();
  const acme = { name: 'Acme', balance: USD, at: new Date() };
  await expect(addReseller(database, acme)).rejects.toThrow('no reseller was added; try again');
  expect(await resellers()).toEqual(before);
  const added = await addReseller(database, acme);
  expect(await readBalance(database.sql, added)).toBe(USD);
});

test('the references of first balances are refused for other payments', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const payment = { resellerId, amount: USD, reference: `opening:${resellerId + 1}`, at: new Date() };
  await expect(topUp(opened.services.database, payment)).rejects.toThrow('begin with "opening:"');
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
