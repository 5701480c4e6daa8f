import { randomUUID } from 'node:crypto';
import { type AliasableExpression, type QueryCreator, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { Lease } from '../kit/lease.ts';
import { about } from '../kit/request.ts';
import { insertSelect, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { SWEEP } from './jobs.ts';
import { OPERATION_COLUMNS, type Operation, toOperation } from './operation.ts';
import type { Services } from './services.ts';

/** A sweep whose process has died is taken by another one after this time. Nobody waits for it. */
const LEASE = new Lease('sweeps', { token: 'lease_token', until: 'leased_until', seconds: 60 });
/** How long a call whose answer was lost may still take effect at the upstream. */
export const LOOK_AGAIN_AFTER_MS = 120_000;

/** The sweep of an operation that has ended, leased to this process. */
export interface DueSweep {
  operation: Operation;
  state: 'settled' | 'refunded';
  decidedAt: Date;
  round: number;
  token: string;
  /** Attempts at this round that have failed; null when none has. */
  attempt: number | null;
}

/** Takes the lease of the sweep that has been due for longest; undefined when none is due. */
export async function takeDueSweep({ database, clock }: Services): Promise<DueSweep | undefined> {
  const token = randomUUID();
  const [row] = await takeDue(database.sql, { token, now: clock.now() });
  if (!row) return undefined;
  const { state, decided_at: decidedAt, round, attempt } = row;
  return { operation: toOperation(row), state, decidedAt, round, token, attempt };
}

const takeDue = statement<{ token: string; now: Date }>()((db, { token, now }) =>
  db
    .with('due', (cte) =>
      cte
        .selectFrom('sweeps')
        .select(['reseller_id', 'operation_id'])
        .where('due_at', '<=', now)
        .where(LEASE.isFreeFor(token, now))
        .where(({ cast }) => SWEEP.isReady(cast('sweeps.operation_id', 'text'), now))
        // Without an operation it could not be done, would be due for ever, and keep the others from theirs.
        .where(({ eb, selectFrom }) =>
          eb(
            selectFrom('operations')
              .select('operations.id')
              .whereRef('operations.id', '=', 'sweeps.operation_id')
              .$asScalar(),
            'is not',
            null,
          ),
        )
        .orderBy('due_at')
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .with('taken', (cte) =>
      cte
        .updateTable('sweeps')
        .from('due')
        .set(LEASE.taken(token, now))
        .whereRef('sweeps.reseller_id', '=', 'due.reseller_id')
        .whereRef('sweeps.operation_id', '=', 'due.operation_id')
        .returning(['sweeps.operation_id', 'sweeps.round'])
        .returning(({ cast }) => SWEEP.attempt(cast('sweeps.operation_id', 'text')).as('attempt')),
    )
    .selectFrom('taken')
    .innerJoin('operations', 'operations.id', 'taken.operation_id')
    .select(OPERATION_COLUMNS)
    .select(['operations.state', 'operations.decided_at', 'taken.round', 'taken.attempt'])
    // Only what was decided is swept.
    .$narrowType<{ state: 'settled' | 'refunded'; decided_at: Date }>(),
);

/** Renews the lease while `work` runs, however long the upstream takes. */
export function whileLeased<Result>(
  { database, clock }: Services,
  due: DueSweep,
  work: () => Promise<Result>,
): Promise<Result> {
  const renew = () => updateLeased(database.sql, due).set(LEASE.renewed(clock.now())).execute();
  const { resellerId, orderId, id: operationId } = due.operation;
  return about({ resellerId, orderId, operationId }, () => LEASE.keep(renew, work));
}

/** Settled, it is swept once; refunded, three times: work may be late. False when another has taken it. */
export async function finishRound(db: Sql, due: DueSweep): Promise<boolean> {
  const after = due.state === 'refunded' ? SWEEPS_AFTER_SECONDS[due.round] : undefined;
  if (after === undefined) {
    const { numDeletedRows } = await db
      .deleteFrom('sweeps')
      .where('reseller_id', '=', due.operation.resellerId)
      .where('operation_id', '=', due.operation.id)
      .where(LEASE.isHeldBy(due.token))
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }
  const dueAt = new Date(due.decidedAt.getTime() + after * 1_000);
  const { numUpdatedRows } = await updateLeased(db, due)
    .set({ round: due.round + 1, due_at: dueAt, ...LEASE.givenBack() })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Gives the sweep back, to be taken when it is due again; `dueAt` is null when it is given up. Returns false
 * when another worker had taken it over.
 *
 * What is put off comes after all that are due. After an outage thousands may be put off, and a search by
 * `due_at` would otherwise pass all of them each time.
 */
export async function putOff(db: Sql, due: DueSweep, dueAt: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await updateLeased(db, due)
    .set({ due_at: dueAt, ...LEASE.givenBack() })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Has the round repeated, even if another worker has ended it meanwhile or sweeps now: the upstream may carry
 * out this worker's calls after the other one has read it.
 */
export async function lookAgain(db: Sql, { operation, round }: DueSweep, now: Date): Promise<void> {
  const due_at = new Date(now.getTime() + LOOK_AGAIN_AFTER_MS);
  await db
    .insertInto('sweeps')
    .values({ reseller_id: operation.resellerId, operation_id: operation.id, round, due_at })
    .onConflict((conflict) =>
      conflict.columns(['reseller_id', 'operation_id']).doUpdateSet(({ fn, ref }) => ({
        round: fn<number>('least', ['sweeps.round', 'excluded.round']),
        due_at: ref('excluded.due_at'),
        // A process that sweeps it now must not end the round.
        ...LEASE.givenBack(),
      })),
    )
    .execute();
}

/**
 * Has an operation swept once more from now on. A sweep that is still to come stays as it is. Returns false
 * when the operation was deleted, because it is old: nothing is left to sweep it by.
 */
export async function sweepNow(db: Sql, operationId: string, now: Date): Promise<boolean> {
  const planned = await db
    .with('operation', (cte) =>
      cte
        .selectFrom('operations')
        .select(['operations.id', 'operations.reseller_id'])
        .where('operations.id', '=', operationId),
    )
    .with('planned', (cte) =>
      insertSelect(cte.insertInto('sweeps'), cte.selectFrom('operation'), ({ cast, ref, val }) => ({
        reseller_id: ref('operation.reseller_id'),
        operation_id: ref('operation.id'),
        due_at: cast<Date>(val(now), 'timestamptz'),
      })).onConflict((conflict) => conflict.columns(['reseller_id', 'operation_id']).doNothing()),
    )
    .selectFrom('operation')
    .select('operation.id')
    .executeTakeFirst();
  return planned !== undefined;
}

/** Has sweeps tried again at once. A worker that tries one of them now has lost its lease by that. */
export async function retrySweeps(db: Sql, operationIds: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('sweeps')
    .set({ due_at: now, ...LEASE.givenBack() })
    .where(({ eb, cast, fn, val }) =>
      eb(cast<string>('operation_id', 'text'), '=', fn.any(val(operationIds))),
    )
    .execute();
}

/** An update of the sweep that succeeds only while the token is still there. */
function updateLeased(db: Sql, { operation, token }: DueSweep) {
  return db
    .updateTable('sweeps')
    .where('reseller_id', '=', operation.resellerId)
    .where('operation_id', '=', operation.id)
    .where(LEASE.isHeldBy(token));
}

/**
 * When the upstream is looked at again, in seconds after an operation has ended: most late work comes soon.
 */
export const SWEEPS_AFTER_SECONDS = [60, 600, 86_400] as const;

/** Plans the first sweep, as a part of the statement that ends an operation. */
export function sweepLater(
  db: QueryCreator<Tables>,
  ended: AliasableExpression<{ reseller_id: number; operation_id: string; ended_at: Date }>,
) {
  return insertSelect(db.insertInto('sweeps'), db.selectFrom(ended.as('ended')), ({ ref }) => ({
    reseller_id: ref('ended.reseller_id'),
    operation_id: ref('ended.operation_id'),
    due_at: sql<Date>`${ref('ended.ended_at')} + make_interval(secs => ${SWEEPS_AFTER_SECONDS[0]})`,
  }));
}
