import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { tryMigrations } from './try-migrations.ts';

// npm run test:migrations: each migration beside purchases, on tables of a million rows. Exit status 1 when a
// purchase or a read failed, or the books do not hold what was bought.
// npm run test:migrations -- --orders 100000: on smaller ones.

const { values } = parseArgs({ options: { orders: { type: 'string', default: '1000000' } } });
await using opened = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void opened.disposeAsync().finally(() => process.exit(1)));
const directory = await mkdtemp(join(tmpdir(), 'gateway-migrations-'));
opened.defer(() => rm(directory, { recursive: true, force: true }));
const server = await startEmbeddedPostgres({ dataDir: directory, role: 'service' });
const postgres = await realpath(join(directory, 'postgres'));
opened.defer(() => rm(postgres, { recursive: true, force: true }));
opened.defer(() => server.stop());
await tryMigrations(
  server.url,
  Number(values.orders),
  ({ name, seconds, bought, longestMs, failures, waitedFor }) => {
    process.stdout.write(
      `${name}: ${seconds.toFixed(2)} s, ${bought} purchases, the longest ${longestMs.toFixed(0)} ms, ${failures.length} failures\n`,
    );
    for (const what of waitedFor) process.stdout.write(`  waited for ${what}\n`);
    for (const failure of failures) process.stdout.write(`  FAILED ${failure}\n`);
    if (failures.length > 0) process.exitCode = 1;
  },
);
