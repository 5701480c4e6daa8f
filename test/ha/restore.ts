import { execFile } from 'node:child_process';
import { access, appendFile, chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Cluster, Surroundings } from './cluster.ts';
import { Daemon } from './daemon.ts';
import { until } from './until.ts';

const run = promisify(execFile);

const ARCHIVED_WITHIN_MS = 60_000;
const RESTORED_WITHIN_MS = 120_000;

/** Takes a base backup from a standby, as docs/operating.md says. Returns its folder. */
export async function takeBackup(
  { programs, account, directory }: Surroundings,
  cluster: Cluster,
): Promise<string> {
  const [standby] = await cluster.standbys();
  const backup = join(directory, 'backup');
  await run(
    join(programs.postgres, 'pg_basebackup'),
    ['--dbname', cluster.replicationUrl(standby?.address ?? ''), '--pgdata', backup, '--checkpoint', 'fast'],
    { cwd: '/' },
  );
  if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, backup]);
  return backup;
}

/**
 * Restores the backup and the archive on a machine of its own, and looks for what was written last. Returns
 * what is wrong.
 */
export async function tryRestore(
  { programs, account, directory, net }: Surroundings,
  cluster: Cluster,
  backup: string,
): Promise<string[]> {
  await cluster.execute('create table written_last as select 42 as answer');
  const [row] = await cluster.execute('select pg_walfile_name(pg_current_wal_lsn()) as segment');
  const segment = String(row?.['segment']);
  await cluster.execute('select pg_switch_wal()');
  const archived = join(directory, 'archive', segment);
  await until(
    'the last segment in the archive',
    async () => access(archived).then(() => true),
    ARCHIVED_WITHIN_MS,
  );

  const address = `${net}31`;
  const settings = [
    `restore_command = 'cp ${join(directory, 'archive')}/%f %p'`,
    `listen_addresses = '${address}'`,
    `unix_socket_directories = '${backup}'`,
    "archive_mode = 'off'",
    "synchronous_standby_names = ''",
  ];
  await appendFile(join(backup, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  await rm(join(backup, 'standby.signal'), { force: true });
  const signal = join(backup, 'recovery.signal');
  await writeFile(signal, '');
  if (account) await chown(signal, account.uid, account.gid);
  const log = join(directory, 'restored.log');
  const server = new Daemon(
    { file: join(programs.postgres, 'postgres'), args: ['-D', backup], log },
    account,
  );
  server.start();
  try {
    const answer = await until(
      'a restored database that takes writes',
      async () => {
        const client = new Client(cluster.superuserUrl(address, 'postgres'));
        await client.connect();
        const looked = client.query(
          "select pg_is_in_recovery() as goes_on, to_regclass('written_last') as found",
        );
        const { rows } = await looked.finally(() => client.end());
        return rows[0]?.goes_on === false && rows[0];
      },
      RESTORED_WITHIN_MS,
    );
    return answer.found ? [] : ['restore: what was written last is not in the archive'];
  } finally {
    await server.stop('SIGINT');
  }
}
