import { systemClock } from '../../../src/kit/clock.ts';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { serveParent } from './serve-parent.ts';

/** More than any run buys. */
const STOCK = 1_000_000;

/** The upstream, which answers at once and never says that it is asked too often. */
await serveParent(async ({ stateDir }: { stateDir: string }) => {
  const requestsPerSecond = Number.POSITIVE_INFINITY;
  const sandbox = await startSandbox({ port: 0, stateDir, clock: systemClock, requestsPerSecond });
  sandbox.setStock('4', 'us', STOCK);
  return { ready: { url: sandbox.px6Url, key: sandbox.px6Key }, close: () => sandbox.close() };
});
