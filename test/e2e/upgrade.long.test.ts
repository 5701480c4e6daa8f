import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabaseBefore } from '../support/before-baseline.ts';
import { newDataDirectory, type TestDatabase } from '../support/postgres.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const FIRST_MISSING = '0001_baseline';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;

beforeEach(async () => {
  database = await createDatabaseBefore();
  env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: database.url,
    CREDENTIALS_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: newDataDirectory(),
    PORT: '0',
    SANDBOX: '1',
    SANDBOX_PORT: '0',
    MIGRATIONS: 'wait',
  };
});
afterEach(() => database.drop());

interface Ran {
  status: number;
  stdout: string;
  stderr: string;
}

function operator(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, 'operator', ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

test('a service waits for the migrations, the operator’s command executes them, and no other command does', async () => {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  try {
    const waits = Promise.withResolvers<void>();
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (/the start waits for \d+ migrations/.test(text)) waits.resolve();
    });
    const greeting = Promise.withResolvers<void>();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('is ready')) greeting.resolve();
    });
    await waits.promise;

    for (const command of [
      ['reseller', 'list'],
      ['reseller', 'add', '--name', 'A'],
      ['ledger', 'verify'],
    ]) {
      const { status, stderr } = await operator(...command);
      expect({ status, message: JSON.parse(stderr).error.message }).toEqual({
        status: 1,
        message: expect.stringMatching(
          new RegExp(
            `^The database lacks \\d+ migrations of this program, from ${FIRST_MISSING} on: "npm run -s operator -- migrate"`,
          ),
        ),
      });
    }
    const migrated = await operator('migrate');
    expect(migrated.status).toBe(0);
    expect(JSON.parse(migrated.stdout).executed[0]).toBe(FIRST_MISSING);
    expect(JSON.parse((await operator('migrate')).stdout)).toEqual({ executed: [] });
    expect(JSON.parse((await operator('reseller', 'list')).stdout)).toEqual({
      resellers: [],
      limit: 100,
      offset: 0,
    });
    await greeting.promise;
  } finally {
    child.kill('SIGINT');
    await closed;
  }
});

test('a program that meets a schema which it cannot serve does not start, and says which migration it lacks', async () => {
  expect((await operator('migrate')).status).toBe(0);
  const client = new Client(database.url);
  await client.connect();
  await client.query(`insert into required_migrations values ('2099_expands', '2100_contracts')`);
  await client.end();
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const [status] = await once(child, 'close');
  expect({ status, printed }).toEqual({
    status: 1,
    printed: expect.stringMatching(
      /^The schema of the database is newer than this program[^\n]*2099_expands\n$/,
    ),
  });
  for (const command of [['reseller', 'list'], ['migrate']]) {
    const { stderr } = await operator(...command);
    expect(JSON.parse(stderr).error.message).toMatch(/is newer than this program/);
  }
});
