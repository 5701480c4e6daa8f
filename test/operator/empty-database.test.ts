import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createEmptyDatabase, newDataDirectory } from '../support/postgres.ts';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

const COMMANDS = ['ledger verify', 'restored', 'reconcile', 'rotate-credentials', 'api enable'];

function operator(line: string, env: NodeJS.ProcessEnv) {
  return run(process.execPath, [MAIN, 'operator', ...line.split(' ')], {
    cwd: '/',
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      SANDBOX_PORT: '0',
      ...env,
    },
  });
}

test('without a database of a service, commands that are for one say so and start none', async () => {
  const dataDir = newDataDirectory();
  for (const command of COMMANDS)
    await expect(operator(command, { DATA_DIR: dataDir }), command).rejects.toThrow('No service has used');
  await expect(access(dataDir)).rejects.toThrow('ENOENT');
});

test('on an empty database they say so, and only what can come first sets it up', async () => {
  const database = await createEmptyDatabase();
  const env = {
    DATABASE_URL: database.url,
    CREDENTIALS_KEY: randomBytes(32).toString('base64'),
    SANDBOX: '1',
    DATA_DIR: newDataDirectory(),
  };
  for (const command of COMMANDS)
    await expect(operator(command, env), command).rejects.toThrow('No service has used');
  await operator('reseller add --name Acme', env);
  const { stdout } = await operator('ledger verify', env);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  await database.drop();
});
