import { setTimeout } from 'node:timers/promises';
import { type Intent, isFinal } from './client-record.ts';
import { isTaken } from './crash-table.ts';
import { nextKey, type RunContext } from './customers.ts';
import type { Points } from './points.ts';
import type { Reseller } from './system.ts';
import { arm } from './upstream-faults.ts';
import { prepare, WORKS } from './works.ts';

/** The call that spends money, for each kind of work; its effect comes late. */
const LAST_CALLS = [
  { upstream: 'px6', call: 'buy' },
  { upstream: 'px6', call: 'prolong' },
  { upstream: 'dataimpulse', call: 'create' },
  { upstream: 'dataimpulse', call: 'balance-add' },
] as const;
/** Until the work is done, in ms of the system's clock: long enough that all is refunded before. */
const LATE_MS = 12_000;
/** By the moved clock: leases have ended, and what was not found is refunded. */
const REFUNDED_SECONDS = 40;
/** By the moved clock, from the refund to the effect: the sweep after a minute finds nothing. */
const LATER_SECONDS = 300;
/** By the moved clock: the sweep after ten minutes is due. */
const SWEPT_SECONDS = 320;
/** In ms: all sweeps of the crashes before are due at once, and each account takes three calls a second. */
const GIVEN_BACK_WITHIN_MS = 120_000;
/** A sweep whose process has died is taken over after a minute. */
const TAKEN_OVER_SECONDS = 62;
const ATTEMPTS = 40;

export interface LateWork {
  /** What was refunded before the upstream did it. */
  refunded: Intent[];
  /** Crashes within sweeps whose point was not reached. */
  missed: string[];
}

/**
 * The answers of all kinds of work are lost with their process, everything is refunded, and minutes later the
 * upstreams do the work. The processes are killed again within the sweeps that give it back.
 */
export async function workLate(context: RunContext, points: Points, reseller: Reseller): Promise<LateWork> {
  const { system, caller } = context;
  const { clock, control, processes } = system;
  const [lost, other] = processes;
  if (!lost || !other) return { refunded: [], missed: [] };
  const intents = [];
  for (const work of WORKS) {
    const bought = await prepare(context, reseller, work, (intent) =>
      caller.attempt(other.url, 1, nextKey(reseller), intent, 'rest'),
    );
    if (bought) intents.push(bought);
  }
  await arm(
    control,
    LAST_CALLS.map((call) => ({ ...call, mode: 'slow', times: 1, delayMs: LATE_MS })),
  );
  const doneAt = performance.now() + LATE_MS;
  const asked = intents.map((intent) => caller.attempt(lost.url, 0, nextKey(reseller), intent, 'graphql'));
  await isTaken(control);
  await lost.kill();
  await Promise.all(asked);
  const started = lost.start();
  await clock.move(REFUNDED_SECONDS);
  const ends = intents.map(async (intent) => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const outcome = await caller.attempt(other.url, 1, nextKey(reseller), intent, 'rest');
      if (isFinal(outcome)) return outcome.kind === 'refused' ? [intent] : [];
      await setTimeout(250);
    }
    return [];
  });
  const refunded = (await Promise.all(ends)).flat();
  await clock.move(LATER_SECONDS);
  await started;
  await setTimeout(Math.max(0, doneAt + 500 - performance.now()));

  const killAll = () => Promise.all(processes.map((process) => process.kill()));
  await arm(control, [{ upstream: 'px6', call: 'delete', mode: 'hang', times: 1 }]);
  await clock.move(SWEPT_SECONDS);
  const isHanging = await isTaken(control, GIVEN_BACK_WITHIN_MS);
  await killAll();
  await arm(control, []);
  await points.hold('sweep_ending');
  await Promise.all(processes.map((process) => process.start()));
  await clock.move(TAKEN_OVER_SECONDS);
  const isHeld = await points.reached('sweep_ending');
  await killAll();
  await points.letGo('sweep_ending');
  await Promise.all(processes.map((process) => process.start()));
  await clock.move(TAKEN_OVER_SECONDS);
  return {
    refunded,
    missed: [...(isHeld ? [] : ['the end of a sweep']), ...(isHanging ? [] : ['the giving back of a sweep'])],
  };
}
