import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ENTITIES } from '../../src/app/entities.ts';
import { OPERATIONS_KEPT_DAYS } from '../../src/purchases/delete-old-operations.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const [, section = ''] = readFileSync(`${PROJECT}docs/operating.md`, 'utf8').split('\n## What is kept\n');
const [text = ''] = section.split('\n## ');
/** The cells of the table's rows: tables, how long and why, what cleans. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').slice(1, -1));

test('each table of the database has one rule of what is kept in it, and for how long', () => {
  const named = rows.flatMap(([tables = '']) => [...tables.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  // An entity describes each table of the migrated schema; another test compares them.
  expect(named.sort()).toEqual(ENTITIES.map((entity) => entity.meta.tableName).sort());
});

test('what a rule names as cleaning is there', () => {
  const files = rows.flatMap((cells) => [...(cells[2] ?? '').matchAll(/`([\w/-]+\.ts)`/g)]);
  expect(files.length).toBeGreaterThan(10);
  for (const [, file] of files) expect(existsSync(`${PROJECT}src/${file}`), file).toBe(true);
  expect(text).toContain(`${OPERATIONS_KEPT_DAYS} days`);
});
