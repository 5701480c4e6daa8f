import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openClusterFiles } from '../../../src/kit/embedded-postgres/cluster-files.ts';
import { fillDatabase } from '../../support/fill-database.ts';
import { OpenedUntilSignal } from '../../support/opened-until-signal.ts';
import { openEnvironment } from '../environment.ts';
import { median, percentile, printTable } from '../figures.ts';
import { startRecordedService } from '../recorder.ts';
import { type Figures, findPgbench, measure, type Server } from './pgbench.ts';
import { startStandby } from './standby.ts';
import { recordWorks, variablesOf, type WorkName } from './works.ts';

// npm run bench:primary: what a primary carries, what a replica takes from it, and what two databases carry,
// by pgbench with the statements that the service sends. The figures of docs/decisions/0030-*.md are from it.

const CLIENTS = [1, 4, 16, 64];
const WORKS: readonly WorkName[] = ['purchase', 'list', 'order', 'admission', 'list without admission'];
const AMOUNTS = { resellers: 2_000, keys: 20_000, orders: 200_000 };
/** As many turns as sixteen accounts at PX6 have. */
const TURNS = 48;
const LAG_EVERY_MS = 50;
const ROUNDS_OF_TWO = 3;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const seconds = Number(values.seconds);
const pgbench = await findPgbench();
await using opened = new OpenedUntilSignal();
const environment = await openEnvironment(opened);
const { databaseUrl, databasePid, directory } = environment;
const client = new Client(databaseUrl);
await client.connect();
opened.defer(() => client.end());
const recorder = await startRecordedService({
  ...environment,
  px6: { ...environment.px6, requestsPerSecond: TURNS },
});
const scripts = await recordWorks(environment, recorder, client);
await recorder.close();
const filled = await fillDatabase(client, AMOUNTS);
const primary: Server = { url: databaseUrl, pid: databasePid, client };

const ordersOf = async (server: Server) =>
  Number((await server.client.query('select count(*) from orders')).rows[0].count);
let runs = 0;
const load = async (server: Server, work: WorkName, clients: number) => {
  const run = ++runs;
  const before = await ordersOf(server);
  const name = `${work.replaceAll(' ', '-')}-${run}`;
  const figures = await measure(pgbench, directory, server, scripts[work], {
    name,
    clients,
    seconds,
    variables: variablesOf(filled, run),
  });
  // pgbench does not look at what statements answer.
  const made = (await ordersOf(server)) - before;
  const bought = work === 'purchase' ? figures.executed : made;
  if (made !== bought) throw new Error(`pgbench made ${bought} purchases, and there are ${made} orders more`);
  return figures;
};
const row = (name: string, { perSecond, latencyMs, cpuMs, walBytes }: Figures) => [
  name,
  perSecond.toFixed(0),
  latencyMs.toFixed(2),
  cpuMs.toFixed(3),
  walBytes.toFixed(0),
];
const HEADER = ['', 'a second', 'ms', 'CPU ms', 'WAL bytes'];

// The first change of a page after a checkpoint logs the whole page: that is not what a purchase adds for
// long.
await load(primary, 'purchase', 4);
const alone: string[][] = [];
for (const work of WORKS) {
  for (const clients of CLIENTS) {
    const figures = await load(primary, work, clients);
    alone.push(row(`${work}, ${clients} clients`, figures));
  }
}
printTable('One primary', [HEADER, ...alone]);

const files = await openClusterFiles(join(directory), false);
const standby = await startStandby(primary, files, opened);
const lags = { replay: [] as number[], bytes: [] as number[] };
let isOver = false;
const watching = (async () => {
  while (!isOver) {
    const { rows } = await client.query(
      `select extract(epoch from replay_lag)::float8 * 1000 as replay,
        pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as bytes from pg_stat_replication`,
    );
    if (rows[0]?.replay != null) lags.replay.push(rows[0].replay);
    if (rows[0]) lags.bytes.push(rows[0].bytes);
    await setTimeout(LAG_EVERY_MS);
  }
})();
// What else fails closes the connection that it reads over.
watching.catch(() => {});
const followed = await load(primary, 'purchase', 16);
const [withReads, reads] = await Promise.all([
  load(primary, 'purchase', 16),
  load(standby, 'list without admission', 4),
]);
isOver = true;
await watching;
printTable('With a replica', [
  HEADER,
  row('purchase, 16 clients', followed),
  row('purchase, 16 clients, beside reads of the replica', withReads),
  row('list without admission, 4 clients, of the replica', reads),
]);
const at = (numbers: number[], share: number) => percentile(numbers, share).toFixed(1);
printTable('How far the replica is behind', [
  ['', 'p50', 'p99', 'most'],
  ['ms', at(lags.replay, 0.5), at(lags.replay, 0.99), at(lags.replay, 1)],
  ['bytes', at(lags.bytes, 0.5), at(lags.bytes, 0.99), at(lags.bytes, 1)],
]);

await standby.client.query('select pg_promote()');
const one: Figures[] = [];
const two: Figures[] = [];
for (let round = 0; round < ROUNDS_OF_TWO; round++) {
  one.push(await load(primary, 'purchase', 16));
  const [first, second] = await Promise.all([load(primary, 'purchase', 8), load(standby, 'purchase', 8)]);
  two.push({
    executed: first.executed + second.executed,
    perSecond: first.perSecond + second.perSecond,
    latencyMs: (first.latencyMs + second.latencyMs) / 2,
    cpuMs:
      (first.cpuMs * first.executed + second.cpuMs * second.executed) / (first.executed + second.executed),
    walBytes:
      (first.walBytes * first.executed + second.walBytes * second.executed) /
      (first.executed + second.executed),
  });
}
const middle = (all: Figures[]): Figures => ({
  executed: 0,
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  latencyMs: median(all.map(({ latencyMs }) => latencyMs)),
  cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  walBytes: median(all.map(({ walBytes }) => walBytes)),
});
printTable(`Two databases, medians of ${ROUNDS_OF_TWO} rounds in turns`, [
  HEADER,
  row('one server, 16 clients', middle(one)),
  row('two servers, 8 clients each', middle(two)),
]);
