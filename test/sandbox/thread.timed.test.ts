import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { expect, onTestFinished, test } from 'vitest';
import { basic } from './support/clients.ts';
import { buy, openThread } from './support/thread.ts';

const MEGABYTE = 1_000_000;

test("the service's event loop stays free while a tunnel carries heavy traffic", async () => {
  const { sandbox } = await openThread();
  const proxy = await buy(sandbox);
  const traffic = fork(new URL('./gateway/traffic.ts', import.meta.url));
  onTestFinished(() => {
    traffic.kill();
  });
  await once(traffic, 'message');

  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const busy = performance.eventLoopUtilization();
  const bytes = 300 * MEGABYTE;
  traffic.send({ proxyPort: Number(proxy.port), authorization: basic(proxy), bytes });
  const [received] = await once(traffic, 'message');
  const { utilization } = performance.eventLoopUtilization(busy);
  delay.disable();
  expect(received).toBeGreaterThanOrEqual(bytes);
  // The traffic takes no time of this event loop; the rest is other work on the same machine.
  expect(utilization).toBeLessThan(0.2);
  expect(delay.mean / 1e6).toBeLessThan(25);
});
