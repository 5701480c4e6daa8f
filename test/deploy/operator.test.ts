import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeDeployed } from '../ha/deployed.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

const run = promisify(execFile);
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

let directory: string;
let database: TestDatabase;
let variables: string;
let credentials: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'gateway-operator-'));
  database = await createDatabase();
  variables = join(directory, 'gateway.env');
  await writeDeployed('gateway.env', variables, [['/var/lib/gateway', join(directory, 'data')]]);
  credentials = join(directory, 'credentials');
  await mkdir(credentials);
  const secrets = {
    DATABASE_URL: database.url,
    CREDENTIALS_KEYS: randomBytes(32).toString('base64'),
    PX6_KEY: 'k3y',
    DATAIMPULSE_LOGIN: 'login',
    DATAIMPULSE_PASSWORD: 'password',
  };
  for (const [name, secret] of Object.entries(secrets))
    await writeFile(join(credentials, name), `${secret}\n`);
  await writeDeployed('operator', join(directory, 'gateway-operator'), [
    ['/etc/gateway/gateway.env', variables],
    ['/etc/gateway/credentials', credentials],
    ['/opt/gateway/current/', PROJECT],
    // The tests may not be root's, and have one user.
    ['setpriv --reuid=gateway --regid=gateway --init-groups', 'env'],
  ]);
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

/** As `sudo gateway-operator` calls it for a user with that name. Returns what it has printed. */
async function operator(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const env = { PATH: process.env['PATH'], SUDO_USER: 'ada', ...environment };
  const { stdout } = await run('sh', [join(directory, 'gateway-operator'), ...args], { cwd: '/', env });
  return stdout;
}

test('a command runs on the database of the service, with its arguments as typed, and on record for who called', async () => {
  const name = `Acme & "Sons" $HOME it's *`;
  await operator(['reseller', 'add', '--name', name]);
  expect(JSON.parse(await operator(['reseller', 'list']))).toMatchObject({ resellers: [{ name }] });
  expect(JSON.parse(await operator(['audit', 'list']))).toMatchObject({
    commands: [{ operator: 'ada', command: 'reseller add' }],
  });
});

test('what names a command names it as it is called there', async () => {
  expect(await operator(['ledger', 'verify', '--help'])).toContain('\n  sudo gateway-operator ledger verify');
  const text = await readFile(variables, 'utf8');
  await writeFile(variables, `${text}\nMIGRATIONS=never\n`);
  await expect(operator(['ledger', 'verify'])).rejects.toThrow(
    'wait for \\"sudo gateway-operator migrate\\"',
  );
});

test('whoever may not read the configuration is told to be root', async () => {
  await rm(variables);
  await expect(operator(['ledger', 'verify'])).rejects.toThrow('cannot be read: call it as root');
});

test('nothing runs without DATABASE_URL, also when whoever calls has one', async () => {
  await rm(join(credentials, 'DATABASE_URL'));
  const called = operator(['ledger', 'verify'], { DATABASE_URL: database.url });
  await expect(called).rejects.toThrow('has DATABASE_URL');
});

test('a value in quotes is refused, since systemd takes the quotes away', async () => {
  await writeFile(variables, 'CREDENTIALS_KEY="secret"\n');
  const called = operator(['ledger', 'verify']);
  await expect(called).rejects.toThrow('CREDENTIALS_KEY has a quote');
  await expect(called).rejects.not.toThrow('secret');
});
