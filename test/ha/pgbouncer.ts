import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster, Surroundings } from './cluster.ts';
import { Daemon } from './daemon.ts';
import { writeDeployed } from './deployed.ts';
import type { HaProxy } from './haproxy.ts';

export interface PgBouncer {
  daemon: Daemon;
  /** Host and port. */
  address: string;
}

/** Starts PgBouncer as in `deploy/`, in front of HAProxy, for one database in both modes. */
export async function startPgBouncer(
  { programs, account, directory, net }: Surroundings,
  cluster: Cluster,
  haProxy: HaProxy,
  name: string,
  opened: AsyncDisposableStack,
): Promise<PgBouncer> {
  const configuration = join(directory, `pgbouncer-${name}.ini`);
  const users = join(directory, `userlist-${name}.txt`);
  const [host = '', port = ''] = haProxy.database.split(':');
  await writeFile(users, `"gateway" "${cluster.password}"\n`);
  await writeDeployed('pgbouncer.ini', configuration, [
    ['host=127.0.0.1 port=5000', `host=${host} port=${port}`],
    ['dbname=gateway', `dbname=${name}`],
    ['listen_addr = 127.0.0.1', `listen_addr = ${net}21`],
    ['/etc/pgbouncer/userlist.txt', users],
    ['/etc/gateway/tls/ca.crt', cluster.ca],
    // By the same rule for two processes.
    ['default_pool_size = 52', 'default_pool_size = 16'],
  ]);
  const log = join(directory, `pgbouncer-${name}.log`);
  const daemon = new Daemon({ file: programs.pgbouncer, args: [configuration], log }, account);
  daemon.start();
  opened.defer(() => daemon.stop());
  return { daemon, address: `${net}21:6432` };
}
