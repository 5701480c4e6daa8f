import { join } from 'node:path';
import { startChild } from '../child.ts';
import { commandEnvironment, startCommand } from '../command.ts';
import { type Environment, serviceOptions } from '../environment.ts';
import { load } from '../load.ts';
import type { SeededReseller } from '../seed.ts';
import { assertSameAnswers } from './answers.ts';
import { BARS, type Bars } from './bars.ts';
import { type Contender, measureWorks, type Pace, type Work } from './contest.ts';
import { restPurchases } from './purchases.ts';
import { readsOf } from './reads.ts';

/** The most that the command takes, and more than it uses. */
const REQUESTS_PER_SECOND = 1_000;

interface Compared {
  title: string;
  /** Names, with what is added to the environment of the command. */
  plain: { name: string; settings: NodeJS.ProcessEnv };
  other: { name: string; settings: NodeJS.ProcessEnv; bars: Bars };
}

/** Measures reads and purchases of the command as one process and as two workers. */
export function measureWorkers(
  environment: Environment,
  reseller: SeededReseller,
  pace: Pace,
  opened: AsyncDisposableStack,
): Promise<void> {
  const compared = {
    title: 'The command as one process and as two workers',
    plain: { name: 'one process', settings: { WORKERS: '1' } },
    other: { name: 'two workers', settings: { WORKERS: '2' }, bars: BARS.twoWorkers },
  };
  return measureCommands(environment, reseller, pace, compared, opened);
}

/** Measures the same while no spans are recorded, and while all are, and are sent to a collector. */
export async function measureTraces(
  environment: Environment,
  reseller: SeededReseller,
  pace: Pace,
  opened: AsyncDisposableStack,
): Promise<void> {
  const collector = await startChild<{ url: string }>('collector', {});
  opened.defer(() => collector.stop());
  const compared = {
    title: 'The command without traces and with all of them',
    plain: { name: 'without traces', settings: {} },
    other: {
      name: 'with traces',
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.ready.url },
      bars: BARS.traces,
    },
  };
  await measureCommands(environment, reseller, pace, compared, opened);
}

async function measureCommands(
  environment: Environment,
  reseller: SeededReseller,
  pace: Pace,
  { title, plain, other }: Compared,
  opened: AsyncDisposableStack,
): Promise<void> {
  const { px6, ...options } = serviceOptions(environment);
  const start = ({ name, settings }: Compared['plain']) => {
    const dataDir = join(environment.directory, name);
    const limited = { ...options, px6: { ...px6, requestsPerSecond: REQUESTS_PER_SECOND } };
    return startCommand({ ...commandEnvironment(limited, dataDir), ...settings }, opened);
  };
  const first = await start(plain);
  const second = await start(other);

  const reads = await readsOf(environment, reseller);
  for (const { connections } of reads) await assertSameAnswers(first, second, connections[0] ?? []);
  const purchase = {
    name: 'a purchase of one proxy',
    door: '/v1',
    connections: await restPurchases(environment),
  };
  const works = [...reads, purchase].map(({ name, door, connections }): Work => {
    const over = (server: typeof first) => (seconds: number) =>
      load(environment, server, { connections, seconds });
    const anchor: Contender = { name: plain.name, run: over(first) };
    const against = [{ anchor, bars: other.bars }];
    return {
      name: `${name}, ${door}`,
      contenders: [anchor, { name: other.name, run: over(second), against }],
    };
  });
  await measureWorks(environment, title, works, pace);
}
