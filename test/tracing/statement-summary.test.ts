import { expect, test } from 'vitest';
import { summaryOf } from '../../src/tracing/open-tracing.ts';

test.each([
  ['begin', 'BEGIN'],
  ['select "name" from "resellers" where "id" = $1', 'SELECT resellers'],
  ['select 1 from "public"."orders" join "proxies" on true', 'SELECT orders SELECT proxies'],
  ['insert into "ledger" ("id") select $1 from "posted"', 'INSERT ledger SELECT posted'],
  ['update "operations" set "state" = $1', 'UPDATE operations'],
  ['delete from "sweeps" using "due"', 'DELETE sweeps SELECT due'],
  ['select $1 from "turns" for update skip locked', 'SELECT turns'],
  ['insert into "leases" ("name") values ($1) on conflict do update set "name" = $1', 'INSERT leases'],
  ['select extract(epoch from min("at")) from "watchers"', 'SELECT watchers'],
  [
    'with a as (insert into ledger (id) select $1 from posted) select * from a',
    'INSERT ledger SELECT posted SELECT a',
  ],
  ['update orders o set id = $1 from unnest($1::int[]) u cross join lateral (select 1) l', 'UPDATE orders'],
  ['insert into stocks values ($1) on conflict (name) do update set name = $1', 'INSERT stocks'],
  ['select from luxury_traffic t for update of t', 'SELECT luxury_traffic'],
  ['/* nothing */', 'STATEMENT'],
])('%s is told as %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary);
});

test('a summary has 255 characters at the most, and names each table once', () => {
  const joins = Array.from({ length: 100 }, (_, index) => `join "table_${index % 50}" on true`).join(' ');
  expect(summaryOf(`select from "orders" ${joins}`)).toHaveLength(255);
  expect(summaryOf('select from "orders" join "orders" on true')).toBe('SELECT orders');
});
