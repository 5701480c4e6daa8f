import { execFile } from 'node:child_process';
import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cluster, Surroundings } from './cluster.ts';
import { Daemon } from './daemon.ts';
import { patronictl } from './patronictl.ts';
import { queryOnce } from './query.ts';
import { until } from './until.ts';

const run = promisify(execFile);

const RESTORED_WITHIN_MS = 120_000;

/**
 * Puts the whole cluster back to a restore point, from a base backup and the archive, in the steps of
 * docs/deployment.md. Resolves when it has a leader and two standbys again.
 */
export async function restoreCluster(
  surroundings: Surroundings,
  cluster: Cluster,
  { backup, point }: { backup: string; point: string },
): Promise<void> {
  const { programs, account, directory } = surroundings;
  const leader = await cluster.leader();
  for (const node of await cluster.standbys()) await node.stopDatabase();
  await leader.stopDatabase();

  const [first, ...others] = cluster.nodes;
  if (!first) throw new RangeError('There is no machine.');
  await rm(first.dataDirectory, { recursive: true });
  await run('cp', ['-a', backup, first.dataDirectory]);
  // Of the standby that was backed up: an empty target beside another one is refused.
  await run('sed', ['-i', '/^recovery_target/d', join(first.dataDirectory, 'postgresql.conf')]);
  // It would ask the leader for what the archive does not have.
  await rm(join(first.dataDirectory, 'standby.signal'), { force: true });
  const signal = join(first.dataDirectory, 'recovery.signal');
  await writeFile(signal, '');
  if (account) await chown(signal, account.uid, account.gid);
  // Given to this start only: a standby that finds a target in its files would stop there, too.
  const settings = {
    restore_command: `cp ${join(directory, 'archive')}/%f %p`,
    recovery_target_name: point,
    recovery_target_action: 'promote',
    listen_addresses: first.address,
    unix_socket_directories: first.directory,
    synchronous_standby_names: '',
  };
  const server = new Daemon(
    {
      file: join(programs.postgres, 'postgres'),
      args: [
        ...['-D', first.dataDirectory],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      log: join(directory, 'restored.log'),
    },
    account,
  );
  server.start();
  try {
    const takesWrites = async () => {
      const url = cluster.superuserUrl(first.address, 'postgres');
      const [row] = await queryOnce(url, 'select pg_is_in_recovery() as goes_on');
      return row?.['goes_on'] === false;
    };
    await until('a restored database that takes writes', takesWrites, RESTORED_WITHIN_MS);
  } finally {
    await server.stop('SIGINT');
  }

  await patronictl(surroundings, first, ['remove', 'gateway'], 'gateway\nYes I am aware\n');
  first.start();
  await cluster.leader();
  for (const node of others) node.start();
  await cluster.untilWhole();
}
