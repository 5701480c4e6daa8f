import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';

/**
 * A PostgreSQL of a run's own, in a folder of its own; both go with `opened`. `postgres` is where the server
 * has its files: elsewhere, when root runs it.
 */
export async function openServer(name: string, opened: AsyncDisposableStack) {
  const directory = await mkdtemp(join(tmpdir(), `gateway-${name}-`));
  opened.defer(() => rm(directory, { recursive: true, force: true }));
  const server = await startEmbeddedPostgres({ dataDir: directory, role: 'service' });
  const postgres = await realpath(join(directory, 'postgres'));
  opened.defer(() => rm(postgres, { recursive: true, force: true }));
  opened.defer(() => server.stop());
  return { server, directory, postgres };
}
