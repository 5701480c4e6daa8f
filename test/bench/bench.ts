import { parseArgs } from 'node:util';
import { OpenedUntilSignal } from '../support/opened-until-signal.ts';
import { openEnvironment } from './environment.ts';
import { measureGrowth } from './growth.ts';
import { measureLines } from './lines.ts';
import { measureLive } from './live.ts';
import { startRecordedService } from './recorder.ts';
import { seedOrders, seedProxies, seedReseller } from './seed.ts';
import { countStatements } from './statements.ts';
import { measureWebhooks } from './webhooks.ts';
import { measureOneReseller, measurePurchases } from './work/purchases.ts';
import { measureReads, READING_KEYS, READS } from './work/reads.ts';
import { recordPurchase } from './work/record.ts';
import { startServers } from './work/servers.ts';
import { measureTraces } from './work/traces.ts';
import { measureWorkers } from './work/workers.ts';

const FULL = {
  reads: { rounds: 7, seconds: 2 },
  purchases: { rounds: 7, seconds: 2 },
  workers: { rounds: 7, seconds: 2 },
  traces: { rounds: 7, seconds: 3 },
  growth: { few: 1_000, many: 1_000_000, samples: 200 },
  live: { resellers: 50, rounds: 20, silenceSeconds: 10 },
  webhooks: { seconds: 60 },
  lines: { rounds: 5, seconds: 2 },
};
/** A quick run that shows that everything works; its figures mean nothing. */
const QUICK = {
  reads: { rounds: 1, seconds: 1 },
  purchases: { rounds: 1, seconds: 1 },
  workers: { rounds: 1, seconds: 1 },
  traces: { rounds: 1, seconds: 1 },
  growth: { few: 1_000, many: 10_000, samples: 20 },
  live: { resellers: 2, rounds: 1, silenceSeconds: 1 },
  webhooks: { seconds: 2 },
  lines: { rounds: 1, seconds: 1 },
};

/** What `--only` names. */
const WORKS = [
  ...READS,
  'purchase',
  'one-reseller',
  'workers',
  'traces',
  'statements',
  'live',
  'webhooks',
  'lines',
  'growth',
] as const;
type WorkName = (typeof WORKS)[number];

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
});
const { only = WORKS } = values;
const unknown = only.filter((name) => !WORKS.some((work) => work === name));
if (unknown.length > 0) {
  process.stderr.write(`--only takes ${WORKS.join(', ')}, not ${unknown.join(', ')}.\n`);
  process.exit(1);
}
await using opened = new OpenedUntilSignal();
await measure(values.quick ? QUICK : FULL);

async function measure({
  reads,
  purchases,
  workers,
  traces,
  growth,
  live,
  webhooks,
  lines,
}: typeof FULL): Promise<void> {
  const environment = await openEnvironment(opened);
  const reader = await seedReseller(environment, READING_KEYS);
  await seedOrders(environment, reader.resellerId, 50);
  await seedProxies(environment, reader.resellerId);

  const recording = opened.use(new AsyncDisposableStack());
  const recorder = await startRecordedService(environment);
  recording.defer(() => recorder.close());
  const purchase = await recordPurchase(environment, recorder);
  if (isWanted('statements')) {
    const counted = await seedReseller(environment, 1);
    await seedOrders(environment, counted.resellerId, 50);
    await countStatements(recorder, counted);
  }
  // A second service would deliver some of the events, and the measured one would look faster than it is.
  await recording.disposeAsync();

  const working = opened.use(new AsyncDisposableStack());
  const servers = await startServers(environment, purchase, working);
  await measureReads(environment, servers, reader, READS.filter(isWanted), reads);
  if (isWanted('purchase')) await measurePurchases(environment, servers, purchases);
  if (isWanted('one-reseller')) await measureOneReseller(environment, servers, purchases);
  await working.disposeAsync();

  const commands = opened.use(new AsyncDisposableStack());
  if (isWanted('workers')) await measureWorkers(environment, reader, workers, commands);
  await commands.disposeAsync();

  const traced = opened.use(new AsyncDisposableStack());
  if (isWanted('traces')) await measureTraces(environment, reader, traces, traced);
  await traced.disposeAsync();

  if (isWanted('live')) await measureLive(environment, live);
  if (isWanted('webhooks')) await measureWebhooks(environment, webhooks);
  if (isWanted('lines')) await measureLines(environment, reader, lines);
  // This is last, because the database goes on writing and vacuuming long after a million orders were
  // inserted.
  if (isWanted('growth')) await measureGrowth(environment, growth);
}

function isWanted(work: WorkName): boolean {
  return only.includes(work);
}
