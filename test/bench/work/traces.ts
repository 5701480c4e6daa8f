import type { Request } from 'autocannon';
import { type Child, startChild } from '../child.ts';
import { type Environment, serviceOptions } from '../environment.ts';
import { measure, send } from '../load.ts';
import type { SeededReseller } from '../seed.ts';
import type { Recording } from '../servers/service.ts';
import { BARS } from './bars.ts';
import { type Contender, measureWorks, type Pace, type Work } from './contest.ts';
import { restPurchases } from './purchases.ts';
import { readsOf } from './reads.ts';

/**
 * Measures reads and purchases while no spans are recorded, and while all are: by one process, that has
 * compiled everything that both take, and until the last span is sent.
 */
export async function measureTraces(
  environment: Environment,
  reseller: SeededReseller,
  pace: Pace,
  opened: AsyncDisposableStack,
): Promise<void> {
  const start = async (script: string, options: object): Promise<Child<{ url: string }>> => {
    const child = await startChild<{ url: string }>(script, options);
    opened.defer(() => child.stop());
    return child;
  };
  const collector = await start('collector', {});
  const service = await start('service', serviceOptions(environment));
  const all: Recording = {
    tracing: { url: `${collector.ready.url}/v1/traces`, share: 1, followsClients: true },
  };
  const none: Recording = { tracing: undefined };
  const over = (recording: Recording, connections: Request[][]) => (seconds: number) =>
    measure(environment, service, async () => {
      await service.ask(recording);
      const done = await send(service, { connections, seconds });
      await service.ask(none);
      return done;
    });
  const purchases = {
    name: 'a purchase of one proxy',
    door: '/v1',
    connections: await restPurchases(environment),
  };
  const works = [...(await readsOf(environment, reseller)), purchases].map(
    ({ name, door, connections }): Work => {
      const anchor: Contender = { name: 'without traces', run: over(none, connections) };
      const against = [{ anchor, bars: BARS.traces }];
      return {
        name: `${name}, ${door}`,
        contenders: [anchor, { name: 'with traces', run: over(all, connections), against }],
      };
    },
  );
  await measureWorks(environment, 'The service without traces and with all of them', works, pace);
}
