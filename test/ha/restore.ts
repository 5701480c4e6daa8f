import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '../../src/kit/migrations.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { operated } from '../faults/operate.ts';
import { openSystem, type System } from '../faults/system.ts';
import type { Cluster, Surroundings } from './cluster.ts';
import { deployedPath } from './deployed.ts';
import type { HaProxy } from './haproxy.ts';
import { queryOnce } from './query.ts';
import { restoreCluster } from './restore-cluster.ts';
import { until } from './until.ts';

const run = promisify(execFile);

const ARCHIVED_WITHIN_MS = 60_000;
const REMEMBERED_WITHIN_MS = 30_000;
const POINT = 'before_the_loss';
const PROXIES = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d' };

/** Takes a base backup from a standby by the script of `deploy/`. Returns its folder. */
export async function takeBackup(
  { programs, account, directory }: Surroundings,
  cluster: Cluster,
): Promise<string> {
  const [standby] = await cluster.standbys();
  const { hostname, port, username, password } = new URL(cluster.replicationUrl(standby?.address ?? ''));
  await run('sh', [deployedPath('base-backup'), join(directory, 'archive'), '7'], {
    ...account,
    cwd: '/',
    env: {
      PATH: `${programs.postgres}:${process.env['PATH']}`,
      PGHOST: hostname,
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password,
    },
  });
  const backups = join(directory, 'archive', 'base');
  const [backup = ''] = await readdir(backups);
  return join(backups, backup);
}

/**
 * Restores the cluster from the backup and the archive to an instant after which a customer has bought and
 * renewed, and does with the service what docs/deployment.md says. Returns what is wrong.
 */
export async function tryRestore(
  surroundings: Surroundings,
  cluster: Cluster,
  haProxy: HaProxy,
  backup: string,
): Promise<string[]> {
  await using opened = new AsyncDisposableStack();
  const { directory } = surroundings;
  const databaseUrl = cluster.urlOf(haProxy.database, await cluster.createDatabase('restored'));
  await migrate(databaseUrl);
  const home = join(directory, 'restored');
  const options = { databaseUrl, directory: home, resellers: 1, keysOfReseller: 9, openingUsd: 100 };
  const system = await openSystem(options, opened);
  const early = await order(system, '', PROXIES, 'early');
  const segment = await currentSegment(cluster);
  await cluster.execute(`select pg_create_restore_point('${POINT}')`);
  const lost = await order(system, '', PROXIES, 'lost');
  const renewed = await order(system, `/${early.id}/renew`, { period: '7d' }, 'lost renewal');
  await untilRemembered(home, system);
  await untilArchived(directory, cluster);
  await untilInArchiveOnly(cluster, segment);
  await Promise.all(system.processes.map((process) => process.kill()));
  await restoreCluster(surroundings, cluster, { backup, point: POINT });

  const wrong: string[] = [];
  for (const [index, process] of system.processes.entries()) {
    const refusal = await process.start().then(
      () => 'it has started',
      ({ message }: Error) => message,
    );
    if (!refusal.includes('restored to an earlier state')) wrong.push(`process ${index + 1}: ${refusal}`);
    await process.kill();
  }
  const { findings } = await operated(system, 'restored');
  const kinds = findings.map(({ kind }) => kind).sort();
  if (kinds.join() !== 'extended,lost') wrong.push(`operator restored has found: ${kinds.join()}`);
  await Promise.all(system.processes.map((process) => process.start()));
  const again = [
    [early, await order(system, '', PROXIES, 'early')],
    [lost, await order(system, '', PROXIES, 'lost')],
    [renewed, await order(system, `/${early.id}/renew`, { period: '7d' }, 'lost renewal')],
  ];
  for (const [was, is] of again) {
    if (goodsOf(was) !== goodsOf(is)) wrong.push(`repeated: had ${goodsOf(was)} and got ${goodsOf(is)}`);
  }
  const left = (await operated(system, 'reconcile')).findings;
  wrong.push(...left.map((finding) => `still there: ${JSON.stringify(finding)}`));
  const { problems } = await verifyLedger(system.services.database);
  wrong.push(...problems.map(({ problem }) => `ledger: ${problem}`));
  return wrong.map((what) => `restore: ${what}`);
}

interface Bought {
  id?: number;
  expires_at?: string;
  proxies?: unknown;
}

/** Asks for charged work at the first process. Returns the body of the answer. */
async function order(system: System, path: string, body: object, key: string): Promise<Bought> {
  const answer = await fetch(`${system.processes[0]?.url}/v1/orders${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.keys[0]}`, 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Bought;
}

/** An order that is made again has another number. */
function goodsOf({ expires_at, proxies }: Bought = {}): string {
  return JSON.stringify({ expires_at, proxies });
}

/** Resolves when the data directory of each process names the newest operation. */
async function untilRemembered(home: string, { services, processes }: System): Promise<void> {
  const newest = await services.database.sql
    .selectFrom('operations')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const index of processes.keys()) {
    const file = join(home, `process-${index + 1}`, 'newest-operation.json');
    const isThere = async () => (await readFile(file, 'utf8')).includes(newest.id);
    await until('the newest operation in the data directory', isThere, REMEMBERED_WITHIN_MS);
  }
}

async function untilArchived(directory: string, cluster: Cluster): Promise<void> {
  const segment = await currentSegment(cluster);
  await cluster.execute('select pg_switch_wal()');
  const isThere = () => access(join(directory, 'archive', segment)).then(() => true);
  await until('the last segment in the archive', isThere, ARCHIVED_WITHIN_MS);
}

async function currentSegment(cluster: Cluster): Promise<string> {
  const [row] = await cluster.execute('select pg_walfile_name(pg_current_wal_lsn()) as segment');
  return String(row?.['segment']);
}

/** As after hours: no server has a segment any more that is needed to rewind it to before. */
async function untilInArchiveOnly(cluster: Cluster, segment: string): Promise<void> {
  const isGone = async () => {
    // A segment without any record is not ended.
    await cluster.execute("select pg_logical_emit_message(false, 'a record', '')");
    await cluster.execute('select pg_switch_wal()');
    const kept: string[] = [];
    for (const { address, dataDirectory } of [await cluster.leader(), ...(await cluster.standbys())]) {
      await queryOnce(cluster.superuserUrl(address, 'postgres'), 'checkpoint');
      kept.push(...(await readdir(join(dataDirectory, 'pg_wal'))));
    }
    return !kept.includes(segment);
  };
  await until(`no server with the segment ${segment}`, isGone, ARCHIVED_WITHIN_MS);
}
