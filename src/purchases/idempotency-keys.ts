import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type QueryCreator,
  sql,
} from 'kysely';
import type { Sql } from '../kit/database.ts';
import { insertSelect } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';

/** How long an answer is kept for retries: the contract's 24 hours. */
export const ANSWER_LIFETIME_MS = 24 * 60 * 60_000;
const LIFETIME = sql`make_interval(secs => ${sql.lit(ANSWER_LIFETIME_MS / 1_000)})`;

/** An existing row gives way when its answer is over 24 hours old. A running operation's key never does. */
function isOld({ eb }: ExpressionBuilder<Tables, 'idempotency_keys'>, now: Expression<Date>) {
  return eb.and([
    eb('idempotency_keys.answer', 'is not', null),
    eb('idempotency_keys.created_at', '<=', sql<Date>`${now}::timestamptz - ${LIFETIME}`),
  ]);
}

/** Whether another request has the key, by a plain read. */
export function isKeyTaken(
  db: QueryCreator<Tables>,
  {
    resellerId,
    key,
    now,
  }: { resellerId: Expression<number>; key: Expression<string>; now: Expression<Date> },
) {
  return expressionBuilder<Tables>().exists(
    db
      .selectFrom('idempotency_keys')
      .select('idempotency_keys.key')
      .where('idempotency_keys.reseller_id', '=', resellerId)
      .where('idempotency_keys.key', '=', key)
      .where((eb) => eb.not(isOld(eb, now))),
  );
}

/** The constraint that is violated when two requests claim the same key at the same time. */
export const KEY_CONSTRAINT = 'idempotency_keys_pkey';

/**
 * Claims the key for the operation that the CTE `posted` charges, as a part of the statement that starts it.
 * An old row of the key is deleted before. Fails at KEY_CONSTRAINT when another request claims the key at the
 * same time, so that the statement changes nothing. The claim is committed before the upstream is asked, so
 * that a second request gets an answer and does not wait.
 */
export function claimKey<Charged extends Tables & { posted: { operation_id: string; created_at: Date } }>(
  db: QueryCreator<Charged>,
  claim: {
    resellerId: Expression<number>;
    key: Expression<string>;
    fingerprint: Expression<Buffer>;
    now: Expression<Date>;
  },
) {
  const { resellerId, key, fingerprint, now } = claim;
  const scope = db as unknown as QueryCreator<
    Tables & { posted: { operation_id: string; created_at: Date } }
  >;
  return scope
    .with('cleared', (cte) =>
      cte
        .deleteFrom('idempotency_keys')
        .where('idempotency_keys.reseller_id', '=', resellerId)
        .where('idempotency_keys.key', '=', key)
        .where((eb) => isOld(eb, now))
        .where(({ exists, selectFrom }) => exists(selectFrom('posted').select('posted.operation_id')))
        .returning('idempotency_keys.key'),
    )
    .with('claim', (cte) =>
      insertSelect(
        cte.insertInto('idempotency_keys'),
        // The count is read so that the old row is deleted first.
        cte
          .selectFrom('posted')
          .where(({ selectFrom, fn, eb }) =>
            eb(selectFrom('cleared').select(fn.countAll<number>().as('count')), '>=', 0),
          ),
        ({ cast, ref }) => ({
          reseller_id: cast<number>(resellerId, 'bigint'),
          key: cast<string>(key, 'text'),
          fingerprint: cast<Buffer>(fingerprint, 'bytea'),
          operation_id: ref('posted.operation_id'),
          created_at: ref('posted.created_at'),
        }),
      ),
    );
}

/**
 * Keeps an answer that was given without an operation. Returns one row when this request has the key now, and
 * none when another request has it.
 */
export function keepAnswerWithoutOperation(
  db: QueryCreator<Tables>,
  kept: {
    resellerId: Expression<number>;
    key: Expression<string>;
    fingerprint: Expression<Buffer>;
    answer: Expression<Buffer>;
    now: Expression<Date>;
  },
) {
  const { resellerId, key, fingerprint, answer, now } = kept;
  return db
    .insertInto('idempotency_keys')
    .values({ reseller_id: resellerId, key, fingerprint, answer, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['reseller_id', 'key'])
        .doUpdateSet(({ ref }) => ({
          fingerprint: ref('excluded.fingerprint'),
          operation_id: ref('excluded.operation_id'),
          answer: ref('excluded.answer'),
          created_at: ref('excluded.created_at'),
        }))
        // The same answer: this statement was sent twice because its own answer was lost.
        .where((eb) =>
          eb.or([
            isOld(eb, now),
            sql<boolean>`(${eb.ref('idempotency_keys.answer')} = ${answer}::bytea) is true`,
          ]),
        ),
    )
    .returning('idempotency_keys.key');
}

/** Keeps the answer of an operation under its key, as a part of the statement that ends the operation. */
export function keepAnswer(
  db: QueryCreator<Tables>,
  answer: Expression<Buffer | null>,
  decided: AliasableExpression<{ reseller_id: number; operation_id: string }>,
) {
  return db
    .updateTable('idempotency_keys')
    .from(decided.as('decided'))
    .set({ answer })
    .whereRef('idempotency_keys.reseller_id', '=', 'decided.reseller_id')
    .whereRef('idempotency_keys.operation_id', '=', 'decided.operation_id');
}

/** Rows that one statement deletes. */
const DELETE_BATCH_SIZE = 1_000;

/** Deletes answers over 24 hours old, at most a thousand, and returns how many they were. */
export async function deleteOldAnswers(db: Sql, now: Date): Promise<number> {
  const rows = await db
    .deleteFrom('idempotency_keys')
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('reseller_id', 'key'),
        'in',
        db
          .selectFrom('idempotency_keys')
          .select(['reseller_id', 'key'])
          .where('answer', 'is not', null)
          .where('created_at', '<=', new Date(now.getTime() - ANSWER_LIFETIME_MS))
          .orderBy('created_at')
          .limit(sql.lit(DELETE_BATCH_SIZE))
          .forUpdate()
          .skipLocked()
          .$asTuple('reseller_id', 'key'),
      ),
    )
    .returning('key')
    .execute();
  return rows.length;
}
