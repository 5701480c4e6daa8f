import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import type { Sql } from '../../src/kit/database.ts';
import {
  findOrders,
  ORDER_STATUSES,
  type OrderStatus,
  RENEWABLE_AFTER_EXPIRY_MS,
  STORED_FACTS,
} from '../../src/orders/order.ts';
import { listOrders, type OrderQuery } from '../../src/orders/page.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements } from '../support/statements.ts';

const HOUR = 3_600_000;
const ORDERS = 60;

const statements = recordStatements();
let opened: OpenedServices;
let resellerId: number;
/**
 * The end of each order, by its id: every third has ended, every third ends within a day, the others later.
 */
const ends = new Map<number, number>();

beforeAll(async () => {
  opened = await openServices({ onPoolCreated: statements.onPoolCreated });
  ({ resellerId } = await givenReseller(opened.services));
  const stranger = await givenReseller(opened.services);
  const now = opened.clock.now().getTime();
  for (let id = 1; id <= ORDERS; id++) {
    const end = now + ([-HOUR, 12 * HOUR, 48 * HOUR][id % 3] ?? 0) * (1 + (id % 7));
    ends.set(id, end);
    await insertOrder(resellerId, id, new Date(end));
    await insertOrder(stranger.resellerId, 1_000 + id, new Date(end));
  }
});

afterAll(() => opened.close());

async function insertOrder(
  owner: number,
  id: number,
  end: Date,
  db: Sql = opened.services.database.sql,
): Promise<void> {
  const operation = randomUUIDv7();
  const now = opened.clock.now();
  await sql`insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token, leased_until,
      decide_by, created_at, decided_at)
    values (${operation}, ${owner}, 'purchase', ${id}, '{}', 1, 'settled', ${operation}, ${now}, ${now}, ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol, billing,
      upstream, renewable, source, created_at, expires_at, filed_status)
    values (${owner}, ${id}, ${operation}, 'prem', 'ipv4', 'US', '7d', 1, 1, 'http', 'per_proxy', 'px6', true, 'api', ${now},
      ${end}, 'active')`.execute(db);
}

/** The expected list, computed in a simple way. */
function expected(status: OrderStatus | undefined, now: Date): number[] {
  return [...ends]
    .filter(([, end]) => status === undefined || status === (end <= now.getTime() ? 'expired' : 'active'))
    .map(([id]) => id)
    .reverse();
}

const list = (query: OrderQuery) =>
  listOrders(opened.services.database.sql, resellerId, query, opened.clock.now());

async function checkEveryList(): Promise<void> {
  for (const status of [undefined, ...ORDER_STATUSES]) {
    const all = expected(status, opened.clock.now());
    const page = await list({ statuses: status && [status], limit: 200 });
    expect(
      page.orders.map(({ id }) => id),
      status,
    ).toEqual(all);
    expect([page.total, page.hasMore]).toEqual([all.length, false]);
    expect(page.orders.every((order) => status === undefined || order.status === status)).toBe(true);
    const part = await list({ statuses: status && [status], limit: 7, offset: 5 });
    expect(
      part.orders.map(({ id }) => id),
      status,
    ).toEqual(all.slice(5, 12));
    expect([part.total, part.hasMore]).toEqual([all.length, all.length > 12]);
  }
}

test('statuses, pages and totals are right at every instant, before and after the orders are filed anew', async () => {
  await checkEveryList();
  await cleanUp(opened.services);
  await checkEveryList();
  opened.clock.advance(24 * HOUR);
  await checkEveryList();
  opened.clock.advance(60 * HOUR);
  await checkEveryList();
  await cleanUp(opened.services);
  await checkEveryList();
});

test('a page past the end is empty and still has the total', async () => {
  const page = await list({ limit: 50, offset: 1_000 });
  expect(page).toEqual({ orders: [], hasMore: false, total: ORDERS });
});

test('an order that is not committed yet keeps no other order of its reseller waiting, and each is counted once it is there', async () => {
  const { database } = opened.services;
  const { resellerId: owner } = await givenReseller(opened.services);
  const end = new Date(opened.clock.now().getTime() + HOUR);
  const total = async () => (await listOrders(database.sql, owner, { limit: 1 }, opened.clock.now())).total;
  await database.inTransaction(async (tx) => {
    await insertOrder(owner, 2_001, end, tx);
    await insertOrder(owner, 2_002, end);
    expect(await total()).toBe(1);
  });
  expect(await total()).toBe(2);
  await database
    .inTransaction(async (tx) => {
      await insertOrder(owner, 2_003, end, tx);
      throw new Error('no');
    })
    .catch(() => {});
  expect(await total()).toBe(2);
});

test('pages by cursor walk the list in either direction without gaps or repetitions', async () => {
  const forward: number[] = [];
  for (let before: number | undefined; ; before = forward.at(-1)) {
    const page = await list({ limit: 7, before });
    forward.push(...page.orders.map(({ id }) => id));
    if (!page.hasMore) break;
  }
  expect(forward).toEqual(expected(undefined, opened.clock.now()));
  const backward: number[] = [];
  for (let after: number | undefined; ; after = backward[0]) {
    const page = await list({ limit: 7, after, fromLast: true });
    backward.unshift(...page.orders.map(({ id }) => id));
    if (!page.hasMore) break;
  }
  expect(backward).toEqual(forward);
});

test.each(ORDER_STATUSES)(
  'a list of %s orders is one statement whatever its values are, and finds the index of its status when it is prepared',
  async (status) => {
    const sent = await statements.during(async () => {
      await list({ statuses: status && [status], limit: 5, before: 40 });
      opened.clock.advance(HOUR);
      await list({ statuses: status && [status], limit: 7, offset: 3, before: 20 });
    });
    expect(new Set(sent).size).toBe(1);
    expect(sent[0]).toContain(`filed_status = '${status}'`);
  },
);

test('a list of several statuses is one statement that finds the index of each', async () => {
  const sent = await statements.during(async () => {
    await list({ statuses: ['exhausted', 'paused'], limit: 5 });
  });
  expect(sent).toHaveLength(1);
  for (const status of ['paused', 'exhausted']) expect(sent[0]).toContain(`filed_status = '${status}'`);
});

test('an order of a page is the same order that is read alone, also at its end and when it can no longer be renewed', async () => {
  const { sql: db } = opened.services.database;
  const reseller = await givenReseller(opened.services);
  const now = opened.clock.now();
  const drop = now.getTime() - RENEWABLE_AFTER_EXPIRY_MS;
  const ends = [now.getTime(), drop].flatMap((end) => [end - 1, end, end + 1, end + 500, end + 1_000]);
  for (const [i, end] of ends.entries()) await insertOrder(reseller.resellerId, 5_000 + i, new Date(end));
  await sql`update orders set dropped_at = ${now} where id = 5003`.execute(db);
  await sql`update orders set expires_at = null, filed_status = 'paused', billing = 'per_gb', created_at = '2026-01-02'
    where id = 5004`.execute(db);
  const { orders } = await listOrders(db, reseller.resellerId, { limit: 20 }, now);
  const names = orders.map(({ id }) => ({ resellerId: reseller.resellerId, orderId: id }));
  const alone = await findOrders(db, names, now);
  expect(orders).toHaveLength(ends.length);
  expect(orders.toReversed()).toEqual(
    alone
      .sort((a, b) => a.id - b.id)
      .map((order) => ({
        ...order,
        createdAt: order.createdAt.toISOString(),
        expiresAt: order.expiresAt?.toISOString() ?? null,
        end: expect.any(String),
        attached: '',
      })),
  );
});

test.each(['\u001c', '\u001d'])(
  'a page with a separator within a text (%j) is never read',
  async (separator) => {
    const { sql: db } = opened.services.database;
    const reseller = await givenReseller(opened.services);
    const later = new Date(opened.clock.now().getTime() + HOUR);
    await insertOrder(reseller.resellerId, 6_000 + separator.charCodeAt(0), later);
    const setTier = sql`update orders set tier = ${`a${separator}b`} where reseller_id = ${reseller.resellerId}`;
    await setTier.execute(db);
    const read = () => listOrders(db, reseller.resellerId, { limit: 20 }, opened.clock.now());
    await expect(read()).rejects.toThrow('a separator');
    await insertOrder(reseller.resellerId, 7_000 + separator.charCodeAt(0), later);
    await expect(read()).rejects.toThrow('a separator');
  },
);

// The catalog checks its codes itself.
const CODES = ['tier', 'type', 'period'];
const TEXTS = STORED_FACTS.filter(({ kind, name }) => kind === 'string' && !CODES.includes(name));

test.each(TEXTS)(
  'the database refuses what a page cannot have in $column: control characters and the empty text',
  async ({ column }) => {
    const { sql: db } = opened.services.database;
    const { rows: checks } = await sql<{ condition: string }>`
      select pg_get_expr(conbin, conrelid) as condition
      from pg_constraint join pg_attribute on attrelid = conrelid and conkey = array[attnum]
      where conrelid = 'orders'::regclass and contype = 'c' and attname = ${column}`.execute(db);
    const isMet = checks.map(({ condition }) => sql`(${sql.raw(condition)}) is not false`);
    // No line break separates anything, and a note has lines.
    const broken = column === 'note' ? 'a\u001cb' : '\n';
    const { rows: taken } = await sql`
      select * from unnest(${['', broken, 'a\u001cb', 'a\u001db', 'a\u001eb', 'a\u001fb']}::text[])
        as orders (${sql.ref(column)})
      where ${sql.join([sql`true`, ...isMet], sql` and `)}`.execute(db);
    expect(taken).toEqual([]);
  },
);
