import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../../src/sandbox/control/faults.ts';
import { type Market, nextKey } from './customers.ts';
import type { Door, Intent, Outcome } from './diary.ts';
import { arm } from './fault-weather.ts';
import { DATABASE_POINTS, type DatabasePoint, type Points } from './points.ts';
import type { Random } from './random.ts';
import type { Reseller } from './world.ts';

const WORKS = ['term purchase', 'luxury purchase', 'renewal', 'traffic'] as const;
type Work = (typeof WORKS)[number];

const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 2 };
const LUXURY = { tier: 'di', type: 'didc', country: 'ANY', period: '1gb' };
/** What the upstream does with each work, in turn. */
const CALLS: Record<Work, { upstream: Fault['upstream']; calls: string[] }> = {
  'term purchase': { upstream: 'px6', calls: ['buy'] },
  'luxury purchase': { upstream: 'dataimpulse', calls: ['create', 'balance-add', 'balance-get'] },
  renewal: { upstream: 'px6', calls: ['getproxy', 'prolong'] },
  traffic: { upstream: 'dataimpulse', calls: ['balance-get', 'balance-add'] },
};
/** The upstream has the request, and nothing more happens; has done the work, and nobody hears of it; or does it after the crash. */
const UPSTREAM_MODES = ['hang', 'reset_after', 'slow'] as const;
/** Longer than it takes to kill a process. */
const SLOW_MS = 700;
const REACH_MS = 20_000;
const POLL_MS = 10;

/** One crash: which process dies, where, at what, and who asked. */
interface Crash {
  name: string;
  work: Work;
  door: Door;
  at: DatabasePoint | Fault;
}

/** Every point of the flow, for every kind of work, through both doors. */
const CRASHES: readonly Crash[] = WORKS.flatMap((work) => [
  ...DATABASE_POINTS.filter((point) => point !== 'remembering' || work !== 'term purchase').map((at) => ({
    work,
    at,
    name: at,
  })),
  ...CALLS[work].calls.flatMap((call) =>
    UPSTREAM_MODES.map((mode) => ({ work, name: `${call} ${mode}`, at: faultAt(work, call, mode) })),
  ),
]).flatMap((crash) => (['rest', 'graphql'] as const).map((door) => ({ ...crash, door })));

export interface CrashCounts {
  crashes: number;
  /** Crashes whose point was not passed: they prove nothing. */
  missed: string[];
}

/** Goes through the table of crashes, in an order that is drawn, and again when it is at the end, until `count` crashes are done. */
export async function crashEverywhere(
  market: Market,
  points: Points,
  random: Random,
  count: number,
): Promise<CrashCounts> {
  const table = random.shuffle(CRASHES);
  const missed: string[] = [];
  const starts: Promise<void>[] = [];
  for (let number = 0; number < count; number++) {
    const crash = table[number % table.length];
    const reseller = market.world.resellers[number % market.world.resellers.length];
    if (!crash || !reseller) break;
    // The processes take turns: while one of them starts again, the other is killed.
    const index = number % market.world.processes.length;
    await starts[index];
    if (!(await crashOnce(market, points, crash, reseller, index)))
      missed.push(`${crash.work}, ${crash.name}, ${crash.door}`);
    starts[index] = market.world.processes[index]?.start() ?? Promise.resolve();
    // It is awaited when its turn comes.
    starts[index].catch(() => {});
  }
  await Promise.all(starts);
  return { crashes: count - missed.length, missed };
}

/** Has one process do the work, and kills it at the point. Returns whether it got there. */
async function crashOnce(
  market: Market,
  points: Points,
  crash: Crash,
  reseller: Reseller,
  index: number,
): Promise<boolean> {
  const { world, caller } = market;
  const { at, door, work } = crash;
  const victim = world.processes[index];
  const ask = (intent: Intent, through: Door) =>
    caller.attempt(victim?.url ?? '', index, nextKey(reseller), intent, through);
  const intent = await prepare(market, reseller, work, (purchase) => ask(purchase, 'rest'));
  if (!victim || !intent) return false;
  if (typeof at !== 'string') await arm(world.control, [at]);
  else if (at.startsWith('refund')) await arm(world.control, [refusalOf(work)]);
  if (typeof at === 'string') await points.hold(at);
  const asked = ask(intent, door);
  const isReached = typeof at === 'string' ? await points.reached(at) : await isTaken(world.control);
  await victim.kill();
  if (typeof at === 'string') await points.letGo(at);
  await asked;
  await arm(world.control, []);
  return isReached;
}

/** What is to be asked for; an order to extend is bought first. */
async function prepare(
  { diary }: Market,
  reseller: Reseller,
  work: Work,
  buy: (purchase: Intent) => Promise<Outcome>,
): Promise<Intent | undefined> {
  const isLuxury = work === 'luxury purchase' || work === 'traffic';
  const body = isLuxury ? LUXURY : TERM;
  const purchase = diary.intend({ resellerId: reseller.id, kind: 'purchase', body, key: randomUUID() });
  if (work === 'term purchase' || work === 'luxury purchase') return purchase;
  const bought = await buy(purchase);
  if (bought.kind !== 'done') return undefined;
  return diary.intend({
    resellerId: reseller.id,
    kind: isLuxury ? 'traffic' : 'renewal',
    orderId: bought.orderId,
    body: { period: isLuxury ? '1gb' : '7d' },
    key: randomUUID(),
  });
}

async function isTaken(control: string): Promise<boolean> {
  const until = performance.now() + REACH_MS;
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

function refusalOf(work: Work): Fault {
  const { upstream, calls } = CALLS[work];
  return {
    upstream,
    call: calls.at(-1) === 'balance-get' ? 'balance-add' : (calls.at(-1) ?? '*'),
    mode: 'refuse',
    times: 1,
  };
}
