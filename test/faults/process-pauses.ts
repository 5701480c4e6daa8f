import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { nextKey, type RunContext } from './customers.ts';
import type { Reseller, System } from './system.ts';
import { arm } from './upstream-faults.ts';
import { prepare, WORKS } from './works.ts';

/** Long enough that the process is paused before any of the last calls is answered. */
const SLOW_MS = 4_000;
const REACH_MS = 20_000;
/** A lease, the time that an operation has to be decided, and what recovery takes on top. */
const DECIDED_WITHIN_MS = 60_000;
const POLL_MS = 20;

/** The call that spends money, for each kind of work. */
const LAST_CALLS = [
  { upstream: 'px6', call: 'buy' },
  { upstream: 'px6', call: 'prolong' },
  { upstream: 'dataimpulse', call: 'balance-add' },
] as const;

/**
 * Pauses a process (SIGSTOP) while the upstream does every kind of work for it, asked for through both doors,
 * and continues it when the other process has decided all operations. Returns what did not happen as planned;
 * the pause proves nothing then.
 */
export async function pauseProcess(
  context: RunContext,
  reseller: Reseller,
  index: number,
): Promise<string[]> {
  const { system, caller } = context;
  const paused = system.processes[index];
  if (!paused) return ['there is no such process'];
  const ask = (door: 'rest' | 'graphql') => (intent: Parameters<typeof caller.attempt>[3]) =>
    caller.attempt(paused.url, index, nextKey(reseller), intent, door);
  const asks = [];
  for (const work of WORKS) {
    for (const door of ['rest', 'graphql'] as const) {
      const intent = await prepare(context, reseller, work, ask('rest'));
      if (!intent) return [`${work} could not be prepared`];
      asks.push({ intent, door });
    }
  }
  const keys = asks.map(({ intent }) => intent.key ?? '');
  await arm(
    system.control,
    LAST_CALLS.map((call) => ({ ...call, mode: 'slow', delayMs: SLOW_MS })),
  );
  const answers = asks.map(({ intent, door }) => ask(door)(intent));
  const isAsked = await until(REACH_MS, async () => (await countRunning(system, keys, true)) === keys.length);
  paused.pause();
  const isDecided = await until(
    DECIDED_WITHIN_MS,
    async () => (await countRunning(system, keys, false)) === 0,
  );
  paused.resume();
  await arm(system.control, []);
  await Promise.all(answers);
  return [
    ...(isAsked ? [] : ['not all of it was under way when the process was paused']),
    ...(isDecided ? [] : ['not all of it was decided while the process was paused']),
  ];
}

/**
 * Counts running operations of these keys; with `toTheEnd`, those that are at their last call of the
 * upstream.
 */
async function countRunning(
  { services }: System,
  keys: readonly string[],
  toTheEnd: boolean,
): Promise<number> {
  const { rows } = await sql`
    select from operations o join idempotency_keys k on k.operation_id = o.id
    where o.state = 'running' and k.key = any (${keys}::text[])
      and (not ${toTheEnd}::boolean or o.request ?| array['endsBefore', 'totalBefore', 'upstreamId']
        or (o.kind = 'purchase' and o.request->>'upstream' = 'px6'))`.execute(services.database.sql);
  return rows.length;
}

async function until(limitMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const giveUpAt = performance.now() + limitMs;
  while (performance.now() < giveUpAt) {
    if (await isSo()) return true;
    await setTimeout(POLL_MS);
  }
  return false;
}
