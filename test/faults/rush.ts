import { freePort } from '../../src/kit/embedded-postgres/server.ts';
import { percentile } from '../bench/figures.ts';
import { checkRush } from './check-rush.ts';
import { type Buyer, buyAtRate, PRICE_AT_MOST_USD } from './rush-load.ts';
import { openSystem, type System } from './system.ts';
import { arm } from './upstream-faults.ts';

const KEYS_OF_RESELLER = 10;

interface RushOptions {
  /** A migrated, empty database. */
  databaseUrl: string;
  directory: string;
  /** Purchases that begin in each second, over all keys and processes. */
  perSecond: number;
  seconds: number;
  /** API keys, ten for each reseller; each admits 60 purchases a minute. */
  keys: number;
  /** How long the upstream takes to sell. */
  upstreamMs: number;
}

interface RushReport {
  purchases: number;
  /** By door and status; status 0 is no answer. */
  answers: Record<string, number>;
  /** Purchases per second, from the first to the last answer. */
  achievedPerSecond: number;
  /** From the planned instant of a purchase to the end of its answer. */
  latencyMs: { p50: number; p95: number; p99: number; max: number };
  /** How late the purchases were sent, 99th percentile: the load generator shares the processors. */
  sentLateMs: number;
  /** Processor time of each process for each purchase of its own, in user and system mode. */
  cpuMsPerPurchase: number[];
  violations: string[];
}

/**
 * Many customers buy at a fixed rate from two processes: no purchase is refused or fails, and the ledger adds
 * up.
 */
export async function rush(options: RushOptions): Promise<RushReport> {
  await using opened = new AsyncDisposableStack();
  const { keys, perSecond, seconds, upstreamMs } = options;
  const resellers = Math.ceil(keys / KEYS_OF_RESELLER);
  const purchasesOfReseller = Math.ceil((perSecond * seconds) / resellers) + KEYS_OF_RESELLER;
  const openingUsd = Math.ceil(purchasesOfReseller * PRICE_AT_MOST_USD);
  const ports = [await freePort(), await freePort()];
  const environments = ports.map((port) => ({ METRICS_PORT: String(port) }));
  const system = await openSystem(
    { ...options, resellers, keysOfReseller: KEYS_OF_RESELLER, openingUsd, environments },
    opened,
  );
  await arm(system.control, [{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: upstreamMs }]);
  const cpuBefore = await readCpuSeconds(ports);
  const urls = system.processes.map(({ url }) => url);
  const { purchases, elapsedMs } = await buyAtRate(urls, buyersOf(system), { perSecond, seconds });
  const cpuAfter = await readCpuSeconds(ports);
  const latencies = purchases.map(({ latencyMs }) => latencyMs);
  const violations = await checkRush(system, purchases);
  return {
    purchases: purchases.length,
    answers: tally(purchases.map(({ door, status }) => `${door} ${status}`)),
    achievedPerSecond: rounded((purchases.length * 1_000) / elapsedMs),
    latencyMs: {
      p50: rounded(percentile(latencies, 0.5)),
      p95: rounded(percentile(latencies, 0.95)),
      p99: rounded(percentile(latencies, 0.99)),
      max: rounded(percentile(latencies, 1)),
    },
    sentLateMs: rounded(
      percentile(
        purchases.map(({ lateMs }) => lateMs),
        0.99,
      ),
    ),
    cpuMsPerPurchase: cpuAfter.map((after, index) =>
      rounded(((after - (cpuBefore[index] ?? 0)) * 1_000 * urls.length) / purchases.length),
    ),
    violations,
  };
}

/** Interleaves the resellers' keys, so that consecutive purchases are of different resellers. */
function buyersOf({ resellers }: System): Buyer[] {
  return Array.from({ length: KEYS_OF_RESELLER }, (_, index) =>
    resellers.flatMap(({ id, keys }) =>
      keys.slice(index, index + 1).map((apiKey) => ({ resellerId: id, apiKey })),
    ),
  ).flat();
}

/** Figures are some seconds old at the most, and a rush takes longer. */
async function readCpuSeconds(ports: readonly number[]): Promise<number[]> {
  return Promise.all(
    ports.map(async (port) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
    }),
  );
}

function tally(names: readonly string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]));
}

function rounded(figure: number): number {
  return Math.round(figure * 10) / 10;
}
