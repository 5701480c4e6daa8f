import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../../src/kit/migrations.ts';
import { OpenedUntilSignal } from '../support/opened-until-signal.ts';
import { TEMPLATE } from '../support/postgres.ts';
import { CitusMissingError, findCitus } from './build.ts';
import { tryCells } from './cells.ts';
import { CitusCluster } from './cluster.ts';
import { measureCells } from './measure.ts';
import { checkStatements, EXCEPTIONS, nameOf, readSent } from './statements.ts';

// npm run test:citus: builds Citus once, from the source that CITUS_SOURCE names, starts a coordinator and
// two nodes, and runs FILES over databases whose tables are all in a schema on the second node. Then each
// statement that they have sent is prepared and executed there. Exit status 1 when a file fails or a
// statement is refused, or not handed on as a whole and not among EXCEPTIONS; 2 without Citus.
// npm run test:citus -- test/rest: these files only, whose own statements are looked at, too.
// -- --cells --seconds 30: CELL_FILES over cells on the nodes, then moves and losses under load (cells.ts).
// -- --measure --seconds 30 --orders 1000000: the figures of docs/decisions/0030-past-one-primary.md.
// --install: root has apt install first what is missing.

/** Both doors, the chat, the operator's command and the jobs. */
const FILES = [
  'test/purchases/flow.test.ts',
  'test/rest/create-order.test.ts',
  'test/rest/luxury-orders.test.ts',
  'test/bot/buy.test.ts',
  'test/purchases/statements.test.ts',
];

const CELL_FILES = ['test/cells/cells.long.test.ts'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    install: { type: 'boolean', default: false },
    cells: { type: 'boolean', default: false },
    measure: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '30' },
    orders: { type: 'string', default: '1000000' },
  },
});

await using opened = new OpenedUntilSignal();
const citus = await findCitus({ installs: values.install }).catch((error) => {
  if (!(error instanceof CitusMissingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
});
const directory = await mkdtemp(join(tmpdir(), 'gateway-citus-'));
opened.defer(() => rm(directory, { recursive: true, force: true }));
const runDirectory = join(directory, 'run');
const statements = join(directory, 'statements');
const seconds = Number(values.seconds);
const cluster = await CitusCluster.start(citus, directory, opened);
await mkdir(runDirectory);
if (values.measure) {
  const figures = await measureCells(cluster, { directory, seconds, orders: Number(values.orders) }, opened);
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
} else if (values.cells) await runCells(cluster);
else await runStatements(cluster);

async function runCells(cluster: CitusCluster): Promise<void> {
  await cluster.addEmptyDatabase(TEMPLATE);
  await migrate(cluster.urlOf('coordinator', TEMPLATE));
  await cluster.close(TEMPLATE);
  await runTests(cluster, CELL_FILES);
  const { figures, violations } = await tryCells(cluster, { directory, seconds }, opened);
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  process.stdout.write(`${violations.length} violations\n`);
  if (violations.length > 0) process.exitCode = 1;
}

async function runTests(cluster: CitusCluster, files: readonly string[]): Promise<void> {
  const config = ['run', '--config', 'test/citus/vitest.config.ts'];
  const tests = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...config, ...files], {
    stdio: 'inherit',
    env: {
      ...process.env,
      CITUS_STATEMENTS: statements,
      CITUS_SERVERS: JSON.stringify({
        postgresUrl: cluster.urlOf('coordinator', 'postgres'),
        nodeUrls: cluster.nodeUrls,
        runDirectory,
      }),
    },
  });
  const [code] = await once(tests, 'exit');
  if (code !== 0) process.exitCode = 1;
}

async function runStatements(cluster: CitusCluster): Promise<void> {
  await cluster.addDatabase(TEMPLATE);
  await migrate(cluster.urlOf('coordinator', TEMPLATE));
  await cluster.moveCell(TEMPLATE, 'node-2');
  await cluster.close(TEMPLATE);
  await runTests(cluster, positionals.length > 0 ? positionals : FILES);
  await cluster.cloneDatabase(TEMPLATE, 'checked');
  const checked = await checkStatements(cluster.urlOf('coordinator', 'checked'), await readSent(statements));
  const count = { whole: 0, 'in steps': 0, here: 0, refused: 0 };
  for (const { text, way, error } of checked) {
    count[way] += 1;
    if (way === 'whole') continue;
    const name = nameOf(text);
    if (EXCEPTIONS.some((known) => known.way === way && known.names.includes(name))) continue;
    process.stdout.write(`VIOLATION ${way}, ${name}${error ? `: ${error}` : ''}\n`);
    process.exitCode = 1;
  }
  process.stdout.write(
    `${checked.length} statements: ${count.whole} whole on one node, ${count['in steps']} in steps, ${count.here} on the coordinator, ${count.refused} refused\n`,
  );
}
