import { chown, copyFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONNECTION_NAME } from '../../src/events/events.ts';
import { databaseAddress } from '../../src/kit/address.ts';
import { openDatabase, readInstant } from '../../src/kit/database.ts';
import { isDatabaseUnavailable } from '../../src/kit/database-errors.ts';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { PROGRAM } from '../../src/kit/program.ts';
import { makeCertificates } from '../ha/deployed.ts';
import { newDataDirectory, removeDataDirectory } from '../support/postgres.ts';
import { startProgram } from './program.ts';

const WRONG = 'certificate. Are sslmode and sslrootcert of DATABASE_URL right?';
const MACHINE = ['database=127.0.0.1'];

const opened = new AsyncDisposableStack();
/** Undefined where OpenSSL's command is not installed. */
let server: { url: string; admin: Client; ca: string; otherCa: string } | undefined;

beforeAll(async () => {
  server = await startEncryptingServer();
});
afterAll(() => opened.disposeAsync());

/** A server of its own, which takes no connection without TLS but that of `admin`. */
async function startEncryptingServer(): Promise<typeof server> {
  const dataDir = newDataDirectory();
  const { url, stop } = await startEmbeddedPostgres({ dataDir, role: 'service', fast: true });
  opened.defer(() => removeDataDirectory(dataDir));
  opened.defer(() => stop());
  const [certificates, others] = [join(dataDir, 'certificates'), join(dataDir, 'others')];
  for (const directory of [certificates, others])
    if (!(await makeCertificates(directory, MACHINE))) return undefined;
  const admin = new Client(url);
  await admin.connect();
  opened.defer(() => admin.end());
  const cluster = join(await realpath(join(dataDir, 'postgres')), 'cluster');
  const { uid, gid } = await stat(cluster);
  for (const kind of ['crt', 'key']) {
    const file = join(cluster, `server.${kind}`);
    await copyFile(join(certificates, `database.${kind}`), file);
    await chown(file, uid, gid);
  }
  await writeFile(join(cluster, 'pg_hba.conf'), 'hostssl all all all scram-sha-256\n');
  await admin.query('alter system set ssl = on');
  await admin.query('select pg_reload_conf()');
  while (!(await refusal(databaseAddress(url)))?.includes('no encryption'));
  return { url, admin, ca: join(certificates, 'ca.crt'), otherCa: join(others, 'ca.crt') };
}

/** Why a connection is not opened; undefined when it is. */
async function refusal(config: ReturnType<typeof databaseAddress>): Promise<string | undefined> {
  const client = new Client(config);
  try {
    await client.connect();
    await client.end();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

test('every connection of the service and of the operator is encrypted, as DATABASE_URL asks, and the log says so', async ({
  skip,
}) => {
  if (!server) return skip('openssl is not installed');
  const { url, admin, ca, otherCa } = server;
  const DATABASE_URL = `${url}?sslmode=verify-full&sslrootcert=${ca}`;
  const program = await startProgram({ DATABASE_URL });
  opened.defer(async () => void (await program.stop()));
  const lines = program.logged().map(({ msg }) => msg);
  expect(lines).toContain('connections by DATABASE_URL are encrypted by TLSv1.3');

  const { rest } = await program.givenCustomer();
  expect((await rest.get('/v1/balance')).status).toBe(200);
  const { rows } = await admin.query(
    `select application_name as name, bool_and(ssl) as encrypted from pg_stat_ssl join pg_stat_activity using (pid)
    where datname = 'gateway' and pid <> pg_backend_pid() group by 1 order by 1`,
  );
  expect(rows).toEqual([PROGRAM, CONNECTION_NAME].map((name) => ({ name, encrypted: true })));

  await program.end('SIGINT');
  program.env['DATABASE_URL'] = `${url}?sslmode=verify-full&sslrootcert=${otherCa}`;
  await expect(program.operator('ledger', 'verify')).rejects.toThrow(WRONG);
  await expect(program.startAgain()).rejects.toThrow(WRONG);
  program.env['DATABASE_URL'] = url;
  await expect(program.operator('ledger', 'verify')).rejects.toThrow('no encryption');
});

test('a server whose certificate is of another CA is as one that is away: requests get 503', async ({
  skip,
}) => {
  if (!server) return skip('openssl is not installed');
  for (const mode of ['require', 'verify-ca', 'verify-full']) {
    const url = `${server.url}?sslmode=${mode}&sslrootcert=${server.otherCa}`;
    const database = await openDatabase({ url, entities: [] });
    const failure = await readInstant(database.sqlOnce).catch((error: unknown) => error);
    await database.close();
    expect(failure).toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(isDatabaseUnavailable(failure)).toBe(true);
  }
  expect(await refusal(databaseAddress(`${server.url}?sslmode=require`))).toBeUndefined();
});
