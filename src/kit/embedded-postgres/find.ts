import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { urlOf } from './cluster-files.ts';
import { errorCode } from './error.ts';
import { isServing, readPostmaster } from './server.ts';

/** Whether a PostgreSQL was ever started in the data directory. Creates and starts nothing. */
export async function hasEmbeddedPostgres(dataDir: string): Promise<boolean> {
  return (await homeOf(dataDir)) !== undefined;
}

/**
 * The URL of the PostgreSQL of the data directory; undefined unless it runs and takes connections. Creates
 * and starts nothing, and does not keep the server from being stopped.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const home = await homeOf(dataDir);
  if (home === undefined) return undefined;
  const cluster = join(home, 'cluster');
  const postmaster = await readPostmaster(cluster);
  if (postmaster?.port === undefined || !(await isServing(postmaster.pid, cluster))) return undefined;
  return urlOf({ password: await readFile(join(home, 'password'), 'utf8'), port: postmaster.port });
}

function homeOf(dataDir: string): Promise<string | undefined> {
  return realpath(join(dataDir, 'postgres')).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}
