import { join } from 'node:path';
import { commandEnvironment, startCommand } from '../command.ts';
import { type Environment, serviceOptions } from '../environment.ts';
import { load } from '../load.ts';
import type { SeededReseller } from '../seed.ts';
import { assertSameAnswers } from './answers.ts';
import { BARS } from './bars.ts';
import { type Contender, measureWorks, type Pace, type Work } from './contest.ts';
import { restPurchases } from './purchases.ts';
import { readsOf } from './reads.ts';

/** The most that the command takes, and more than it uses. */
const REQUESTS_PER_SECOND = 1_000;

/** Measures reads and purchases of the command as one process and as two workers. */
export async function measureWorkers(
  environment: Environment,
  reseller: SeededReseller,
  pace: Pace,
  opened: AsyncDisposableStack,
): Promise<void> {
  const { px6, ...options } = serviceOptions(environment);
  const start = (workers: number) => {
    const dataDir = join(environment.directory, `workers-${workers}`);
    const limited = { ...options, px6: { ...px6, requestsPerSecond: REQUESTS_PER_SECOND } };
    const env = { ...commandEnvironment(limited, dataDir), WORKERS: String(workers) };
    return startCommand(env, opened);
  };
  const alone = await start(1);
  const shared = await start(2);

  const reads = await readsOf(environment, reseller);
  for (const { connections } of reads) await assertSameAnswers(alone, shared, connections[0] ?? []);
  const purchase = {
    name: 'a purchase of one proxy',
    door: '/v1',
    connections: await restPurchases(environment),
  };
  const works = [...reads, purchase].map(({ name, door, connections }): Work => {
    const over = (server: typeof alone) => (seconds: number) =>
      load(environment, server, { connections, seconds });
    const one: Contender = { name: 'one process', run: over(alone) };
    const two: Contender = {
      name: 'two workers',
      run: over(shared),
      against: [{ anchor: one, bars: BARS.twoWorkers }],
    };
    return { name: `${name}, ${door}`, contenders: [one, two] };
  });
  await measureWorks(environment, 'The command as one process and as two workers', works, pace);
}
