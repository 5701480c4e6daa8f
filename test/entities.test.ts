import { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../src/app/entities.ts';
import { type OpenedServices, openServices } from './support/services.ts';

/** MikroORM's short names of types, and PostgreSQL's own. */
const TYPE_NAMES: Record<string, string> = {
  int: 'integer',
  bigserial: 'bigint',
  timestamptz: 'timestamp with time zone',
  'timestamptz[]': 'timestamp with time zone[]',
};
/** MikroORM's own table of migrations, which has no entity. */
const OF_MIGRATIONS = 'mikro_orm_migrations';

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  hasDefault: boolean;
  /** Its position in the primary key, from 1; 0 if it is not part of it. */
  keyPlace: number;
}

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

/** The columns that the migrations made. */
async function migrated(): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as "hasDefault",
      coalesce(array_position(k.conkey::int[], a.attnum::int), 0) as "keyPlace"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> ${OF_MIGRATIONS}
    order by 1, 2`.execute(opened.services.database.sql);
  return rows;
}

/** The columns that the entities describe. */
async function described(): Promise<Column[]> {
  const orm = await MikroORM.init({ dbName: 'none', entities: ENTITIES });
  const columns = [...orm.getMetadata().getAll().values()].flatMap((entity) =>
    entity.props.flatMap(
      ({ fieldNames, columnTypes, nullable, default: value, defaultRaw, autoincrement, name }) =>
        fieldNames.map((column, i) => ({
          table: entity.tableName,
          column,
          type: TYPE_NAMES[columnTypes[i] ?? ''] ?? columnTypes[i] ?? '',
          nullable: nullable === true,
          hasDefault: value !== undefined || defaultRaw !== undefined || autoincrement === true,
          keyPlace: entity.primaryKeys.indexOf(name) + 1,
        })),
    ),
  );
  await orm.close(true);
  return columns.sort((a, b) =>
    a.table === b.table ? compare(a.column, b.column) : compare(a.table, b.table),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

test('every table has an entity that says of each column its type, whether it may be null or left out, and its place in the key', async () => {
  expect(await described()).toEqual(await migrated());
});

/**
 * Tables whose rows belong to a reseller and are found by an id, a hash or a number of somebody else's. They
 * were there before decision 30, or cannot do without: whoever looks for a row does not know its reseller.
 */
const FOUND_OTHERWISE = [
  'api_keys',
  'audit_entries',
  'bot_link_codes',
  'bot_offers',
  'bot_people',
  'charged_work',
  'console_sessions',
  'corrections',
  'frontend_tokens',
  'lost_purchases',
  'notices',
  'operations',
  'outbox',
  'passkeys',
  'payments',
  'sign_in_codes',
  'top_ups',
];

test('a table that belongs to a reseller has the reseller first in its key', async () => {
  const ofReseller = (await migrated()).filter(({ column }) => column === 'reseller_id');
  const others = ofReseller.filter(({ keyPlace }) => keyPlace !== 1).map(({ table }) => table);
  expect(others).toEqual(FOUND_OTHERWISE);
});

test('every sequence is logged: from one that is not, a standby that takes over takes no number', async () => {
  const unlogged = sql`select from pg_class where relkind = 'S' and relpersistence = 'u'`;
  expect((await unlogged.execute(opened.services.database.sql)).rows).toEqual([]);
});
