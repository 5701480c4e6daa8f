import { createHash } from 'node:crypto';
import {
  type AliasableExpression,
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type QueryCreator,
  sql,
} from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { sealedValues } from '../kit/sealed-values.ts';
import { insertSelect, later, type Parameters, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { Vault } from '../kit/vault.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { type Answer, decodeAnswer, encodeAnswer } from './sale.ts';

/** How long an answer is kept for retries: the contract's 24 hours. */
export const ANSWER_LIFETIME_MS = 24 * 60 * 60_000;
const LIFETIME = sql<Date>`make_interval(secs => ${sql.lit(-ANSWER_LIFETIME_MS / 1_000)})`;
/** As an operation's id has room for. */
const TAG_BYTES = 5;
const DELETE_BATCH_SIZE = 1_000;

/** Keys of the service's own begin so. It is refused in every text from outside, so no request has one. */
export const OWN_KEY = '\u200e';

/** The Idempotency-Key that an answer is kept under. */
export interface KeptKey {
  resellerId: number;
  key: string;
}

/** A request's claim on its Idempotency-Key. */
export interface Claim extends KeptKey {
  /** A hash of the request, so that the key does not answer another request. */
  fingerprint: Buffer;
}

/** Of a request: its operation and input, with fields in a fixed order. The same for every door. */
export function fingerprintOf(operation: string, input: object): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest();
}

/** A hash of a request and its Idempotency-Key, short enough for an operation's id: below 2^40. */
export function tagOf({ resellerId, key, fingerprint }: Claim): number {
  const hash = createHash('sha256').update(`${resellerId}:${key}:`).update(fingerprint).digest();
  return hash.readUIntBE(0, TAG_BYTES);
}

/**
 * The answer to an earlier request with this key; `undefined` when there is none or it is over 24 hours old.
 * Throws RequestInProgressError while that is running, and InvalidRequestError when it was another one.
 */
export async function findAnswer(
  db: Sql,
  vault: Vault,
  claim: Claim,
  now: Date,
): Promise<Answer | undefined> {
  const [row] = await findKey(db, claim);
  if (!row) return undefined;
  const lapsed = row.created_at.getTime() + ANSWER_LIFETIME_MS <= now.getTime();
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
  return decodeAnswer(vault.open(row.answer, answerIdentity(claim)));
}

/** How the request with a key has ended, whatever it asked for. */
export interface KeptAnswer {
  answer: Answer;
  /** What was charged, and by a refusal given back; null when the refusal came before the charge. */
  charged: Micros | null;
}

/** Undefined while it is running, and when there is none, or it is over 24 hours old. */
export async function readKeptAnswer(db: Sql, vault: Vault, kept: KeptKey): Promise<KeptAnswer | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .leftJoin('operations', 'operations.id', 'idempotency_keys.operation_id')
    .select(['idempotency_keys.answer', 'operations.amount'])
    .where('idempotency_keys.reseller_id', '=', kept.resellerId)
    .where('idempotency_keys.key', '=', kept.key)
    .executeTakeFirst();
  if (!row?.answer) return undefined;
  const answer = decodeAnswer(vault.open(row.answer, answerIdentity(kept)));
  return { answer, charged: row.amount === null ? null : BigInt(row.amount) };
}

const findKey = statement<KeptKey>()((db, { resellerId, key }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer', 'created_at'])
    .where('reseller_id', '=', resellerId)
    .where('key', '=', key),
);

/**
 * Keeps a refusal from before the charge. Returns `false` when another request has taken the key meanwhile.
 */
export async function keepRefusal(
  db: Sql,
  vault: Vault,
  claim: Claim,
  refusal: Answer,
  now: Date,
): Promise<boolean> {
  const { resellerId, key, fingerprint } = claim;
  const answer = sealAnswer(vault, claim, refusal);
  return (await insertRefusal(db, { resellerId, key, fingerprint, answer, now })).length === 1;
}

const insertRefusal = statement<Claim & { answer: Buffer; now: Date }>()(
  (db, { resellerId, key, fingerprint, answer, now }) =>
    db
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
          // This statement was sent twice, because its own answer was lost: the row has the very answer.
          .where((eb) =>
            eb.or([
              isOld(eb, now),
              eb.fn.coalesce(eb('idempotency_keys.answer', '=', answer), eb.lit(false)),
            ]),
          ),
      )
      .returning('idempotency_keys.key'),
);

export function sealAnswer(vault: Vault, kept: KeptKey, answer: Answer): Buffer {
  return vault.seal(encodeAnswer(answer), answerIdentity(kept));
}

/** The row that an encrypted answer is bound to. */
export function answerIdentity({ resellerId, key }: KeptKey): string {
  return `answer:${resellerId}:${key}`;
}

/** An existing row gives way when its answer is over 24 hours old. A running operation's key never does. */
function isOld({ eb }: ExpressionBuilder<Tables, 'idempotency_keys'>, now: Expression<Date>) {
  return eb.and([
    eb('idempotency_keys.answer', 'is not', null),
    eb('idempotency_keys.created_at', '<=', lifetimeBefore(now)),
  ]);
}

/** The instant before which an answer must have been kept to be too old. */
export function lifetimeBefore(now: Expression<Date>): Expression<Date> {
  const eb = expressionBuilder<Tables>();
  return later(eb.cast<Date>(now, 'timestamptz'), LIFETIME);
}

/** Whether another request has the key, by a plain read. */
export function isKeyTaken(
  db: QueryCreator<Tables>,
  { resellerId, key, now }: Parameters<KeptKey & { now: Date }>,
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
  { resellerId, key, fingerprint, now }: Parameters<Claim & { now: Date }>,
) {
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

export const SEALED_ANSWERS = sealedValues({
  table: 'idempotency_keys',
  select: (db) => db.selectFrom('idempotency_keys'),
  update: (db) => db.updateTable('idempotency_keys'),
  column: 'answer',
  key: { reseller_id: 'bigint', key: 'text' },
  identityOf: ({ reseller_id: resellerId, key }) => answerIdentity({ resellerId, key }),
});
