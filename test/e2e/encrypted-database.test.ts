import { chown, copyFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONNECTION_NAME } from '../../src/events/events.ts';
import { isDatabaseUnavailable } from '../../src/kit/connection-errors.ts';
import { databaseAddress } from '../../src/kit/database-address.ts';
import { openDatabase } from '../../src/kit/database.ts';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { PROGRAM } from '../../src/kit/program.ts';
import { makeCertificates } from '../ha/deployed.ts';
import { newDataDirectory, removeDataDirectory } from '../support/postgres.ts';
import { startProgram } from './program.ts';

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
  await expect.poll(() => refusal({ connectionString: url })).toContain('no encryption');
  return { url, admin, ca: join(certificates, 'ca.crt'), otherCa: join(others, 'ca.crt') };
}

/** Why a connection is not opened; undefined when it is. */
async function refusal(config: ClientConfig): Promise<string | undefined> {
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
    where datname = 'gateway' group by 1 order by 1`,
  );
  expect(rows).toEqual([PROGRAM, CONNECTION_NAME].map((name) => ({ name, encrypted: true })));

  await program.end('SIGINT');
  program.env['DATABASE_URL'] = `${url}?sslmode=verify-full&sslrootcert=${otherCa}`;
  await expect(program.operator('ledger', 'verify')).rejects.toThrow('certificate');
  await expect(program.startAgain()).rejects.toThrow('Are sslmode and sslrootcert of DATABASE_URL right?');
  program.env['DATABASE_URL'] = url;
  await expect(program.operator('ledger', 'verify')).rejects.toThrow('no encryption');
});

test('a server whose certificate is of another CA is as one that is away: requests get 503', async ({ skip }) => {
  if (!server) return skip('openssl is not installed');
  const { url, otherCa } = server;
  for (const mode of ['require', 'verify-ca', 'verify-full']) {
    const opening = openDatabase({ url: `${url}?sslmode=${mode}&sslrootcert=${otherCa}`, entities: [] });
    expect(isDatabaseUnavailable(await opening.catch((error: unknown) => error))).toBe(true);
  }
  expect(await refusal(databaseAddress(`${url}?sslmode=require`))).toBeUndefined();
});
