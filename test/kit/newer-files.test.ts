import { randomBytes } from 'node:crypto';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import type { Readiness } from '../../src/kit/readiness.ts';
import { createVault } from '../../src/kit/vault.ts';
import { createDatabase, newDataDirectory, type TestDatabase } from '../support/postgres.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const NEWER = '20991231000000_newer.ts';

let file: TestDatabase;
let database: Database;

beforeAll(async () => {
  file = await createDatabase();
  database = await openDatabase({ url: file.url, entities: [] });
});
afterAll(async () => {
  await database.close();
  await file.drop();
});

/** A copy of the program's files. */
async function copyProgram(from = PROJECT): Promise<string> {
  const copy = newDataDirectory();
  await mkdir(copy);
  await symlink(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
  for (const path of ['package.json', 'migrations', 'src/kit'])
    await cp(join(from, path), join(copy, path), { recursive: true });
  return copy;
}

/** As a process that is started from these files. */
async function startFrom(program: string): Promise<Readiness> {
  const started: { Readiness: typeof Readiness } = await import(
    pathToFileURL(join(program, 'src/kit/readiness.ts')).href
  );
  return new started.Readiness(database, createVault(randomBytes(32)), systemClock);
}

test('a process stays ready when the files of a newer version are put under it, and one started from them waits for their migrations', async () => {
  const program = await copyProgram();
  const old = await startFrom(program);
  expect(await old.whyNotReady()).toBeUndefined();
  await writeFile(join(program, 'migrations', NEWER), 'export class Newer {}');
  expect(await old.whyNotReady()).toBeUndefined();
  const newer = await startFrom(await copyProgram(program));
  expect(await newer.whyNotReady()).toBe('a migration is missing');
});
