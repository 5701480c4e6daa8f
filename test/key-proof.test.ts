import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkKey } from '../src/app/domain.ts';
import { ConfigError } from '../src/config/config.ts';
import { Readiness } from '../src/kit/readiness.ts';
import { createVault, retireOtherKeys, type VaultKeys } from '../src/kit/vault.ts';
import { type OpenedServices, openServices } from './support/services.ts';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());
beforeEach(async () => {
  const db = opened.services.database.sql;
  for (const table of ['key_proof', 'credentials_keys'])
    await sql`delete from ${sql.table(table)}`.execute(db);
});

const prove = (...keys: VaultKeys) => checkKey(opened.services.database, createVault(...keys));
const ready = (...keys: VaultKeys) =>
  new Readiness(opened.services.database, createVault(...keys), opened.clock).whyNotReady();

test('the first key that a database is opened with is the only one that opens it', async () => {
  const key = randomBytes(32);
  await prove(key);
  await prove(key);
  const refused = prove(randomBytes(32));
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(/^CREDENTIALS_KEY[^\n]*$/);
});

test('of processes that are the first at once, with as many keys, one wins and the others stop', async () => {
  const keys = Array.from({ length: 10 }, () => randomBytes(32));
  const outcomes = await Promise.allSettled(keys.map((key) => prove(key)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
  await prove(keys[winner] ?? Buffer.of());
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ConfigError);
});

test('a new key encrypts only after a process has listed it behind the one of the database', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  await prove(old);
  await expect(prove(next, old)).rejects.toThrow(
    /^CREDENTIALS_KEYS begins with a key [^\n]*does not know[^\n]*$/,
  );
  await prove(old, next);
  await prove(next, old);
  await prove(old, next);
  await expect(prove(next)).rejects.toThrow(/is not the key that this database was encrypted with/);
});

test('a process is ready with the key of the database, whatever its place, and not with another one', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  await prove(old);
  expect(await ready(old)).toBeUndefined();
  expect(await ready(old, next)).toBeUndefined();
  expect(await ready(next, old)).toBeUndefined();
  expect(await ready(next)).toBe('the database was encrypted with another credentials key');
});

test('after a change of the key a process that would encrypt with the old one neither starts nor is ready', async () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  await prove(old, next);
  await retireOtherKeys(opened.services.database, createVault(next, old));
  await prove(next);
  await prove(next, old);
  expect(await ready(next)).toBeUndefined();
  expect(await ready(next, old)).toBeUndefined();
  expect(await ready(old)).toBe('the database was encrypted with another credentials key');
  expect(await ready(old, next)).toBe('the first credentials key was taken out of use');
  await expect(prove(old)).rejects.toThrow(ConfigError);
  await expect(prove(old, next)).rejects.toThrow(
    /^CREDENTIALS_KEYS begins with a key [^\n]*out of use[^\n]*$/,
  );
});
