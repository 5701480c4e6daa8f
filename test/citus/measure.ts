import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { FIRST_CELL } from '../../src/cells/cells.ts';
import { databaseAddress } from '../../src/kit/address.ts';
import { median } from '../bench/figures.ts';
import { cpuMillisOfFamily } from '../bench/processor-time.ts';
import { fillDatabase } from '../support/fill-database.ts';
import type { CitusCluster, ServerName } from './cluster.ts';
import { figuresOf, type Installation, openInstallation } from './installation.ts';

const CELLS = 8;
const CALLERS = 16;
/** Of a caller, in ms, while the first cell moves, which has the orders from before: 5 a second of all. */
const EVERY_MS = 3_000;
const SERVERS: readonly ServerName[] = ['coordinator', 'node-1', 'node-2'];
/** Until connections have the plans of statements, and a node has done what comes after a move, in ms. */
const WARMED_UP_MS = 20_000;
const STATEMENTS = 5_000;
const ROUNDS = 5;

/** The figures of docs/decisions/0030-past-one-primary.md. */
export async function measureCells(
  cluster: CitusCluster,
  { directory, seconds, orders }: { directory: string; seconds: number; orders: number },
  opened: AsyncDisposableStack,
) {
  const installation = await openInstallation(
    cluster,
    { directory, cells: CELLS, callers: CALLERS, onEmpty: (url) => fill(url, orders) },
    opened,
  );
  const { operator, callers, processes } = installation;
  const moveTo = async (server: ServerName, cells: readonly number[]) => {
    const { cells: placed } = await operator<{ cells: { cell: number; node: string }[] }>('cell', 'list');
    for (const { cell, node } of placed)
      if (cells.includes(cell) && node !== cluster.addressOf(server))
        await operator('cell', 'move', '--cell', String(cell), '--node', cluster.addressOf(server));
  };
  const pidsOf = (name: string) =>
    name === 'services' ? processes.map(({ pid }) => pid) : [cluster.daemonOf(name as ServerName).pid ?? 0];
  const cpuOf = (name: string) => pidsOf(name).reduce((sum, pid) => sum + cpuMillisOfFamily(pid), 0);
  const names = [...SERVERS, 'services'];
  const withCpu = async (work: () => Promise<unknown>) => {
    const before = names.map(cpuOf);
    const seen = await installation.during(work);
    return { ...seen, cpuMs: names.map((name, place) => cpuOf(name) - (before[place] as number)) };
  };
  const carried = async () => {
    const stop = installation.begin(['purchase']);
    await setTimeout(WARMED_UP_MS);
    const { seconds: took, done, cpuMs } = await withCpu(() => setTimeout(seconds * 1_000));
    await stop();
    const ofEach = cpuMs.map((ms) => round(ms / done.length));
    return {
      perSecond: round(done.length / took),
      cpuMsOfEach: Object.fromEntries(names.map((name, place) => [name, ofEach[place]])),
    };
  };

  const figures: Record<string, unknown> = {};
  const report = (name: string, value: unknown) => {
    figures[name] = value;
    process.stderr.write(`${name}: ${JSON.stringify(value)}\n`);
  };
  report(
    `move of ${orders} orders`,
    await measureMove(installation, () => moveTo('node-1', [FIRST_CELL]), seconds),
  );
  report('a statement', await measureStatement(cluster, callers[1]?.cell ?? 0, callers[1]?.resellerId ?? 0));

  const all = Array.from({ length: CELLS }, (_, place) => place + 1);
  await moveTo('node-1', all);
  await setTimeout(WARMED_UP_MS);
  const idle = await withCpu(() => setTimeout(seconds * 1_000));
  report(
    'processor time in a second without callers, ms',
    Object.fromEntries(names.map((name, place) => [name, round((idle.cpuMs[place] ?? 0) / idle.seconds)])),
  );
  report('purchases', await carried());
  return figures;
}

async function fill(url: string, orders: number): Promise<void> {
  const client = new Client(databaseAddress(url));
  await client.connect();
  try {
    await fillDatabase(client, { resellers: orders / 500, keys: orders / 50, orders });
  } finally {
    await client.end();
  }
}

async function measureMove({ begin, during }: Installation, move: () => Promise<unknown>, seconds: number) {
  const stop = begin(['purchase'], EVERY_MS);
  const before = await during(() => setTimeout(seconds * 1_000));
  const meanwhile = await during(move);
  await stop();
  const ofFull = ({ seconds: took, done }: typeof before) =>
    figuresOf({ seconds: took, done: done.filter(({ cell }) => cell === FIRST_CELL) });
  return { before: ofFull(before), meanwhile: ofFull(meanwhile), ofAll: figuresOf(meanwhile) };
}

/** One that reads and one that writes a row, through the coordinator and at the table on the node. */
async function measureStatement(cluster: CitusCluster, cell: number, resellerId: number) {
  const routed = new Client(databaseAddress(cluster.urlOf('coordinator', 'cells')));
  await routed.connect();
  const placed = async (table: string) => {
    const { rows } = await routed.query(
      `select shardid, nodeport from pg_dist_shard join pg_dist_placement using (shardid)
        join pg_dist_node using (groupid) where logicalrelid = $1::regclass`,
      [`cell_${cell}.${table}`],
    );
    return { name: `cell_${cell}.${table}_${rows[0].shardid}`, port: Number(rows[0].nodeport) };
  };
  const places = { orders: await placed('orders'), accounts: await placed('accounts') };
  const nodeName = (['node-1', 'node-2'] as const).find((name) =>
    cluster.addressOf(name).endsWith(`:${places.orders.port}`),
  );
  const direct = new Client(databaseAddress(cluster.urlOf(nodeName ?? 'node-1', 'cells')));
  await direct.connect();
  // It is a table of the coordinator's.
  await direct.query('set citus.enable_manual_changes_to_shards = on');
  const textsOf = (orders: string, accounts: string) => ({
    read: `select * from ${orders} where reseller_id = $1 order by id desc limit 1`,
    write: `update ${accounts} set moved_at = moved_at where reseller_id = $1`,
  });
  const ways = {
    routed: { client: routed, texts: textsOf(`cell_${cell}.orders`, `cell_${cell}.accounts`) },
    direct: { client: direct, texts: textsOf(places.orders.name, places.accounts.name) },
  };
  const results: Record<string, { us: number[]; cpuUs: number[] }> = {};
  for (let turn = 0; turn <= ROUNDS; turn++)
    for (const kind of ['read', 'write'] as const)
      for (const way of ['routed', 'direct'] as const) {
        const { client, texts } = ways[way];
        const send = () => client.query({ name: `${way} ${kind}`, text: texts[kind], values: [resellerId] });
        await send();
        const pids = [await pidOf(client), ...(way === 'routed' ? await pidsAtNode(routed, direct) : [])];
        const cpu = () => pids.reduce((sum, pid) => sum + cpuMillisOfFamily(pid), 0);
        const before = { cpu: cpu(), at: performance.now() };
        for (let count = 0; count < STATEMENTS; count++) await send();
        const result = results[`${kind}, ${way}`] ?? { us: [], cpuUs: [] };
        results[`${kind}, ${way}`] = result;
        // The first turn warms up.
        if (turn === 0) continue;
        result.us.push(((performance.now() - before.at) / STATEMENTS) * 1_000);
        result.cpuUs.push(((cpu() - before.cpu) / STATEMENTS) * 1_000);
      }
  await Promise.all([routed.end(), direct.end()]);
  return Object.fromEntries(
    Object.entries(results).map(([name, { us, cpuUs }]) => [
      name,
      { us: Math.round(median(us)), cpuUsOfServers: Math.round(median(cpuUs)) },
    ]),
  );
}

async function pidOf(client: Client): Promise<number> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
}

/** The processes of the node that execute what a connection to the coordinator sends. */
async function pidsAtNode(routed: Client, direct: Client): Promise<number[]> {
  const { gpid } = (await routed.query('select citus_backend_gpid() as gpid')).rows[0];
  const { rows } = await direct.query('select pid from pg_stat_activity where application_name = $1', [
    `citus_internal gpid=${gpid}`,
  ]);
  return rows.map(({ pid }) => pid);
}

const round = (value: number) => Math.round(value * 100) / 100;
