import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { migrate } from '../../src/kit/migrations.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { printTable } from '../bench/figures.ts';
import { OpenedUntilSignal } from '../support/opened-until-signal.ts';
import { openServer } from '../support/own-server.ts';
import { compare, type Size, sizeOf } from './compare.ts';
import { fill } from './fill.ts';
import { verifyWhole } from './verify-whole.ts';

// npm run test:growth: what requests, commands and background work cost at ten million orders, beside ten
// thousand in the same run, and how long a whole verification takes. It takes 40 GB of the disk, and most of
// an hour. Exit status 1 when one of them costs more than its bar, or reads a table that grows as a whole.
// npm run test:growth -- --orders 1000000: beside fewer.

const FEW = 10_000;
const RESELLERS = 2_000;
/** While the databases are filled, which nobody needs after a crash. */
const FILLING = { max_wal_size: "'8GB'", fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

const { values } = parseArgs({ options: { orders: { type: 'string', default: '10000000' } } });
const startedAt = performance.now();
await using opened = new OpenedUntilSignal();
const { server, directory } = await openServer('growth', opened);
const client = new Client(server.url);
await client.connect();
opened.defer(() => client.end());
const sandbox = await startSandbox({
  port: 0,
  stateDir: join(directory, 'sandbox'),
  clock: { now: () => new Date() },
  requestsPerSecond: Number.POSITIVE_INFINITY,
});
opened.defer(() => sandbox.close());

for (const [name, value] of Object.entries(FILLING))
  await client.query(`alter system set ${name} = ${value}`);
await client.query('select pg_reload_conf()');
const sizes: Size[] = [];
for (const orders of [FEW, Number(values.orders)]) {
  const url = new URL(server.url);
  url.pathname = `orders_${orders}`;
  await client.query(`create database orders_${orders}`);
  await migrate(url.href);
  const filled = await fill(url.href, { orders, resellers: RESELLERS });
  sizes.push({ orders, url: url.href, filled });
  tell(`${orders.toLocaleString('en')} orders are filled in`);
}
await client.query('alter system reset all');
await client.query('select pg_reload_conf()');
await client.query('checkpoint');

const options = { sandbox, credentialsKey: randomBytes(32) };
const [few, many] = sizes;
if (!few || !many) throw new RangeError('two sizes are compared');
const figures = [await sizeOf(client, few, options), await sizeOf(client, many, options)];
const header = sizes.map(({ orders }) => orders.toLocaleString('en'));
printFigures(figures);
const compared = await compare([few, many], options);
tell('everything is measured');
printTable('Medians and 95th percentiles in ms, blocks, and the most rows that a statement has looked at', [
  ['', ...header.flatMap((size) => [size, 'p95', 'blocks', 'rows']), 'ratio'],
  ...compared.map((one) => [
    one.name,
    ...[one.few, one.many].flatMap(({ median, p95, reads }) => [
      median.toFixed(2),
      p95.toFixed(2),
      String(reads.blocks),
      String(reads.mostRows),
    ]),
    (one.many.median / one.few.median).toFixed(2),
  ]),
]);
for (const { name, broken } of compared) {
  for (const what of broken) process.stdout.write(`FAILED ${name} ${what}\n`);
  if (broken.length > 0) process.exitCode = 1;
}
printFigures([await verifyWhole(few.url), await verifyWhole(many.url)]);
tell('everything is verified');

function printFigures(ofSizes: readonly Record<string, number>[]): void {
  printTable('Orders', [
    ['', ...header],
    ...Object.keys(ofSizes[0] ?? {}).map((name) => [
      name,
      ...ofSizes.map((one) => (one[name] ?? 0).toLocaleString('en')),
    ]),
  ]);
}

function tell(what: string): void {
  process.stdout.write(`${((performance.now() - startedAt) / 1_000).toFixed(0)} s: ${what}\n`);
}
