import { sql } from 'kysely';
import { UpstreamError } from '../upstreams/failure.ts';
import { type OperationRow, toOperation } from './operation.ts';
import type { Services } from './services.ts';
import { nextSweepAfter } from './sweep-times.ts';
import { tradeOf } from './trades.ts';

/** How long a sweep that could not be done, or whose process died, waits to be tried again. */
const RETRY_AFTER_MS = 60_000;
/** How long a call whose answer was lost may still land at the upstream. */
const LOOK_AGAIN_AFTER_MS = 120_000;

type DueRow = OperationRow & {
  state: 'settled' | 'refunded';
  decided_at: string;
  round: number;
  due_at: string;
};

/**
 * Looks at the upstream once more for one operation that has ended a while ago. What the upstream did of it beyond what was paid
 * for is given back, or noted as the house's. Returns whether one was due. Any number of processes may do this at the same time.
 */
export async function sweepOne(services: Services): Promise<boolean> {
  const row = await takeDue(services);
  if (!row) return false;
  const operation = toOperation(row);
  try {
    const swept = await tradeOf(operation).sweep(services, operation, row.state, new Date(row.decided_at));
    if (swept === 'again') await lookAgain(services, row);
    else if (swept === 'done') await finishRound(services, row);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // Where there is no account, there is nothing to be given back. Otherwise it stays due, and is tried again.
    if (error.outcome === 'gone') await finishRound(services, row);
  }
  return true;
}

async function takeDue({ database, clock }: Services): Promise<DueRow | undefined> {
  const now = clock.now();
  const { rows } = await sql<DueRow>`
    with due as (
      select reseller_id, operation_id from sweeps where due_at <= ${now}
      order by due_at limit 1 for update skip locked
    ), taken as (
      update sweeps s set due_at = ${new Date(now.getTime() + RETRY_AFTER_MS)} from due
      where (s.reseller_id, s.operation_id) = (due.reseller_id, due.operation_id)
      returning s.operation_id, s.round, s.due_at
    )
    select o.id, o.reseller_id, o.kind, o.order_id, o.amount, o.request, o.state, o.lease_token, o.decide_by, o.decided_at,
      taken.round, taken.due_at
    from taken join operations o on o.id = taken.operation_id`.execute(database.sql);
  return rows[0];
}

/** What was delivered is looked at once; what was refunded three times, since late work comes late. */
async function finishRound(
  { database }: Services,
  { id, reseller_id, state, decided_at, round, due_at }: DueRow,
): Promise<void> {
  const after = state === 'refunded' ? nextSweepAfter(round) : undefined;
  // A sweeper that was asleep must not end a round that another has ended, nor one that was put off meanwhile.
  const where = sql`reseller_id = ${reseller_id} and operation_id = ${id} and round = ${round} and due_at = ${due_at}`;
  const dueAt = new Date(new Date(decided_at).getTime() + (after ?? 0) * 1_000);
  const finished =
    after === undefined
      ? sql`delete from sweeps where ${where}`
      : sql`update sweeps set round = round + 1, due_at = ${dueAt} where ${where}`;
  await finished.execute(database.sql);
}

/** Puts the round off, also when another sweeper has ended it meanwhile: what this one asked for may come after that one's look. */
async function lookAgain({ database, clock }: Services, { id, reseller_id, round }: DueRow): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + LOOK_AGAIN_AFTER_MS);
  await sql`insert into sweeps (reseller_id, operation_id, round, due_at) values (${reseller_id}, ${id}, ${round}, ${dueAt})
    on conflict (reseller_id, operation_id) do update
      set round = least(sweeps.round, excluded.round), due_at = excluded.due_at`.execute(database.sql);
}
