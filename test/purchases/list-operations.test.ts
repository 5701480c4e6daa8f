import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../src/app/entities.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { listOperations, operationsOfOrder } from '../../src/purchases/list-operations.ts';
import { type Plans, recordPlans } from '../growth/plans.ts';
import { fillDatabase } from '../support/fill-database.ts';
import { createDatabase } from '../support/postgres.ts';

const LIMIT = 50;
const A_DAY = 86_400_000;

let client: Client;
let database: Database;
let plans: Plans;
/** One whose operations are older than those of all others, and one who has made most of them. */
const resellers = { old: 0, large: 0 };

beforeAll(async () => {
  const { url } = await createDatabase();
  client = new Client({ connectionString: url });
  await client.connect();
  resellers.old = (await fillDatabase(client, { resellers: 1, keys: 1, orders: 1_000 })).firstReseller;
  resellers.large = (await fillDatabase(client, { resellers: 1, keys: 0, orders: 20_000 })).firstReseller;
  plans = recordPlans();
  database = await openDatabase({
    url,
    entities: ENTITIES,
    // As for the operator's command.
    slowStatements: true,
    onPoolCreated: plans.onPoolCreated,
  });
});
afterAll(async () => {
  await database.close();
  await client.end();
});

test.each([
  ['all', {}],
  ['of a kind', { kind: 'purchase' as const }],
  // The ids that the database is filled with are of 1970.
  ['of some days', { from: new Date(0), to: new Date(A_DAY) }],
])(
  'a page of the operations of a reseller reads as many as it shows, however many there are: %s',
  async (_which, filter) => {
    for (const resellerId of Object.values(resellers)) {
      let listed: unknown[] = [];
      const { rows, statements } = await plans.during(async () => {
        listed = await listOperations(database.sql, { resellerId, limit: LIMIT, offset: 0, ...filter });
      });
      expect(listed).toHaveLength(LIMIT);
      expect(statements).toBe(2);
      expect(rows.get('ledger')).toBe(LIMIT);
      expect(rows.get('operations')).toBe(LIMIT);
    }
  },
);

test('operations of a kind that a reseller has none of are not looked for among all others', async () => {
  const query = { resellerId: resellers.large, kind: 'traffic' as const, limit: LIMIT, offset: 0 };
  const { rows } = await plans.during(() => listOperations(database.sql, query));
  expect([rows.get('ledger'), rows.get('operations')]).toEqual([0, 0]);
});

test('a page and the operations of an order take one statement, and one more for what was given back of all of them', async () => {
  const [listed] = await listOperations(database.sql, { limit: 1, offset: 0 });
  const { resellerId = 0, orderId = 0 } = listed ?? {};
  for (const list of [
    () => listOperations(database.sql, { limit: 1_000, offset: 0 }),
    () => operationsOfOrder(database.sql, { resellerId, orderId }),
  ])
    expect((await plans.during(list)).statements).toBe(2);
});

test('operations that were deleted take no place on a page, although their charges stay', async () => {
  // As a superuser may, without what watches over the rows.
  await client.query('set session_replication_role = replica');
  await client.query('delete from operations where reseller_id = $1 and order_id % 3 > 0', [resellers.old]);
  const query = { resellerId: resellers.old, limit: LIMIT };
  const first = await listOperations(database.sql, { ...query, offset: 0 });
  const second = await listOperations(database.sql, { ...query, offset: LIMIT });
  const orders = [...first, ...second].map(({ orderId }) => orderId);
  expect(orders).toHaveLength(2 * LIMIT);
  expect(orders.filter((order) => order % 3 > 0)).toEqual([]);
  expect(orders).toEqual([...new Set(orders)].sort((one, other) => other - one));
});
