import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showCatalog } from '../../src/catalog/catalog-file.ts';
import { diffCatalog } from '../../src/catalog/diff-catalog.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

test('a file of another version has both versions in its differences, since an import of it is refused', async () => {
  const { database } = opened.services;
  const { version, ...catalog } = await showCatalog(database);
  const file = randomUUID();
  const stale = JSON.stringify({ ...catalog, version: file });
  expect(await diffCatalog(database, stale)).toEqual({
    differences: [],
    versions: { catalog: version, file },
  });
  await expect(importCatalog(database, stale)).rejects.toThrow('has changed since');
  for (const current of [{ ...catalog, version }, catalog])
    expect(await diffCatalog(database, JSON.stringify(current))).toMatchObject({ versions: undefined });
});

test('a product that no upstream has any more is taken out by an import of a file without it', async () => {
  const { database } = opened.services;
  const { version: _, ...file } = await showCatalog(database);
  const contents = JSON.stringify(file);
  await database.sql
    .updateTable('product_types')
    .set({ upstream_product: 'gone' })
    .where('tier', '=', 'prem')
    .where('id', '=', 'ipv4')
    .execute();
  const field = 'upstream.product';
  const differences = [
    { of: 'type', name: 'prem/ipv4', change: 'changed', field, old: 'gone', new: 'ipv4:http' },
  ];
  expect(await diffCatalog(database, contents)).toMatchObject({ differences });
  expect(await importCatalog(database, contents)).toMatchObject(differences);
  expect(await diffCatalog(database, contents)).toMatchObject({ differences: [] });
});
