import { parseArgs } from 'node:util';
import { openGround } from './ground.ts';
import { measureGrowth } from './growth.ts';
import { LIST_KEYS, measureOrderList } from './order-list.ts';
import { measurePurchases } from './purchases.ts';
import { startRecordedService } from './recorder.ts';
import { seedOrders, seedProxies, seedReseller } from './seed.ts';
import { countStatements } from './statements.ts';

const FULL = {
  list: { rounds: 9, seconds: 2 },
  purchases: { rounds: 3, seconds: 3 },
  growth: { few: 1_000, many: 1_000_000, samples: 200 },
};
/** Shows that everything runs; its figures mean nothing. */
const QUICK = {
  list: { rounds: 1, seconds: 1 },
  purchases: { rounds: 1, seconds: 1 },
  growth: { few: 1_000, many: 10_000, samples: 20 },
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

async function measure({ list, purchases, growth }: typeof FULL): Promise<void> {
  const ground = await openGround(opened);
  const recorded = await startRecordedService(ground);
  opened.defer(() => recorded.close());
  const reseller = await seedReseller(ground, LIST_KEYS);
  await seedOrders(ground, reseller.resellerId, 50);
  await seedProxies(ground, reseller.resellerId);

  await measureOrderList(ground, recorded, reseller, list);
  await measurePurchases(ground, recorded, purchases);
  await measureGrowth(ground, growth);
  await countStatements(recorded, reseller);
}
