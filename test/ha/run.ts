import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { serviceAccount } from '../../src/kit/embedded-postgres/cluster-files.ts';
import { OpenedUntilSignal } from '../support/opened-until-signal.ts';
import { Cluster, openToAll, type Surroundings } from './cluster.ts';
import { FAULTS, needsOf } from './faults.ts';
import { startHaProxy } from './haproxy.ts';
import { findPrograms, HOW_TO_INSTALL, lacksOf } from './packages.ts';
import { takeBackup, tryRestore } from './restore.ts';
import { tryFault } from './trial.ts';

// npm run test:ha: three machines with etcd and Patroni, HAProxy and two processes of the service, all on
// this machine; what strangers can do there; each fault of the table under load, then every promise; at the
// end a restore. Exit status 1 when something was violated, a request was answered with 500 or with 503
// without Retry-After, or one failed under a fault that none may fail under, or was not tried; 2 when a
// program is missing that all need.
// npm run test:ha -- --fault node-lost --fault haproxy: these only. --fault restore: only the restore.
// --install: root has apt install first what is missing.

/** At the end the whole cluster is restored. */
const RESTORE = 'restore';

const { values } = parseArgs({
  options: {
    fault: { type: 'string', multiple: true, default: [...Object.keys(FAULTS), RESTORE] },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    keep: { type: 'boolean', default: false },
    install: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const found = await findPrograms(values.install);
const lacks = lacksOf(found);
if (lacks.length > 0) {
  process.stderr.write(
    `This run needs programs that are not here.\n${[...lacks, HOW_TO_INSTALL].join('\n')}\n`,
  );
  process.exit(2);
}

await using opened = new OpenedUntilSignal();
const directory = await mkdtemp(join(tmpdir(), 'gateway-ha-'));
if (values.keep) process.stdout.write(`logs in ${directory}\n`);
else opened.defer(() => rm(directory, { recursive: true, force: true }));
await openToAll(directory);
// A network of its own within this machine, so that addresses and ports are those of deploy/.
const net = `127.0.${100 + Math.floor(Math.random() * 100)}.`;
const surroundings: Surroundings = { programs: found.paths, account: await serviceAccount(), directory, net };
const cluster = await Cluster.start(surroundings, opened);
const haProxy = await startHaProxy(surroundings, cluster, opened);
const backup = await takeBackup(surroundings, cluster);
process.stdout.write(`seed ${seed}\n`);
for (const done of await cluster.doneForStrangers()) {
  process.stdout.write(`VIOLATION ${done}\n`);
  process.exitCode = 1;
}

for (const name of values.fault.filter((asked) => asked !== RESTORE)) {
  const fault = FAULTS[name];
  if (!fault) throw new Error(`There is no fault ${name}: ${Object.keys(FAULTS).join(', ')}`);
  const why = lacksOf(found, needsOf(fault));
  if (fault.needsDisks && !cluster.hasDisks)
    why.push('only root can give each machine a disk of its own, where it may mount one');
  if (why.length > 0) {
    process.stdout.write(`${name}: NOT TRIED, since ${why.join(', and ')}\n`);
    process.exitCode = 1;
    continue;
  }
  const { figures, violations, failures } = await tryFault(surroundings, cluster, haProxy, {
    name,
    fault,
    seed,
  });
  process.stdout.write(`${name}: ${fault.what}\n${JSON.stringify(figures)}\n`);
  for (const failure of failures) process.stdout.write(`  server failure, ${failure}\n`);
  for (const violation of violations) process.stdout.write(`  VIOLATION ${violation}\n`);
  process.stdout.write(`  ${violations.length} violations\n`);
  if (violations.length > 0) process.exitCode = 1;
}

if (values.fault.includes(RESTORE)) {
  const wrong = await tryRestore(surroundings, cluster, haProxy, backup);
  process.stdout.write(`restored the cluster from a base backup and the archive\n`);
  for (const violation of wrong) process.stdout.write(`  VIOLATION ${violation}\n`);
  process.stdout.write(`  ${wrong.length} violations\n`);
  if (wrong.length > 0) process.exitCode = 1;
}
