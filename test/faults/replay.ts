import { setTimeout } from 'node:timers/promises';
import { givenKeys } from '../support/given.ts';
import { atOnce } from './at-once.ts';
import { type Attempt, type Intent, isFinal } from './client-record.ts';
import { nextKey, type RunContext } from './customers.ts';
import type { Reseller, System } from './system.ts';

/** How many requests are sent with one key in a minute, at the most. */
export const REQUESTS_OF_KEY = 50;
/** How many keyed requests are repeated at the same time at the end. */
const REPLAYS_AT_ONCE = 8;
/** How often a replay is tried: a restart or the rate limit may delay its answer. */
const REPLAY_ATTEMPTS = 30;

/** Gives the reseller so many more API keys. */
export async function freshKeys(
  { services, keys }: System,
  reseller: Reseller,
  count: number,
): Promise<string[]> {
  const fresh = await givenKeys(services, reseller.id, count);
  keys.push(...fresh);
  return fresh;
}

/** Repeats every request with a key, at both processes and through both doors, until its outcome is known. */
export async function replayAll(context: RunContext): Promise<void> {
  const keyed = context.record.intents.filter(({ key }) => key !== undefined);
  for (const reseller of context.system.resellers) {
    const own = keyed.filter(({ resellerId }) => resellerId === reseller.id);
    // Enough keys for four replays of each request and for the reads of the checks.
    reseller.keys = await freshKeys(
      context.system,
      reseller,
      Math.ceil((own.length * 8) / REQUESTS_OF_KEY) + 2,
    );
    await atOnce(REPLAYS_AT_ONCE, own, (intent) => replay(context, reseller, intent));
  }
}

/** Ends with the first door that gives no final answer, which is a violation: the others take as long. */
async function replay(context: RunContext, reseller: Reseller, intent: Intent): Promise<void> {
  for (const [index, { url }] of context.system.processes.entries()) {
    for (const door of ['rest', 'graphql'] as const) {
      if (!(await isAnswered(() => context.caller.attempt(url, index, nextKey(reseller), intent, door))))
        return;
    }
  }
}

async function isAnswered(ask: () => Promise<Attempt['outcome']>): Promise<boolean> {
  for (let attempt = 1; attempt <= REPLAY_ATTEMPTS; attempt++) {
    const outcome = await ask();
    if (isFinal(outcome)) return true;
    if (outcome.kind === 'refused' && /^invalid_|^price_changed$/.test(outcome.code)) return true;
    await setTimeout(200);
  }
  return false;
}
