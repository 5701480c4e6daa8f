import { expect, test } from 'vitest';
import { readLayers } from './support/layers.ts';
import { ownersOf, trespasses } from './support/owners.ts';
import { allColumns } from './support/table-uses.ts';

const OWNERS = new Map([
  ['orders', 'orders'],
  ['proxies', 'orders'],
  ['accounts', 'billing'],
  ['operations', 'purchases'],
]);

function trespassesOf(path: string, text: string): Promise<string[]> {
  return readLayers().then((layers) => trespasses(new Map([[path, text]]), layers, OWNERS));
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
  [
    'one by a method that is taken out of the builder',
    "(({ deleteFrom }) => deleteFrom('orders'))",
    'orders',
  ],
  ['one that names the schema', "db.updateTable('public.orders as o').set({ days })", 'orders'],
  ['a change of the table that is built', "db.schema.alterTable('orders').dropColumn('price')", 'orders'],
  ['a name in quotes, as a text', 'sql`delete from "orders"`', 'orders'],
  ['a name with its schema, as a text', 'sql`update public.orders set price = 0`', 'orders'],
  ['both, as a text', 'sql`update only "public" . "orders" as o set price = 0`', 'orders'],
  [
    'a change of the table as a text',
    "client.query('alter table if exists orders drop column price')",
    'orders',
  ],
  ['a truncation as a text', 'sql`truncate orders`', 'orders'],
  ['a text over a comment', 'sql`delete from /* all */ orders`', 'orders'],
  [
    'a text by another name of the tag',
    "import { sql as text } from 'kysely'; text`delete from orders`",
    'orders',
  ],
])('%s of a folder below is found as a write', async (_, text, table) => {
  const owner = OWNERS.get(table);
  const [trespass, ...others] = await trespassesOf('purchases/planted.ts', text);
  expect(trespass).toMatch(new RegExp(`^purchases/planted.ts:\\d may not write ${table}, of ${owner}$`));
  expect(others).toEqual([]);
  expect(await trespassesOf(`${owner}/planted.ts`, text)).toEqual([]);
});

test.each([
  "import { OrderEntity } from '../orders/entities.ts';",
  "import { type A, OrderEntity as E } from '../orders/entities.ts';",
  "import * as E from '../orders/entities.ts';",
  "const { OrderEntity } = await import('../orders/entities.ts');",
])('an import of an entity of another folder is found: %s', async (text) => {
  const found = ['purchases/planted.ts:1 may not import orders/entities.ts'];
  expect(await trespassesOf('purchases/planted.ts', text)).toEqual(found);
  expect(await trespassesOf('orders/planted.ts', text.replace('../orders', '.'))).toEqual([]);
});

test.each([
  'const [order] = await em.find(OrderEntity, { id }); order.price = 2n;',
  'const [order] = await em.find(OrderEntity, { id }); order.quantity++;',
  'for (const order of await em.find(OrderEntity, {})) order.price = 2n;',
  'const order = await em.findOne(OrderEntity, { id }); Object.assign(order, facts);',
  'const order = await em.findOne(OrderEntity, { id }); wrap(order).assign(facts);',
  'em.create(OrderEntity, facts);',
  'await em.nativeDelete(OrderEntity, { id });',
])('no record is changed from another folder, since the entity may not be imported: %s', async (text) => {
  const planted = `import { OrderEntity } from '../orders/entities.ts';\n${text}`;
  expect(await trespassesOf('purchases/planted.ts', planted)).toHaveLength(1);
});

test.each(["export { OrderEntity } from './entities.ts';", "export * from './entities.ts';"])(
  'entities that their folder hands on are found: %s',
  async (text) => {
    expect(await trespassesOf('orders/planted.ts', text)).toEqual([
      'orders/planted.ts:1 may not export orders/entities.ts',
    ]);
  },
);

test.each([
  ['written', 'db.insertInto(table).values(rows)'],
  ['written, as a text', `sql\`insert into \${table} values (1)\``],
  ['locked', `sql\`lock table \${sql.table('orders')}\``],
  ['written, named by a loop', "for (const table of ['orders'] as const) tx.deleteFrom(table)"],
  ['read', "const table = 'operations'; db.selectFrom(table)"],
  ['joined', "db.selectFrom('orders').innerJoin(table, 'o.id', 'id')"],
])('a table that a statement does not name is found: %s', async (_, text) => {
  expect(await trespassesOf('orders/planted.ts', text)).toHaveLength(1);
});

test.each([
  ['built', "db.selectFrom('operations as o').selectAll()"],
  ['built from several', "db.selectFrom(['orders as o', 'operations'])"],
  ['joined', "db.selectFrom('orders').innerJoin('operations as o', 'o.id', 'id')"],
  ['joined from the side', "db.selectFrom('orders').leftJoin('operations', on)"],
  ['in the from of an update', "db.updateTable('orders').from('operations')"],
  [
    'taken out of the builder',
    "db.updateTable('orders').where(({ selectFrom }) => selectFrom('operations'))",
  ],
  ['as a text in quotes', 'sql`select 1 from public."operations"`'],
  ['as a text by its name', `sql\`select 1 from \${sql.table('operations')}\``],
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

test('a folder above the domain reads no table, and the files that compose the service may read all', async () => {
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
  ['a text that is no statement', "throw new Error('it is read from operations')"],
  ['a value', "sql`select 'from operations'`"],
  ['a type', "import type { OperationEntity } from '../purchases/entities.ts';"],
])('%s is not taken for a table', async (_, text) => {
  expect(await trespassesOf('orders/planted.ts', text)).toEqual([]);
});

test('two entities of one table are refused, and one whose table is not written out', () => {
  const entity = (options: string) => `defineEntity({ name: 'A', ${options}, properties: {} });`;
  const text = entity("tableName: 'orders'");
  const sources = new Map([
    ['orders/entities.ts', text],
    ['luxury/entities.ts', text],
  ]);
  expect(() => ownersOf(sources)).toThrow('Two entities describe orders, in orders and luxury');
  expect(() => ownersOf(new Map([['a/entities.ts', entity('tableName')]]))).toThrow('no tableName');
});

test.each([
  ["db.selectFrom('orders').selectAll().where('id', '=', id)", [1]],
  ["db.selectFrom('orders as o').innerJoin('operations as p', 'p.id', 'o.operation_id').selectAll('p')", [1]],
  ["db.updateTable('orders').set({ days }).returningAll()", [1]],
  ["db.with('gone', (cte) => cte.deleteFrom('orders').returningAll()).selectFrom('gone').selectAll()", [1]],
  ['sql`select * from orders where id = 1`', [1]],
  ['sql`update orders set days = 1 returning *`', [1]],
  ["db.selectFrom('gone').selectAll()", []],
  [
    "db.selectFrom('orders').innerJoin('gone', 'gone.id', 'orders.id').selectAll('gone').select('orders.id')",
    [],
  ],
  ["db.selectFrom((eb) => eb.selectFrom('orders').selectAll().as('o')).select('o.id')", []],
  ['sql`select id from (select * from orders) o`', []],
])('whether a statement returns all columns of a table: %s', (text, lines) => {
  expect(allColumns(text, OWNERS)).toEqual(lines);
});
