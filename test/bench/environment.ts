import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { ENTITIES } from '../../src/app/entities.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { readPostmaster } from '../../src/kit/embedded-postgres/server.ts';
import { migrate } from '../../src/kit/migrations.ts';
import type { DataImpulseOptions } from '../../src/upstreams/dataimpulse/dataimpulse.ts';
import { openServer } from '../support/own-server.ts';
import { type Child, startChild } from './child.ts';
import type { ServiceOptions } from './servers/open-service.ts';

const CATALOG = new URL('../../src/catalog/sample-catalog.json', import.meta.url);
/** The sandbox sets no limit. This is the highest that the configuration takes. */
const REQUESTS_PER_SECOND = 1_000;

/** The environment of every measurement: the database of an empty service, and an upstream. */
export interface Environment {
  /** Where everything that is written to disk goes. */
  directory: string;
  databaseUrl: string;
  /** The process that has started all others of the database. */
  databasePid: number;
  credentialsKey: Buffer;
  px6: ServiceOptions['px6'];
  dataImpulse: Pick<DataImpulseOptions, 'url' | 'login' | 'password' | 'gateway'>;
  /** The upstream, with the address of its control. */
  sandbox: Child<{ url: string }>;
  database: Database;
}

/**
 * Starts a PostgreSQL with the settings of production (so that a commit waits for the disk), and the sandbox
 * in a process of its own. Everything ends with `opened`.
 */
export async function openEnvironment(opened: AsyncDisposableStack): Promise<Environment> {
  const { server, directory, postgres } = await openServer('bench', opened);
  const postmaster = await readPostmaster(join(postgres, 'cluster'));
  if (!postmaster) throw new Error('the database does not run');
  await migrate(server.url);

  // A million orders are seeded in one statement, which takes longer than a request may.
  const database = await openDatabase({ url: server.url, entities: ENTITIES, slowStatements: true });
  opened.defer(() => database.close());
  await importCatalog(database, await readFile(CATALOG, 'utf8'));
  // Ids that are equal to nothing else, so that they can be found in recorded statements.
  await sql`alter table resellers alter column id restart with 7000001`.execute(database.sql);
  await sql`alter table api_keys alter column id restart with 8000001`.execute(database.sql);
  await sql`alter sequence order_ids restart with 9000001`.execute(database.sql);

  const sandbox = await startChild<{
    url: string;
    px6: Omit<ServiceOptions['px6'], 'requestsPerSecond'>;
    dataImpulse: Environment['dataImpulse'];
  }>('sandbox', {
    stateDir: join(directory, 'sandbox'),
  });
  opened.defer(() => sandbox.stop());
  return {
    directory,
    databaseUrl: server.url,
    databasePid: postmaster.pid,
    credentialsKey: randomBytes(32),
    px6: { ...sandbox.ready.px6, requestsPerSecond: REQUESTS_PER_SECOND },
    dataImpulse: sandbox.ready.dataImpulse,
    sandbox,
    database,
  };
}

/** What a service in a process of its own needs of it. */
export function serviceOptions({
  databaseUrl,
  credentialsKey,
  px6,
  dataImpulse,
}: Environment): ServiceOptions {
  return { databaseUrl, credentialsKey, px6, dataImpulse };
}
