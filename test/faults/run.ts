import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../../src/kit/database.ts';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { runFaults } from './harness.ts';

// npm run test:faults -- --seconds 60 --seed 7: one run on a PostgreSQL of its own. Exit status 1 when a promise was broken.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    customers: { type: 'string', default: '12' },
    'kill-every': { type: 'string', default: '6' },
    crashes: { type: 'string', default: '0' },
    defect: { type: 'string' },
  },
});
const seed = Number(values.seed);
process.stdout.write(`seed ${seed}\n`);

await using opened = new AsyncDisposableStack();
const directory = await mkdtemp(join(tmpdir(), 'gateway-faults-'));
opened.defer(() => rm(directory, { recursive: true, force: true }));
const server = await startEmbeddedPostgres({ dataDir: directory, role: 'service' });
const postgres = await realpath(join(directory, 'postgres'));
opened.defer(() => rm(postgres, { recursive: true, force: true }));
opened.defer(() => server.stop());
await migrate(server.url);

const report = await runFaults({
  seed,
  seconds: Number(values.seconds),
  customers: Number(values.customers),
  killEveryMs: Number(values['kill-every']) * 1_000,
  crashes: Number(values.crashes),
  rough: Number(values.seconds) >= 60,
  databaseUrl: server.url,
  directory,
  defect: values.defect,
});
process.stdout.write(`${JSON.stringify(report.counts, null, 2)}\n`);
for (const failure of new Set(report.failures)) process.stdout.write(`server failure: ${failure}\n`);
for (const violation of report.violations) process.stdout.write(`VIOLATION ${violation}\n`);
process.stdout.write(`seed ${seed}: ${report.violations.length} violations\n`);
if (report.violations.length > 0) process.exitCode = 1;
