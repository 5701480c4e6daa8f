import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  type QueryCreator,
  sql,
} from 'kysely';
import type { Sql } from '../kit/database.ts';
import { insertSelect } from '../kit/insert-select.ts';
import type { Tables } from '../kit/tables.ts';

/** How long an answer is kept for retries: the contract's 24 hours. */
export const ANSWER_LIFETIME_MS = 24 * 60 * 60_000;
const LIFETIME = sql`make_interval(secs => ${sql.lit(ANSWER_LIFETIME_MS / 1_000)})`;

/**
 * Claims the key for an operation, as a part of the statement that starts it, or for an answer. Returns one
 * row when this request has the key now, and none when another request has it. The claim is committed before
 * the upstream is asked, so that a second request gets an answer and does not wait. A key whose answer is
 * over 24 hours old can be claimed again; the key of a running operation never can.
 */
export function claimKey(
  db: QueryCreator<Tables>,
  claim: {
    resellerId: Expression<number>;
    key: Expression<string>;
    fingerprint: Expression<Buffer>;
    operationId: Expression<string | null>;
    answer: Expression<Buffer | null>;
    now: Expression<Date>;
  },
) {
  const { resellerId, key, fingerprint, operationId, answer, now } = claim;
  // An existing row is replaced when its answer is over 24 hours old. It is also replaced when its answer has
  // the same bytes: then this statement was sent twice because its own answer was lost.
  const isReplaceable = ({ eb, ref }: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    eb.or([
      eb.and([
        eb('idempotency_keys.answer', 'is not', null),
        eb('idempotency_keys.created_at', '<=', sql<Date>`${now}::timestamptz - ${LIFETIME}`),
      ]),
      sql<boolean>`(${ref('idempotency_keys.answer')} = ${answer}::bytea) is true`,
    ]);
  // An insert that conflicts locks the existing row. Requests that see the taken key by a plain read do not
  // insert, so that many retries do not keep the key's holder from writing its answer.
  const taken = db
    .selectFrom('idempotency_keys')
    .select('idempotency_keys.key')
    .where('idempotency_keys.reseller_id', '=', resellerId)
    .where('idempotency_keys.key', '=', key)
    .where((eb) => eb.not(isReplaceable(eb)));
  const unlessTaken = db.selectNoFrom([]).where(({ not, exists }) => not(exists(taken)));
  return insertSelect(db.insertInto('idempotency_keys'), unlessTaken, ({ cast }) => ({
    reseller_id: cast<number>(resellerId, 'bigint'),
    key: cast<string>(key, 'text'),
    fingerprint: cast<Buffer>(fingerprint, 'bytea'),
    operation_id: cast<string | null>(operationId, 'uuid'),
    answer: cast<Buffer | null>(answer, 'bytea'),
    created_at: cast<Date>(now, 'timestamptz'),
  }))
    .onConflict((conflict) =>
      conflict
        .columns(['reseller_id', 'key'])
        .doUpdateSet(({ ref }) => ({
          fingerprint: ref('excluded.fingerprint'),
          operation_id: ref('excluded.operation_id'),
          answer: ref('excluded.answer'),
          created_at: ref('excluded.created_at'),
        }))
        .where(isReplaceable),
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
          .limit(DELETE_BATCH_SIZE)
          .forUpdate()
          .skipLocked()
          .$asTuple('reseller_id', 'key'),
      ),
    )
    .returning('key')
    .execute();
  return rows.length;
}
