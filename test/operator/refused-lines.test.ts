import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { createDatabase, newDataDirectory, removeDataDirectory } from '../support/postgres.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const REFUSED = ['top-up', '--reseller', '7', '--usd', 'five', '--reference', 'r'];

/** Runs the operator's command in a process of its own. */
async function operator(settings: NodeJS.ProcessEnv, ...args: string[]): Promise<Record<string, unknown>> {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    OPERATOR: 'ann',
    ...settings,
  };
  const running = promisify(execFile)(process.execPath, [MAIN, 'operator', ...args], { env });
  const { stdout, stderr } = await running.catch((error: { stdout: string; stderr: string }) => error);
  return JSON.parse(stdout === '' ? stderr : stdout);
}

const refusal = { error: { code: 'invalid_request', message: expect.stringContaining("'five' is invalid") } };
const onRecord = {
  commands: [
    { operator: 'ann', command: 'top-up', arguments: REFUSED.slice(1), resellerId: 7, outcome: 'refused' },
  ],
};

test('a line that is refused is on record in the database of DATABASE_URL', async () => {
  const database = await createDatabase();
  const settings = {
    DATABASE_URL: database.url,
    CREDENTIALS_KEY: randomBytes(32).toString('base64'),
    SANDBOX: '1',
    DATA_DIR: newDataDirectory(),
  };
  expect(await operator(settings, ...REFUSED)).toEqual(refusal);
  expect(await operator(settings, 'audit', 'list')).toMatchObject(onRecord);
  await database.drop();
});

test('a line that is refused starts no database, and is on record in the embedded one while that runs', async () => {
  const dataDir = newDataDirectory();
  const settings = { DATA_DIR: dataDir };
  expect(await operator(settings, ...REFUSED)).toEqual(refusal);
  expect(existsSync(dataDir)).toBe(false);
  const server = await startEmbeddedPostgres({ dataDir, role: 'guest', fast: true });
  try {
    await operator(settings, 'reseller', 'add', '--name', 'Acme');
    expect(await operator(settings, ...REFUSED)).toEqual(refusal);
    expect(await operator(settings, 'audit', 'list', '--command', 'top-up')).toMatchObject(onRecord);
  } finally {
    await server.stop();
  }
  expect(await operator(settings, ...REFUSED)).toEqual(refusal);
  await removeDataDirectory(dataDir);
});
