import { expect, test } from 'vitest';
import { readLayers } from './support/layers.ts';
import { trespasses } from './support/owners.ts';

const PLANTED = {
  entities: new Map([
    ['OrderEntity', 'orders'],
    ['ProxyEntity', 'proxies'],
    ['AccountEntity', 'accounts'],
    ['OperationEntity', 'operations'],
  ]),
  owners: new Map([
    ['orders', 'orders'],
    ['proxies', 'orders'],
    ['accounts', 'billing'],
    ['operations', 'purchases'],
  ]),
};

const ENTITY = "import { type A, OrderEntity } from '../orders/entities.ts';";
const FOUND = 'const order = await em.findOne(OrderEntity, { id });';

function trespassesOf(path: string, text: string): Promise<string[]> {
  return readLayers().then((layers) => trespasses(new Map([[path, text]]), layers, PLANTED));
}

test.each([
  ['an insert that is built', "db.insertInto('orders').values(rows)", 'orders'],
  ['an update that is built, with an alias', "db.updateTable('orders as o').set({ days })", 'orders'],
  ['a deletion that is built', "tx.deleteFrom('accounts').where('id', '=', id)", 'accounts'],
  ['a merge that is built', "tx.mergeInto('accounts').using('x', on)", 'accounts'],
  ['one within a part of another statement', "db.with('gone', (q) => q.deleteFrom('proxies'))", 'proxies'],
  ['an insert as a text', 'sql`insert into orders as o (id) values (1)`', 'orders'],
  [
    'an update as a text, over lines',
    'sql<Row>`with a as (\n  update\n accounts set balance = 1) select`',
    'accounts',
  ],
  ['a deletion as a text', 'sql`delete from orders where id = 1`', 'orders'],
  ['a lock', "client.query('lock table orders in exclusive mode')", 'orders'],
  ['a lock of a table by its name', `sql\`lock table \${sql.table('orders')}\``, 'orders'],
  ['a deletion from each of some tables', "for (const t of ['orders'] as const) tx.deleteFrom(t)", 'orders'],
  ['a record that is made', `${ENTITY} em.create(OrderEntity, facts)`, 'orders'],
  ['a record that is found and has a member set', `${ENTITY} ${FOUND} order.price = 2n`, 'orders'],
  ['a record that is found and assigned to', `${ENTITY} ${FOUND} em.assign(order, facts)`, 'orders'],
  [
    'an entity by another name',
    "import { AccountEntity as E } from '../billing/entities.ts'; all.push(E)",
    'accounts',
  ],
])('%s of a folder below is found as a write', async (_, text, table) => {
  const owner = PLANTED.owners.get(table);
  const [trespass, ...others] = await trespassesOf('purchases/planted.ts', text);
  expect(trespass).toMatch(new RegExp(`^purchases/planted.ts:\\d may not write ${table}, of ${owner}$`));
  expect(others).toEqual([]);
  expect(await trespassesOf(`${owner}/planted.ts`, text)).toEqual([]);
});

test('a write to a table that the source does not name is found', async () => {
  for (const text of ['db.insertInto(table).values(rows)', `sql\`insert into \${table} values (1)\``])
    expect(await trespassesOf('orders/planted.ts', text)).toHaveLength(1);
});

test.each([
  ['built', "db.selectFrom('operations as o').selectAll()"],
  ['built from several', "db.selectFrom(['orders as o', 'operations'])"],
  ['joined', "db.selectFrom('orders').innerJoin('operations as o', 'o.id', 'id')"],
  ['joined from the side', "db.selectFrom('orders').leftJoin('operations', on)"],
  ['in the from of an update', "db.updateTable('orders').from('operations')"],
  [
    'found',
    "import { OperationEntity } from '../purchases/entities.ts'; const o = await em.findOne(OperationEntity, 1)",
  ],
  ['as a text', 'sql`select 1 from operations where id = 1`'],
  ['as a text after a comma', 'sql`select 1 from orders o, operations`'],
  ['as a text joined', 'sql`exists (select from orders o join operations using (id))`'],
  ['as a text of the driver', 'client.query(`select 1 from operations`)'],
])('a read of a table of a folder above is found: %s', async (_, text) => {
  expect(await trespassesOf('orders/planted.ts', text)).toEqual([
    'orders/planted.ts:1 may not read operations, of purchases',
  ]);
  expect(await trespassesOf('purchases/planted.ts', text.replace('updateTable', 'selectFrom'))).toEqual([]);
  expect(await trespassesOf('reconciliation/planted.ts', text.replace('updateTable', 'selectFrom'))).toEqual(
    [],
  );
});

test('who only asks by functions reads no table, and who composes the service reads all', async () => {
  const text = "db.selectFrom('accounts').selectAll()";
  expect(await trespassesOf('graphql/schema/planted.ts', text)).toHaveLength(1);
  expect(await trespassesOf('live/planted.ts', text)).toHaveLength(1);
  expect(await trespassesOf('unnamed/planted.ts', text)).toHaveLength(1);
  expect(await trespassesOf('planted.ts', text)).toEqual([]);
});

test.each([
  [
    'a part of the statement that has a table’s name',
    'sql`with operations as (select 1) select from operations`',
  ],
  ['a lock of rows', 'sql`select 1 from orders for update of orders`'],
  ['a function', 'sql`select from unnest(a) operations`'],
  ['a text that is no statement', "throw new Error('it is told from operations')"],
  ['a value', "sql`select 'from operations'`"],
  ['a type', "import type { OperationEntity } from '../purchases/entities.ts';"],
])('%s is not taken for a table', async (_, text) => {
  expect(await trespassesOf('orders/planted.ts', text)).toEqual([]);
});
