import { expect, test } from 'vitest';
import { readLayers } from './support/layers.ts';
import { ownersOf, readSources, trespasses } from './support/owners.ts';

test('a table is written by the folder whose entities describe it, and read from there and above', async () => {
  const sources = await readSources();
  const owners = ownersOf(sources);
  expect(owners.size).toBeGreaterThan(20);
  expect(trespasses(sources, await readLayers(), owners)).toEqual([]);
});
