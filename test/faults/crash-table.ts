import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../../src/sandbox/faults.ts';
import type { Door, Intent } from './client-record.ts';
import { nextKey, type RunContext } from './customers.ts';
import { DATABASE_POINTS, type DatabasePoint, type Points } from './points.ts';
import type { Random } from './random.ts';
import type { Reseller } from './system.ts';
import { arm } from './upstream-faults.ts';
import { prepare, WORKS, type Work } from './works.ts';

/** The upstream's calls for each kind of work, in order. */
const CALLS: Record<Work, { upstream: Fault['upstream']; calls: string[] }> = {
  'term purchase': { upstream: 'px6', calls: ['buy'] },
  'luxury purchase': { upstream: 'dataimpulse', calls: ['create', 'balance-add', 'balance-get'] },
  renewal: { upstream: 'px6', calls: ['getproxy', 'prolong'] },
  traffic: { upstream: 'dataimpulse', calls: ['balance-get', 'balance-add'] },
};
/**
 * The upstream gets the request and never answers, does the work and resets the connection, or does the work
 * after the crash.
 */
const UPSTREAM_MODES = ['hang', 'reset_after', 'slow'] as const;
/** Longer than it takes to kill a process. */
const SLOW_MS = 700;
const REACH_MS = 20_000;
const POLL_MS = 10;

/** What is ended at a point: the process of the service, or its database connection. */
type Victim = 'process' | 'connection';

/** One crash: what is ended, at which point, during which work, asked for through which door. */
interface Crash {
  name: string;
  work: Work;
  door: Door;
  victim: Victim;
  at: DatabasePoint | Fault;
}

/** Every point of the flow, for every kind of work and through both doors. */
const CRASHES: readonly Crash[] = WORKS.flatMap((work) => [
  ...(['process', 'connection'] as const).flatMap((victim) =>
    DATABASE_POINTS.filter((point) => point !== 'remembering' || work !== 'term purchase').map((at) => ({
      work,
      at,
      victim,
      name: `${victim} at ${at}`,
    })),
  ),
  ...CALLS[work].calls.flatMap((call) =>
    UPSTREAM_MODES.map((mode) => ({
      work,
      victim: 'process' as const,
      name: `process at ${call} ${mode}`,
      at: faultAt(work, call, mode),
    })),
  ),
]).flatMap((crash) => (['rest', 'graphql'] as const).map((door) => ({ ...crash, door })));

export interface CrashCounts {
  crashes: number;
  /** Crashes whose point was not reached: they prove nothing. */
  missed: string[];
}

/** Performs `count` crashes of the table in a random order, and starts over when the table is at its end. */
export async function crashEverywhere(
  context: RunContext,
  points: Points,
  random: Random,
  count: number,
): Promise<CrashCounts> {
  const table = random.shuffle(CRASHES);
  const missed: string[] = [];
  const starts: Promise<void>[] = [];
  for (let number = 0; number < count; number++) {
    const crash = table[number % table.length];
    const reseller = context.system.resellers[number % context.system.resellers.length];
    if (!crash || !reseller) break;
    // The processes are killed in turns: while one restarts, the other is tested.
    const index = number % context.system.processes.length;
    await starts[index];
    if (!(await crashOnce(context, points, crash, reseller, index)))
      missed.push(`${crash.work}, ${crash.name}, ${crash.door}`);
    if (crash.victim === 'connection') continue;
    starts[index] = context.system.processes[index]?.start() ?? Promise.resolve();
    // Its failure is thrown where the start is awaited.
    starts[index].catch(() => {});
  }
  await Promise.all(starts);
  return { crashes: count - missed.length, missed };
}

/**
 * Asks one process for the work, and kills it or its connection at the point. Returns whether the point was
 * reached.
 */
async function crashOnce(
  context: RunContext,
  points: Points,
  crash: Crash,
  reseller: Reseller,
  index: number,
): Promise<boolean> {
  const { system, caller } = context;
  const { at, door, work, victim } = crash;
  const process = system.processes[index];
  const ask = (intent: Intent, through: Door) =>
    caller.attempt(process?.url ?? '', index, nextKey(reseller), intent, through);
  const intent = await prepare(context, reseller, work, (purchase) => ask(purchase, 'rest'));
  if (!process || !intent) return false;
  if (typeof at !== 'string') await arm(system.control, [at]);
  else if (at.startsWith('refund')) await arm(system.control, [refusalOf(work)]);
  if (typeof at === 'string') await points.hold(at);
  const asked = ask(intent, door);
  const isReached = typeof at === 'string' ? await points.reached(at) : await isTaken(system.control);
  if (victim === 'process') await process.kill();
  else if (isReached && typeof at === 'string') await points.cut(at);
  if (typeof at === 'string') await points.letGo(at);
  await asked;
  await arm(system.control, []);
  return isReached;
}

/** Whether the armed faults were all met in time. */
export async function isTaken(control: string, withinMs = REACH_MS): Promise<boolean> {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    const armed = (await (await fetch(`${control}/control/faults`)).json()) as unknown[];
    if (armed.length === 0) return true;
    await setTimeout(POLL_MS);
  }
  return false;
}

function faultAt(work: Work, call: string, mode: (typeof UPSTREAM_MODES)[number]): Fault {
  return {
    upstream: CALLS[work].upstream,
    call,
    mode,
    times: 1,
    ...(mode === 'slow' && { delayMs: SLOW_MS }),
  };
}

/** As often as it is called: what one account of an upstream refuses is asked of another. */
function refusalOf(work: Work): Fault {
  const { upstream, calls } = CALLS[work];
  const call = calls.at(-1) === 'balance-get' ? 'balance-add' : (calls.at(-1) ?? '*');
  return { upstream, call, mode: 'refuse' };
}
