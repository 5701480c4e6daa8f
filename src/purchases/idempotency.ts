import { createHash } from 'node:crypto';
import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  type QueryCreator,
  sql,
} from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { Vault } from '../kit/vault.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { decodeOutcome, encodeOutcome, type Outcome } from './sale.ts';

/** How long an answer is kept for retries: the contract's 24 hours. */
const LIFETIME_MS = 24 * 60 * 60_000;
const LIFETIME = sql`make_interval(secs => ${sql.lit(LIFETIME_MS / 1_000)})`;

/** The key that an answer is kept under. */
export interface KeptKey {
  resellerId: number;
  key: string;
}

/** A request's claim on its Idempotency-Key. */
export interface Claim extends KeptKey {
  /** What was asked, so that the key cannot answer for something else. */
  fingerprint: Buffer;
}

/** The fingerprint of an operation and its input, the same for every door; `input` lists its fields in a fixed order. */
export function fingerprintOf(operation: string, input: object): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest();
}

/**
 * What was answered to an earlier request with this key, or `undefined` when there is none or it is over 24 hours old. Throws
 * RequestInProgressError while the earlier one runs, InvalidRequestError when it asked for something else.
 */
export async function findOutcome(
  db: Sql,
  vault: Vault,
  claim: Claim,
  now: Date,
): Promise<Outcome | undefined> {
  const [row] = await findKey(db, claim);
  if (!row) return undefined;
  const lapsed = row.created_at.getTime() + LIFETIME_MS <= now.getTime();
  if (lapsed && row.answer) return undefined;
  if (!row.fingerprint.equals(claim.fingerprint)) {
    throw new InvalidRequestError([
      { path: ['idempotencyKey'], message: 'was used for another request; use a new key' },
    ]);
  }
  if (!row.answer) {
    throw new RequestInProgressError(
      'A request with this idempotency key is still running; retry in a moment.',
    );
  }
  return decodeOutcome(vault.open(row.answer, answerIdentity(claim)));
}

const findKey = statement<KeptKey>()((db, { resellerId, key }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer', 'created_at'])
    .where('reseller_id', '=', resellerId)
    .where('key', '=', key),
);

/** Keeps a refusal that was decided before anything was charged. `false` when another request has taken the key meanwhile. */
export async function keepRefusal(
  db: Sql,
  vault: Vault,
  claim: Claim,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const { resellerId, key, fingerprint } = claim;
  const answer = sealOutcome(vault, claim, outcome);
  return (await insertRefusal(db, { resellerId, key, fingerprint, answer, now })).length === 1;
}

const insertRefusal = statement<Claim & { answer: Buffer; now: Date }>()(
  (db, { resellerId, key, fingerprint, answer, now }) =>
    claimKey(db, { resellerId, key, fingerprint, operationId: sql<null>`null`, answer, now }),
);

export function sealOutcome(vault: Vault, kept: KeptKey, outcome: Outcome): Buffer {
  return vault.seal(encodeOutcome(outcome), answerIdentity(kept));
}

/**
 * Claims the key for an operation, as a part of the statement that starts it, or for an answer. Gives one row when the key is the
 * caller's now, none when another request has it: the claim is committed before anything is asked of an upstream, so that a second
 * request is answered instead of made to wait. An answer that is over 24 hours old gives way; a running operation never does.
 */
export function claimKey(
  db: QueryCreator<Tables>,
  claim: {
    resellerId: Expression<number>;
    key: Expression<string | null>;
    fingerprint: Expression<Buffer | null>;
    operationId: Expression<string | null>;
    answer: Expression<Buffer | null>;
    now: Expression<Date>;
  },
) {
  const { resellerId, key, fingerprint, operationId, answer, now } = claim;
  // What is there gives way when it is over 24 hours old, or is the same to the byte: then the statement's own answer was lost.
  const givesWay = ({ eb, ref }: ExpressionBuilder<Tables, 'idempotency_keys'>) =>
    eb.or([
      eb.and([
        eb('idempotency_keys.answer', 'is not', null),
        eb('idempotency_keys.created_at', '<=', sql<Date>`${now}::timestamptz - ${LIFETIME}`),
      ]),
      sql<boolean>`(${ref('idempotency_keys.answer')} = ${answer}::bytea) is true`,
    ]);
  // To try the insert locks the row that is in its way. Who can see that the key is taken does without, so that of many retries none
  // keeps the one that holds the key from writing its answer.
  const taken = db
    .selectFrom('idempotency_keys')
    .select('idempotency_keys.key')
    .where('idempotency_keys.reseller_id', '=', resellerId)
    .where('idempotency_keys.key', '=', sql<string>`${key}`)
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

/** The row that an answer is bound to when it is encrypted. */
export function answerIdentity({ resellerId, key }: KeptKey): string {
  return `answer:${resellerId}:${key}`;
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
          .where('created_at', '<=', new Date(now.getTime() - LIFETIME_MS))
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
