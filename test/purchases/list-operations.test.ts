import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../src/entities.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { listOperations } from '../../src/purchases/list-operations.ts';
import { type Plans, recordPlans } from '../growth/plans.ts';
import { type Filled, fillDatabase } from '../support/fill-database.ts';
import { createDatabase } from '../support/postgres.ts';

const LIMIT = 50;

let database: Database;
let plans: Plans;
let filled: Filled;

beforeAll(async () => {
  const { url } = await createDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  filled = await fillDatabase(client, { resellers: 2, keys: 2, orders: 20_000 });
  await client.end();
  plans = recordPlans();
  // As the operator's command opens it.
  database = await openDatabase({
    url,
    entities: ENTITIES,
    slowStatements: true,
    onPoolCreated: plans.onPoolCreated,
  });
});
afterAll(() => database.close());

test.each([
  ['all', {}],
  ['of a kind', { kind: 'purchase' as const }],
  ['of a state', { state: 'settled' as const }],
  ['of some days', { from: new Date(0), to: new Date(86_400_000) }],
])(
  'a page of the operations of a reseller who has many reads as many as it shows: %s',
  async (_which, filter) => {
    const query = { resellerId: filled.firstReseller, limit: LIMIT, offset: 0, ...filter };
    let listed: unknown[] = [];
    const { rows, statements } = await plans.during(async () => {
      listed = await listOperations(database.sql, query);
    });
    expect(listed).toHaveLength(LIMIT);
    expect(statements).toBe(2);
    expect(rows.get('operations')).toBe(LIMIT);
    // Each has two lines: its charge and its earning.
    expect(rows.get('ledger')).toBeLessThanOrEqual(2 * LIMIT);
  },
);
