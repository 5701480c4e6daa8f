import { parseArgs } from 'node:util';
import { openEnvironment } from './environment.ts';
import { measureGrowth } from './growth.ts';
import { measureLines } from './lines.ts';
import { measureLive } from './live.ts';
import { LIST_KEYS, measureOrderList } from './order-list.ts';
import { measurePurchases } from './purchases.ts';
import { startRecordedService } from './recorder.ts';
import { seedOrders, seedProxies, seedReseller } from './seed.ts';
import { countStatements } from './statements.ts';

const FULL = {
  list: { rounds: 9, seconds: 2 },
  purchases: { rounds: 3, seconds: 3 },
  growth: { few: 1_000, many: 1_000_000, samples: 200 },
  live: { resellers: 50, rounds: 20, silenceSeconds: 10 },
  lines: { rounds: 5, seconds: 2 },
};
/** A quick run that shows that everything works; its figures mean nothing. */
const QUICK = {
  list: { rounds: 1, seconds: 1 },
  purchases: { rounds: 1, seconds: 1 },
  growth: { few: 1_000, many: 10_000, samples: 20 },
  live: { resellers: 2, rounds: 1, silenceSeconds: 1 },
  lines: { rounds: 1, seconds: 1 },
};

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const opened = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void opened.disposeAsync().finally(() => process.exit(1)));
}
try {
  await measure(values.quick ? QUICK : FULL);
} finally {
  await opened.disposeAsync();
}

async function measure({ list, purchases, growth, live, lines }: typeof FULL): Promise<void> {
  const environment = await openEnvironment(opened);
  const reseller = await seedReseller(environment, LIST_KEYS);
  await seedOrders(environment, reseller.resellerId, 50);
  await seedProxies(environment, reseller.resellerId);

  const recording = opened.use(new AsyncDisposableStack());
  const recorded = await startRecordedService(environment);
  recording.defer(() => recorded.close());
  await measureOrderList(environment, recorded, reseller, list);
  await measurePurchases(environment, recorded, purchases);
  await countStatements(recorded, reseller);
  // A second service would deliver some of the events, and the measured one would look faster than it is.
  await recording.disposeAsync();

  await measureLive(environment, live);
  await measureLines(environment, reseller, lines);
  // This is last, because the database goes on writing and vacuuming long after a million orders were
  // inserted.
  await measureGrowth(environment, growth);
}
