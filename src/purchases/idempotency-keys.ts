import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  type QueryCreator,
  sql,
} from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Tables } from '../kit/tables.ts';

/** How long an answer is kept for retries: the contract's 24 hours. */
export const ANSWER_LIFETIME_MS = 24 * 60 * 60_000;
const LIFETIME = sql`make_interval(secs => ${sql.lit(ANSWER_LIFETIME_MS / 1_000)})`;

/**
 * Claims the key for an operation, as a part of the statement that starts it, or for an answer. Gives one row
 * when the key is the caller's now, none when another request has it: the claim is committed before anything
 * is asked of an upstream, so that a second request is answered instead of made to wait. An answer that is
 * over 24 hours old gives way; a running operation never does.
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
  // What is there gives way when it is over 24 hours old, or is the same to the byte: then the statement's
  // own answer was lost.
  const givesWay = ({ eb, ref }: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    eb.or([
      eb.and([
        eb('idempotency_keys.answer', 'is not', null),
        eb('idempotency_keys.created_at', '<=', sql<Date>`${now}::timestamptz - ${LIFETIME}`),
      ]),
      sql<boolean>`(${ref('idempotency_keys.answer')} = ${answer}::bytea) is true`,
    ]);
  // To try the insert locks the row that is in its way. Who can see that the key is taken does without, so
  // that of many retries none keeps the one that holds the key from writing its answer.
  const taken = db
    .selectFrom('idempotency_keys')
    .select('idempotency_keys.key')
    .where('idempotency_keys.reseller_id', '=', resellerId)
    .where('idempotency_keys.key', '=', key)
    .where((eb) => eb.not(givesWay(eb)));
  return db
    .insertInto('idempotency_keys')
    .columns(['reseller_id', 'key', 'fingerprint', 'operation_id', 'answer', 'created_at'])
    .expression(
      db
        .selectNoFrom(({ cast }) => [
          cast<number>(resellerId, 'bigint').as('reseller_id'),
          cast<string>(key, 'text').as('key'),
          cast<Buffer>(fingerprint, 'bytea').as('fingerprint'),
          cast<string | null>(operationId, 'uuid').as('operation_id'),
          cast<Buffer | null>(answer, 'bytea').as('answer'),
          cast<Date>(now, 'timestamptz').as('created_at'),
        ])
        .where(({ not, exists }) => not(exists(taken))),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['reseller_id', 'key'])
        .doUpdateSet(({ ref }) => ({
          fingerprint: ref('excluded.fingerprint'),
          operation_id: ref('excluded.operation_id'),
          answer: ref('excluded.answer'),
          created_at: ref('excluded.created_at'),
        }))
        .where(givesWay),
    )
    .returning('idempotency_keys.key');
}

/** Keeps the answer of an operation under the key that it has, as a part of the statement that decides it. */
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
const FORGET_BATCH_SIZE = 1_000;

/** Deletes answers that no retry may ask for any more, at most a thousand, and returns how many it was. */
export async function forgetOldOutcomes(db: Sql, now: Date): Promise<number> {
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
          .limit(FORGET_BATCH_SIZE)
          .forUpdate()
          .skipLocked()
          .$asTuple('reseller_id', 'key'),
      ),
    )
    .returning('key')
    .execute();
  return rows.length;
}
