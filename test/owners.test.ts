import { expect, test } from 'vitest';
import { readLayers } from './support/layers.ts';
import { ownersOf, readSources, trespasses } from './support/owners.ts';
import { allColumns } from './support/table-uses.ts';

test('a table is written by the folder whose entities describe it, and read from there and above', async () => {
  const sources = await readSources();
  const owners = ownersOf(sources);
  expect(owners.size).toBeGreaterThan(20);
  expect(trespasses(sources, await readLayers(), owners)).toEqual([]);
});

test('a statement names the columns that it returns: `*` is refused on connections that have prepared it, once a migration has added a column', async () => {
  const sources = await readSources();
  const owners = ownersOf(sources);
  const found = [...sources].flatMap(([path, text]) =>
    allColumns(text, owners).map((line) => `${path}:${line}`),
  );
  expect(found).toEqual([]);
});
