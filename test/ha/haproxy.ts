import { join } from 'node:path';
import type { Cluster, Surroundings } from './cluster.ts';
import { Daemon } from './daemon.ts';
import { writeDeployed } from './deployed.ts';
import { queryOnce } from './query.ts';
import { until } from './until.ts';

/** In ms. HAProxy looks for the leader every second. */
const FOUND_WITHIN_MS = 20_000;
/** HAProxy takes every machine for the leader, in turn, until it has asked it. */
const IN_A_ROW = 6;

/** HAProxy as in `deploy/`: the way to the leader, and the way of clients to the service. */
export interface HaProxy {
  daemon: Daemon;
  /** Host and port of the database's leader. */
  database: string;
  /** Where clients reach the service. */
  url: string;
}

/** Resolves when the leader is reached through it. */
export async function startHaProxy(
  { programs, account, directory, net }: Surroundings,
  cluster: Cluster,
  opened: AsyncDisposableStack,
): Promise<HaProxy> {
  const configuration = join(directory, 'haproxy.cfg');
  const database = `${net}20:5000`;
  await writeDeployed('haproxy.cfg', configuration, [
    ['127.0.0.1:5000', database],
    ['127.0.0.1:5001', `${net}20:5001`],
    ['/etc/gateway/tls/ca.crt', cluster.ca],
    ['bind :8080', `bind ${net}20:8080`],
    // The run may not be root's.
    ['  user haproxy\n  group haproxy\n  chroot /var/lib/haproxy\n', ''],
    ['  stats socket /run/haproxy/admin.sock mode 660 level admin\n', ''],
    ['10.0.0.', net],
  ]);
  // In the foreground, without processes of its own that outlive it.
  const args = ['-db', '-f', configuration];
  const daemon = new Daemon({ file: programs.haproxy, args, log: join(directory, 'haproxy.log') }, account);
  daemon.start();
  opened.defer(() => daemon.stop());
  const isReached = async () => {
    for (let i = 0; i < IN_A_ROW; i++) {
      const [row] = await queryOnce(
        cluster.urlOf(database, 'gateway'),
        'select pg_is_in_recovery() as standby',
      );
      if (row?.['standby']) return false;
    }
    return true;
  };
  await until('a way to the leader', isReached, FOUND_WITHIN_MS);
  return { daemon, database, url: `http://${net}20:8080` };
}
