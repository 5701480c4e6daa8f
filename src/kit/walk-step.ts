import { type Expression, type Kysely, type QueryCreator, type SqlBool, sql } from 'kysely';
import { DAY_MS } from './clock.ts';
import type { Sql } from './database.ts';
import { statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { firstIdAt } from './uuid.ts';

/** Rows that one step looks at. */
export const ROWS_OF_STEP = 1_000;

interface Part {
  /** The last id of the step before. */
  after: string;
  /** What is younger is kept in any case. */
  before: Date;
  /** No younger row has a lower id. */
  firstKept: string;
}

type Placed = { [Name in keyof Part]: Expression<Part[Name]> };

/**
 * One step of a walk through a table by its ids, which begin with their time, the oldest first. `deleting`
 * looks at ROWS_OF_STEP rows `isInStep` at the most, as `looked_at`, and deletes what is due among them. The
 * step returns the last id that it has looked at; undefined when there are no more.
 */
export function walkStep(
  keptDays: number,
  deleting: (db: Kysely<Tables>, part: Placed) => QueryCreator<Tables & { looked_at: { id: string } }>,
) {
  const stepBehind = statement<Part>()((db, part) =>
    deleting(db, part)
      .selectFrom('looked_at')
      .select(({ fn, ref }) => [
        fn.countAll<number>().as('count'),
        sql<string | null>`max(${ref('looked_at.id')}::text)`.as('last'),
      ]),
  );
  return async (db: Sql, after: string, now: Date): Promise<string | undefined> => {
    const before = new Date(now.getTime() - keptDays * DAY_MS);
    const [step] = await stepBehind(db, { after, before, firstKept: firstIdAt(before) });
    return step?.count === ROWS_OF_STEP ? (step.last ?? undefined) : undefined;
  };
}

/** Whether a row of this id is behind the step before, and may be old enough. */
export function isInStep(id: Expression<string>, { after, firstKept }: Placed): Expression<SqlBool> {
  return sql`${id} > ${after}::uuid and ${id} < ${firstKept}::uuid`;
}
