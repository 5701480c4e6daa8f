import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { isFailureOfWork, UpstreamError } from '../upstreams/failure.ts';
import { handlerOf } from './handler-of.ts';
import { SWEEP } from './jobs.ts';
import { OPERATION_COLUMNS, type Operation, toOperation } from './operation.ts';
import type { Swept } from './operation-handler.ts';
import type { Services } from './services.ts';
import { nextSweepAfter } from './sweep-times.ts';

/** How long a sweep whose process died, or whose order was busy, waits to be tried again. */
const HELD_FOR_MS = 60_000;
/** How long a call whose answer was lost may still take effect at the upstream. */
const LOOK_AGAIN_AFTER_MS = 120_000;

interface Due extends Selectable<Tables['sweeps']> {
  state: 'settled' | 'refunded';
  decided_at: Date;
  /** Attempts at this round that have failed; null when none has. */
  attempt: number | null;
}

/**
 * Reads the upstream once more for one operation that has ended some time ago. Whatever the upstream did for it
 * beyond what was paid for is given back, or written off. Returns whether a sweep was due. Any number of
 * processes may do this at the same time. A failure is recorded. Throws it if it is not an UpstreamError.
 */
export async function sweepOne(services: Services): Promise<boolean> {
  const now = services.clock.now();
  const [row] = await takeDue(services.database.sql, {
    now,
    heldUntil: new Date(now.getTime() + HELD_FOR_MS),
  });
  if (!row) return false;
  try {
    const swept = await sweep(services, toOperation(row), row);
    // A sweep that met a busy order has tried nothing. It is due again at the end of its hold.
    if (swept !== 'busy') await succeed(services, row, swept);
  } catch (error) {
    if (isFailureOfWork(error)) await noteFailure(services, row, error);
    if (!(error instanceof UpstreamError)) throw error;
  }
  return true;
}

async function sweep(services: Services, operation: Operation, { state, decided_at }: Due): Promise<Swept> {
  try {
    return await handlerOf(operation).sweep(services, operation, state, decided_at);
  } catch (error) {
    // Without an account there is nothing to give back.
    if (error instanceof UpstreamError && error.outcome === 'gone') return 'done';
    throw error;
  }
}

/** In one statement, or in a transaction when a record of failures has to be deleted, too. */
async function succeed(services: Services, row: Due, swept: 'done' | 'again'): Promise<void> {
  const { database, clock } = services;
  const write = (db: Sql) => (swept === 'again' ? lookAgain(db, row, clock.now()) : finishRound(db, row));
  if (row.attempt === null) return write(database.sql);
  await database.inTransaction(async (tx) => {
    await write(tx);
    await SWEEP.succeed(tx, { key: row.operation_id, attempt: row.attempt });
  });
}

/** If this cannot be written, the sweep is due again at the end of its hold, as if it had not failed. */
async function noteFailure({ database, clock }: Services, row: Due, error: unknown): Promise<void> {
  const noted = database.inTransaction(async (tx) => {
    const held = await tx
      .selectFrom('sweeps')
      .select('round')
      .where((eb) => isOurs(eb, row))
      .forUpdate()
      .executeTakeFirst();
    if (!held) return;
    const attempted = { key: row.operation_id, attempt: row.attempt };
    const next = await SWEEP.fail(tx, attempted, error, clock.now());
    // A sweep that is put off comes after all that are due. After an outage thousands may be put off, and a
    // search by `due_at` would pass all of them each time.
    await tx
      .updateTable('sweeps')
      .set({ due_at: next ?? sql<Date>`'infinity'` })
      .where((eb) => isOurs(eb, row))
      .execute();
  });
  await noted.catch(() => {});
}

const takeDue = statement<{ now: Date; heldUntil: Date }>()((db, { now, heldUntil }) =>
  db
    .with('due', (cte) =>
      cte
        .selectFrom('sweeps')
        .select(['reseller_id', 'operation_id'])
        .where('due_at', '<=', now)
        .where(({ cast }) => SWEEP.isReady(cast('sweeps.operation_id', 'text'), now))
        .orderBy('due_at')
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .with('taken', (cte) =>
      cte
        .updateTable('sweeps as s')
        .from('due')
        .set({ due_at: heldUntil })
        .whereRef('s.reseller_id', '=', 'due.reseller_id')
        .whereRef('s.operation_id', '=', 'due.operation_id')
        .returning(['s.operation_id', 's.round', 's.due_at'])
        .returning(({ cast }) => SWEEP.attempt(cast('s.operation_id', 'text')).as('attempt')),
    )
    .selectFrom('taken')
    .innerJoin('operations', 'operations.id', 'taken.operation_id')
    .select(OPERATION_COLUMNS)
    .select(['operations.state', 'operations.decided_at'])
    .select(['taken.operation_id', 'taken.round', 'taken.due_at', 'taken.attempt'])
    // Only what was decided is swept.
    .$narrowType<{ state: 'settled' | 'refunded'; decided_at: Date }>(),
);

/** A settled operation is swept once; a refunded one three times, because its work may be done late. */
async function finishRound(db: Sql, row: Due): Promise<void> {
  const after = row.state === 'refunded' ? nextSweepAfter(row.round) : undefined;
  if (after === undefined) {
    await db
      .deleteFrom('sweeps')
      .where((eb) => isOurs(eb, row))
      .execute();
  } else {
    const dueAt = new Date(row.decided_at.getTime() + after * 1_000);
    await db
      .updateTable('sweeps')
      .set({ round: row.round + 1, due_at: dueAt })
      .where((eb) => isOurs(eb, row))
      .execute();
  }
}

/**
 * A worker that was suspended must not end a round that another one has ended, or that was put off meanwhile.
 */
function isOurs(
  { and }: ExpressionBuilder<Tables, 'sweeps'>,
  { reseller_id, operation_id, round, due_at }: Due,
) {
  return and({ reseller_id, operation_id, round, due_at });
}

/**
 * Puts the round off, even if another worker has ended it meanwhile: the upstream may carry out this worker's
 * calls after the other one has read it.
 */
async function lookAgain(db: Sql, { reseller_id, operation_id, round }: Due, now: Date): Promise<void> {
  const due_at = new Date(now.getTime() + LOOK_AGAIN_AFTER_MS);
  await db
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
