import type { Config } from './config.ts';
import { type Database, openDatabase } from './kit/database.ts';
import { findEmbeddedPostgres } from './kit/embedded-postgres/find.ts';

/**
 * The database for the audit log alone, without anything else of the domain. Undefined while the embedded
 * server does not run: this starts none. Throws when the server cannot be reached within some seconds.
 */
export async function openRunningDatabase({
  databaseUrl,
  databaseListenUrl,
  dataDir,
}: Config): Promise<Database | undefined> {
  const url = databaseListenUrl ?? databaseUrl ?? (await findEmbeddedPostgres(dataDir));
  // Statements need no entities.
  return url === undefined ? undefined : openDatabase({ url, entities: [] });
}
