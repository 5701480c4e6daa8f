import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { migrate } from '../../src/kit/migrations.ts';
import { checkRun } from '../faults/check-run.ts';
import { ClientRecord } from '../faults/client-record.ts';
import { type RunContext, shop } from '../faults/customers.ts';
import { Caller } from '../faults/doors.ts';
import { createRandom } from '../faults/random.ts';
import { openSystem } from '../faults/system.ts';
import { startDatabaseRelay } from '../support/database-relay.ts';
import { readAvailability } from './availability.ts';
import type { Cluster, Surroundings } from './cluster.ts';
import { deployedVariables } from './deployed.ts';
import type { Fault } from './faults.ts';
import type { HaProxy } from './haproxy.ts';
import { type Figures, Measurement } from './measure.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { until } from './until.ts';

const RESELLERS = 3;
const KEYS_OF_RESELLER = 60;
const OPENING_USD = 2_000;
/** Programs that buy, renew, change and read beside those that measure. */
const CUSTOMERS = 2;
/** In ms: how long everything works before and after a fault. */
const CALM_MS = { before: 8_000, after: 10_000 };
/** In ms: how long purchases may stay away when everything is as before. */
const BACK_WITHIN_MS = 60_000;
/** The lines of `deploy/gateway.env` in whose place the run has its own upstreams. */
const OF_THE_RUN = ['PX6_URL=https://px6.link\n', 'DATAIMPULSE_URL=https://api.dataimpulse.com/reseller\n'];

const DEPLOYED_URL =
  'postgresql://gateway:CHANGE-ME-4@127.0.0.1:5000/gateway?sslmode=verify-full&sslrootcert=/etc/gateway/tls/ca.crt';

export interface Result {
  figures: Figures;
  violations: string[];
  /** Answers of 500, each with how often it came. */
  failures: string[];
}

/** One fault, under the load of customers, on a database of its own; then all promises are checked. */
export async function tryFault(
  surroundings: Surroundings,
  cluster: Cluster,
  haProxy: HaProxy,
  { name, fault, seed }: { name: string; fault: Fault; seed: number },
): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  const database = await cluster.createDatabase(name.replaceAll('-', '_'));
  opened.defer(() => cluster.dropDatabase(database));
  const direct = cluster.urlOf(haProxy.database, database);
  await migrate(direct);
  const relay = fault.way === 'relay' ? await relayToLeader(cluster, database, opened) : undefined;
  const pgBouncer =
    fault.way === 'session' || fault.way === 'transaction'
      ? await startPgBouncer(surroundings, cluster, haProxy, database, opened)
      : undefined;
  const pooled = fault.way === 'session' ? 'gateway_session' : 'gateway';
  const random = createRandom(seed);
  const home = join(surroundings.directory, name);
  const environmentOf = async (machine: number) => ({
    ...(await serviceVariables(`${surroundings.net}${machine}`, join(home, `machine-${machine}`), direct)),
    ...(pgBouncer && {
      DATABASE_URL: cluster.pooledUrlOf(pgBouncer.address, pooled),
      DATABASE_LISTEN_URL: direct,
    }),
    ...(relay && { DATABASE_URL: relay.url }),
  });
  const system = await openSystem(
    {
      databaseUrl: direct,
      directory: home,
      resellers: RESELLERS,
      keysOfReseller: KEYS_OF_RESELLER,
      openingUsd: OPENING_USD,
      environments: await Promise.all([11, 12].map(environmentOf)),
    },
    opened,
  );
  const record = new ClientRecord();
  const caller = new Caller(record, () => system.clock.now());
  const context: RunContext = { system, record, caller, owned: new Map() };
  const ending = new AbortController();
  const { signal } = ending;
  const measurement = new Measurement(context, haProxy.url, signal);
  const shoppers = Array.from({ length: CUSTOMERS }, (_, i) => {
    const reseller = system.resellers[i % RESELLERS];
    return reseller && shop(context, reseller, random.fork(), signal);
  });
  const load = Promise.all([measurement.ended, ...shoppers]);
  let figures: Figures;
  const faultAt = performance.now() + CALM_MS.before;
  let healedAt = faultAt;
  let failed: string[] = [];
  try {
    await Promise.race([setTimeout(CALM_MS.before), load]);
    await fault.inject({ surroundings, cluster, haProxy, pgBouncer, relay });
    healedAt = performance.now();
    await until(
      'a purchase after the fault',
      async () => measurement.hasBoughtSince(healedAt),
      BACK_WITHIN_MS,
    );
    await setTimeout(CALM_MS.after);
  } catch (error) {
    failed = [`the fault itself: ${error}`];
  } finally {
    ending.abort();
    await load;
    figures = measurement.since(faultAt - 1_000);
  }
  const { violations } = await checkRun(context, {
    lastFaultAt: healedAt,
    databaseKills: fault.forgets ? [faultAt + 500] : [],
    lateUntil: 0,
    talked: undefined,
  });
  for (const [index, { output }] of system.processes.entries())
    await writeFile(join(surroundings.directory, `${name}-service-${index + 1}.log`), output());
  violations.push(...readAvailability(figures, fault.noneMayFail ?? false));
  return { figures, violations: [...failed, ...violations], failures: counted(record.failures) };
}

/** The variables of the service on a machine, as in `deploy/`, with one worker. */
function serviceVariables(address: string, dataDir: string, databaseUrl: string) {
  return deployedVariables('gateway.env', [
    ['10.0.0.11', address],
    ['/var/lib/gateway', dataDir],
    ['WORKERS=auto', 'WORKERS=1'],
    [`#DATABASE_URL=${DEPLOYED_URL}`, `DATABASE_URL=${databaseUrl}`],
    ...OF_THE_RUN.map((line) => [line, ''] as const),
  ]);
}

/** A relay to the server of the machine that is the leader now. */
async function relayToLeader(cluster: Cluster, database: string, opened: AsyncDisposableStack) {
  const { address } = await cluster.leader();
  const relay = await startDatabaseRelay(cluster.urlOf(`${address}:5432`, database));
  opened.defer(() => relay.close());
  return relay;
}

function counted(lines: readonly string[]): string[] {
  return [...Map.groupBy(lines, (line) => line)].map(([line, all]) => `${all.length} times: ${line}`);
}
