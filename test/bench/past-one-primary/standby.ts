import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { ClusterFiles } from '../../../src/kit/embedded-postgres/cluster-files.ts';
import { freePort, launch, readPostmaster, shutDown } from '../../../src/kit/embedded-postgres/server.ts';
import type { Server } from './pgbench.ts';

const run = promisify(execFile);

const LOOK_EVERY_MS = 100;
const STARTED_WITHIN_MS = 60_000;

/**
 * A second server that follows the first, until it is promoted: its files are copied beside the running one.
 */
export async function startStandby(
  primary: Server,
  files: ClusterFiles,
  opened: AsyncDisposableStack,
): Promise<Server> {
  const cluster = join(dirname(files.cluster), 'standby');
  opened.defer(() => rm(cluster, { recursive: true, force: true }));
  await primary.client.query(`select pg_backup_start('standby', fast => true)`);
  await run('cp', ['-a', files.cluster, cluster]);
  const { rows } = await primary.client.query('select labelfile from pg_backup_stop()');
  await rm(join(cluster, 'postmaster.pid'));
  await writeFile(join(cluster, 'backup_label'), rows[0].labelfile);
  await writeFile(join(cluster, 'standby.signal'), '');
  const { hostname, port: primaryPort, username, password } = new URL(primary.url);
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${password}'\n`,
  );
  if (files.account) await run('chown', ['-R', `${files.account.uid}:${files.account.gid}`, cluster]);

  const port = await freePort();
  const started = await launch(
    { ...files, cluster, log: `${files.log}-standby` },
    { port, fast: false, workers: 1 },
    undefined,
  );
  const url = new URL(primary.url);
  url.port = String(port);
  const deadline = performance.now() + STARTED_WITHIN_MS;
  for (;;) {
    const failure = await started.failure();
    if (failure) throw failure;
    const client = new Client(url.href);
    try {
      await client.connect();
      const pid = (await readPostmaster(cluster))?.pid;
      if (pid === undefined) throw new Error('the standby has no process');
      opened.defer(async () => {
        await client.end();
        await shutDown(pid, cluster);
      });
      return { url: url.href, pid, client };
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await setTimeout(LOOK_EVERY_MS);
    }
  }
}
