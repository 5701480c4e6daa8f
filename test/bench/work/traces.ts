import { startChild } from '../child.ts';
import { type Environment, serviceOptions } from '../environment.ts';
import { load } from '../load.ts';
import type { SeededReseller } from '../seed.ts';
import { assertSameAnswers } from './answers.ts';
import { BARS } from './bars.ts';
import { type Contender, measureWorks, type Pace, type Work } from './contest.ts';
import { restPurchases } from './purchases.ts';
import { readsOf } from './reads.ts';
import type { Server } from './servers.ts';

/** Measures reads and purchases while no spans are recorded, and while all are, and are sent. */
export async function measureTraces(
  environment: Environment,
  reseller: SeededReseller,
  pace: Pace,
  opened: AsyncDisposableStack,
): Promise<void> {
  const start = async (script: string, options: object): Promise<Server> => {
    const child = await startChild<{ url: string }>(script, options);
    opened.defer(() => child.stop());
    return child;
  };
  const collector = await start('collector', {});
  const tracing = { url: collector.ready.url, share: 1, followsClients: true };
  const silent = await start('service', serviceOptions(environment));
  const recorded = await start('service', { ...serviceOptions(environment), tracing });

  const reads = await readsOf(environment, reseller);
  for (const { connections } of reads) await assertSameAnswers(silent, recorded, connections[0] ?? []);
  const connections = await restPurchases(environment);
  const works = [...reads, { name: 'a purchase of one proxy', door: '/v1', connections }];
  const title = 'The service without traces and with all of them';
  await measureWorks(
    environment,
    title,
    works.map(({ name, door, connections }): Work => {
      const over = (server: Server) => (seconds: number) =>
        load(environment, server, { connections, seconds });
      const anchor: Contender = { name: 'without traces', run: over(silent) };
      const against = [{ anchor, bars: BARS.traces }];
      return {
        name: `${name}, ${door}`,
        contenders: [anchor, { name: 'with traces', run: over(recorded), against }],
      };
    }),
    pace,
  );
}
