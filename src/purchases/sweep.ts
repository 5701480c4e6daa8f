import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { handlerOf } from './handler-of.ts';
import { OPERATION_COLUMNS, toOperation } from './operation.ts';
import type { Services } from './services.ts';
import { nextSweepAfter } from './sweep-times.ts';

/** How long a sweep that could not be done, or whose process died, waits to be tried again. */
const RETRY_AFTER_MS = 60_000;
/** How long a call whose answer was lost may still land at the upstream. */
const LOOK_AGAIN_AFTER_MS = 120_000;

type Due = Selectable<Tables['sweeps']>;

/**
 * Looks at the upstream once more for one operation that has ended a while ago. What the upstream did of it
 * beyond what was paid for is given back, or written off. Returns whether one was due. Any number of
 * processes may do this at the same time.
 */
export async function sweepOne(services: Services): Promise<boolean> {
  const now = services.clock.now();
  const [row] = await takeDue(services.database.sql, {
    now,
    retryAt: new Date(now.getTime() + RETRY_AFTER_MS),
  });
  if (!row) return false;
  const operation = toOperation(row);
  const { state, decided_at: decidedAt } = row;
  try {
    const swept = await handlerOf(operation).sweep(services, operation, state, decidedAt);
    if (swept === 'again') await lookAgain(services, row);
    else if (swept === 'done') await finishRound(services, row, state, decidedAt);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // Where there is no account, there is nothing to be given back. Otherwise it stays due, and is tried
    // again.
    if (error.outcome === 'gone') await finishRound(services, row, state, decidedAt);
  }
  return true;
}

const takeDue = statement<{ now: Date; retryAt: Date }>()((db, { now, retryAt }) =>
  db
    .with('due', (cte) =>
      cte
        .selectFrom('sweeps')
        .select(['reseller_id', 'operation_id'])
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .with('taken', (cte) =>
      cte
        .updateTable('sweeps as s')
        .from('due')
        .set({ due_at: retryAt })
        .whereRef('s.reseller_id', '=', 'due.reseller_id')
        .whereRef('s.operation_id', '=', 'due.operation_id')
        .returning(['s.operation_id', 's.round', 's.due_at']),
    )
    .selectFrom('taken')
    .innerJoin('operations', 'operations.id', 'taken.operation_id')
    .select(OPERATION_COLUMNS)
    .select(['operations.state', 'operations.decided_at'])
    .select(['taken.operation_id', 'taken.round', 'taken.due_at'])
    // Only what was decided is swept.
    .$narrowType<{ state: 'settled' | 'refunded'; decided_at: Date }>(),
);

/** What was delivered is looked at once; what was refunded three times, since late work comes late. */
async function finishRound(
  { database }: Services,
  { reseller_id, operation_id, round, due_at }: Due,
  state: 'settled' | 'refunded',
  decidedAt: Date,
): Promise<void> {
  const after = state === 'refunded' ? nextSweepAfter(round) : undefined;
  // A sweeper that was asleep must not end a round that another has ended, nor one that was put off
  // meanwhile.
  const isOurs = ({ and }: ExpressionBuilder<Tables, 'sweeps'>) =>
    and({ reseller_id, operation_id, round, due_at });
  if (after === undefined) {
    await database.sql.deleteFrom('sweeps').where(isOurs).execute();
  } else {
    const dueAt = new Date(decidedAt.getTime() + after * 1_000);
    await database.sql
      .updateTable('sweeps')
      .set({ round: round + 1, due_at: dueAt })
      .where(isOurs)
      .execute();
  }
}

/**
 * Puts the round off, also when another sweeper has ended it meanwhile: what this one asked for may come
 * after that one's look.
 */
async function lookAgain(
  { database, clock }: Services,
  { reseller_id, operation_id, round }: Due,
): Promise<void> {
  const due_at = new Date(clock.now().getTime() + LOOK_AGAIN_AFTER_MS);
  await database.sql
    .insertInto('sweeps')
    .values({ reseller_id, operation_id, round, due_at })
    .onConflict((conflict) =>
      conflict.columns(['reseller_id', 'operation_id']).doUpdateSet(({ fn, ref }) => ({
        round: fn<number>('least', ['sweeps.round', 'excluded.round']),
        due_at: ref('excluded.due_at'),
      })),
    )
    .execute();
}
