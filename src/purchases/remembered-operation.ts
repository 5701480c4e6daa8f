import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/** What is to be remembered of a database, outside it. */
export interface Remembered {
  /** When its first migration was executed: the same in every copy of it. */
  bornAt: string;
  /** An operation that it has. */
  operationId: string;
  /** When it was last restored to an earlier state, as far as it knows. */
  restoredAt: string | null;
}

/**
 * What is to be remembered now, undefined when there are no operations; and whether the database has
 * forgotten what was remembered earlier, and the operator has not said since that it was restored.
 */
export async function compareRemembered(
  db: Sql,
  earlier: Remembered | undefined,
): Promise<{ now: Remembered | undefined; isForgotten: boolean }> {
  const id = earlier?.operationId ?? null;
  const { born, newest, restored, isThere } = await db
    .selectNoFrom(({ selectFrom, exists, or }) => [
      sql<Date>`(select min(executed_at) from mikro_orm_migrations)`.as('born'),
      selectFrom('operations').select('id').orderBy('id', 'desc').limit(1).as('newest'),
      selectFrom('restores')
        .select(({ fn }) => fn.max<Date | null>('restored_at').as('at'))
        .as('restored'),
      or([
        exists(selectFrom('operations').select('id').where('id', '=', id)),
        exists(selectFrom('charged_work').select('operation_id').where('operation_id', '=', id)),
      ]).as('isThere'),
    ])
    .executeTakeFirstOrThrow();
  const bornAt = born.toISOString();
  const restoredAt = restored?.toISOString() ?? null;
  const now = newest === null ? undefined : { bornAt, operationId: newest, restoredAt };
  // Another database has never known it.
  const isForgotten = earlier !== undefined && earlier.bornAt === bornAt && !isThere;
  return { now, isForgotten: isForgotten && (restoredAt ?? '') <= (earlier?.restoredAt ?? '') };
}
