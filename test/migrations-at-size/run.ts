import { parseArgs } from 'node:util';
import { readMigrations } from '../../src/kit/migrations.ts';
import { percentile } from '../bench/figures.ts';
import { OpenedUntilSignal } from '../support/opened-until-signal.ts';
import { openServer } from '../support/own-server.ts';
import { tryMigrations } from './try-migrations.ts';

// npm run test:migrations: each migration after the baseline beside purchases, on tables of a million rows.
// Exit status 1 when a purchase or a read failed, or the books do not hold what was bought.
// npm run test:migrations -- --orders 100000: on smaller ones.
// npm run test:migrations -- --per-second 10: with fewer purchases, on a machine that cannot keep up with 40
// a second even without a migration, so that waits would grow and grow.

/** What each buyer makes before each migration. */
const CALM_PURCHASES = 100;

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    'per-second': { type: 'string', default: '40' },
  },
});
await using opened = new OpenedUntilSignal();
const { server } = await openServer('migrations', opened);
const calm: number[] = [];
const meanwhile: number[] = [];
await tryMigrations(
  server.url,
  { orders: Number(values.orders), perSecond: Number(values['per-second']), calmPurchases: CALM_PURCHASES },
  (met) => {
    calm.push(...met.calm);
    meanwhile.push(...met.meanwhile);
    const { name, seconds, failures, waitedFor } = met;
    const figures = `${seconds.toFixed(2)} s, ${told(met.meanwhile)}; before it ${told(met.calm)}`;
    process.stdout.write(`${name}: ${figures}; ${failures.length} failures\n`);
    for (const what of waitedFor) process.stdout.write(`  waited for ${what}\n`);
    for (const failure of failures) process.stdout.write(`  FAILED ${failure}\n`);
    if (failures.length > 0) process.exitCode = 1;
  },
  await readMigrations(),
);
process.stdout.write(`all: ${told(meanwhile)}; before them ${told(calm)}\n`);

function told(waits: number[]): string {
  if (waits.length === 0) return 'no purchases';
  const figures = [0.5, 0.99, 1].map((share) => percentile(waits, share).toFixed(0)).join(', ');
  return `${waits.length} purchases, p50, p99 and longest ${figures} ms`;
}
