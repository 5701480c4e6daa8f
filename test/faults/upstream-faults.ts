import { setTimeout } from 'node:timers/promises';
import { DATAIMPULSE_CALLS } from '../../src/sandbox/dataimpulse/routes.ts';
import { type Fault, type FaultMode, MODES } from '../../src/sandbox/faults.ts';
import { PX6_CALLS } from '../../src/sandbox/px6/api.ts';
import type { Random } from './random.ts';

const UPSTREAMS = { px6: PX6_CALLS, dataimpulse: DATAIMPULSE_CALLS };
/**
 * The calls that spend money or find out whether it was spent: only a fault in one of them can cause damage.
 */
const WEIGHTY = {
  px6: ['buy', 'buy', 'prolong', 'getproxy', 'delete'],
  dataimpulse: ['create', 'balance-add', 'balance-add', 'balance-get', 'list', 'delete'],
} satisfies Record<keyof typeof UPSTREAMS, string[]>;

/** In ms. Longer than the service waits for an upstream: the work is done after the service has given up. */
const LATE_MS = 25_000;

/**
 * A fault's greatest number of times. With more customers it grows, so that their rate of faults stays the
 * same.
 */
const TIMES_AT_LEAST = 3;
const CUSTOMERS_OF_TIME = 6;

/** The faults of the upstreams. */
interface UpstreamFaults {
  /** How often each mode was armed. */
  armed: Map<FaultMode, number>;
  /** How many calls of the upstreams had a fault. */
  met: number;
  /** The latest instant at which delayed work may be done, by `performance.now()`. */
  lateUntil: number;
}

interface UpstreamFaultsOptions {
  rough: boolean;
  customers: number;
  /** What is armed beside every schedule. */
  always?: readonly Fault[];
  /** Whether there are schedules at all. */
  others?: boolean;
  signal: AbortSignal;
}

/**
 * Arms and clears faults until the signal, one random schedule after the other. `rough`: with long delays,
 * too.
 */
export function startUpstreamFaults(
  control: string,
  random: Random,
  { rough, customers, always = [], others = true, signal }: UpstreamFaultsOptions,
): UpstreamFaults & { ended: Promise<void> } {
  const upstreamFaults: UpstreamFaults = { armed: new Map(), met: 0, lateUntil: 0 };
  async function blow(): Promise<void> {
    let before: readonly Fault[] = [];
    while (!signal.aborted) {
      const faults =
        !others || random.chance(0.3)
          ? []
          : Array.from({ length: random.whole(1, 3) }, () => draw(random, rough, customers));
      upstreamFaults.met += countTaken(before, await armed(control));
      before = [...faults, ...always];
      await arm(control, before);
      for (const { mode, delayMs = 0 } of faults) {
        upstreamFaults.armed.set(mode, (upstreamFaults.armed.get(mode) ?? 0) + 1);
        // The fault may be used until the next schedule, and then delays the call by this time.
        upstreamFaults.lateUntil = Math.max(upstreamFaults.lateUntil, performance.now() + delayMs + 2_000);
      }
      await setTimeout(random.whole(100, 1_000), undefined, { signal }).catch(() => {});
    }
    upstreamFaults.met += countTaken(before, await armed(control));
    await arm(control, []);
  }
  return Object.assign(upstreamFaults, { ended: blow() });
}

function draw(random: Random, rough: boolean, customers: number): Fault {
  const upstream = random.pick(['px6', 'dataimpulse'] as const);
  const known = UPSTREAMS[upstream];
  const usable = MODES.filter(
    (mode) => !known.unsupported.includes(mode) && (mode !== 'hang' || random.chance(0.15)),
  );
  const mode = random.pick(usable);
  const calls = random.chance(0.7) ? WEIGHTY[upstream] : known.calls;
  const fitting = calls.filter((call) => mode !== 'partial' || known.divisible.includes(call));
  const call = fitting.length === 0 || random.chance(0.1) ? '*' : random.pick(fitting);
  const delayMs = mode === 'slow' || random.chance(0.1) ? delayOf(random, rough) : 0;
  return {
    upstream,
    call,
    mode,
    times: mode === 'hang' ? 1 : random.whole(1, Math.max(TIMES_AT_LEAST, customers / CUSTOMERS_OF_TIME)),
    ...(delayMs > 0 && { delayMs }),
  };
}

function delayOf(random: Random, rough: boolean): number {
  return rough && random.chance(0.05) ? LATE_MS : random.whole(20, 1_500);
}

function countTaken(before: readonly Fault[], left: readonly Fault[]): number {
  const times = (faults: readonly Fault[]) => faults.reduce((sum, fault) => sum + (fault.times ?? 0), 0);
  return times(before) - times(left);
}

async function armed(control: string): Promise<Fault[]> {
  return (await (await fetch(`${control}/control/faults`)).json()) as Fault[];
}

export async function arm(control: string, faults: readonly Fault[]): Promise<void> {
  const answer = await fetch(`${control}/control/faults`, { method: 'PUT', body: JSON.stringify(faults) });
  if (!answer.ok) throw new Error(`The sandbox takes no such faults: ${await answer.text()}`);
}

/** Has the sandbox sell more IPv4 proxies in the US than any run buys. */
export async function fillStock(control: string): Promise<void> {
  const body = JSON.stringify({ version: '4', country: 'us', available: 1_000_000 });
  await fetch(`${control}/control/stock`, { method: 'PUT', body });
}
