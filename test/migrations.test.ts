import { expect, test } from 'vitest';
import { type MigrationText, migrationFlaws, readMigrationTexts } from './support/migration-rules.ts';

const EARLIER: MigrationText[] = [
  { name: '1_expand', text: '`alter table orders add column note text;`' },
  {
    name: '2_check',
    text: '`alter table orders add constraint orders_note check (note is not null) not valid;`',
  },
  { name: '3_validate', text: '`alter table orders validate constraint orders_note;`' },
];
const flawsOf = (sql: string, text = '') =>
  migrationFlaws({ name: '4_next', text: `${text} \`\n${sql}\`` }, EARLIER);
const OUTSIDE = 'override isTransactional(): boolean { return false; }';
const REQUIRES = `insert into required_migrations (migration, required_by) values ('1_expand', '4_next');`;

test('every migration after the baseline can be executed while programs of the version before serve', async () => {
  const all = await readMigrationTexts();
  // No program serves before the first one.
  const flaws = all
    .slice(1)
    .flatMap((migration, i) =>
      migrationFlaws(migration, all.slice(0, i + 1)).map((flaw) => `${migration.name}: ${flaw}`),
    );
  expect(flaws).toEqual([]);
});

test.each([
  'alter table orders drop column note;',
  'drop table orders;',
  'alter table orders rename column note to remark;',
  'alter table orders rename to sales;',
  'alter table orders alter column note type varchar(10);',
  'alter table orders alter column note set not null;',
  'alter table orders add column mark text not null;',
  'drop view transfers;',
  'drop function count_order();',
])('"%s" breaks older programs, so it says which migration programs need', (sql) => {
  expect(flawsOf(sql)).toEqual([expect.stringContaining('it requires no migration')]);
  expect(flawsOf(`${REQUIRES} ${sql}`)).toEqual([]);
});

test('a reference may be dropped: older programs write nothing that it alone allowed', () => {
  expect(flawsOf('alter table orders drop constraint orders_operation_id_fkey;')).toEqual([]);
  expect(flawsOf('alter table orders drop constraint orders_check;')).toHaveLength(1);
});

test('a migration requires one that came before it, in its own name', () => {
  expect(flawsOf(REQUIRES.replace('1_expand', '4_next'))).toHaveLength(1);
  expect(flawsOf(REQUIRES.replace('1_expand', '9_later'))).toHaveLength(1);
  expect(flawsOf(REQUIRES.replace("'4_next'", "'3_validate'"))).toHaveLength(1);
});

test('a column is set not null when a check was validated before, and not otherwise', () => {
  const sql = `${REQUIRES} alter table orders alter column note set not null;`;
  expect(flawsOf(sql)).toEqual([]);
  expect(migrationFlaws({ name: '4_next', text: `\`${sql}\`` }, EARLIER.slice(0, 2))).toEqual([
    'note is set not null without a check that was validated in a migration before',
  ]);
});

test.each([
  ['create index some on orders (id);', '', 1],
  ['create unique index some on orders (id);', '', 1],
  ['create index concurrently some on orders (id);', '', 1],
  ['create index concurrently some on orders (id);', OUTSIDE, 0],
  ['create table fresh (id int); create index some on fresh (id);', '', 0],
  ['alter table orders add constraint some check (id > 0);', '', 1],
  ['alter table orders add constraint some foreign key (id) references fresh (id);', '', 1],
  ['alter table orders add constraint some check (id > 0) not valid;', '', 0],
  ['alter table orders add constraint some unique using index other;', '', 0],
  ['create table fresh (id int); alter table fresh add constraint some check (id > 0);', '', 0],
  ['alter table orders add column mark text, add column level int not null default 0;', '', 0],
])('"%s" (%s) has %i flaws', (sql, text, flaws) => {
  expect(flawsOf(sql, text)).toHaveLength(flaws);
});

test('what a comment says is no SQL', () => {
  expect(flawsOf("-- drop table orders\ncomment on table orders is 'Nobody may drop table orders';")).toEqual(
    [],
  );
});
