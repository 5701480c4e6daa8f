import { createHash } from 'node:crypto';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import type { Vault } from '../kit/vault.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { ANSWER_LIFETIME_MS, keepAnswerWithoutOperation } from './idempotency-keys.ts';
import { decodeOutcome, encodeOutcome, type Outcome } from './sale.ts';

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

/**
 * The fingerprint of a request: its operation and input. It is the same for every door; `input` has its
 * fields in a fixed order.
 */
export function fingerprintOf(operation: string, input: object): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest();
}

/**
 * The answer to an earlier request with this key; `undefined` when there is none or it is over 24 hours old.
 * Throws RequestInProgressError while the earlier request is running, and InvalidRequestError when it asked
 * for something else.
 */
export async function findOutcome(
  db: Sql,
  vault: Vault,
  claim: Claim,
  now: Date,
): Promise<Outcome | undefined> {
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
  return decodeOutcome(vault.open(row.answer, answerIdentity(claim)));
}

/** How the request with a key has ended, whatever it asked for. */
export interface KeptOutcome {
  outcome: Outcome;
  /** What was charged, and by a refusal given back; null when the refusal came before the charge. */
  charged: Micros | null;
}

/** Undefined while it is running, and when there is none, or it is over 24 hours old. */
export async function readKeptOutcome(
  db: Sql,
  vault: Vault,
  kept: KeptKey,
): Promise<KeptOutcome | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .leftJoin('operations', 'operations.id', 'idempotency_keys.operation_id')
    .select(['idempotency_keys.answer', 'operations.amount'])
    .where('idempotency_keys.reseller_id', '=', kept.resellerId)
    .where('idempotency_keys.key', '=', kept.key)
    .executeTakeFirst();
  if (!row?.answer) return undefined;
  const outcome = decodeOutcome(vault.open(row.answer, answerIdentity(kept)));
  return { outcome, charged: row.amount === null ? null : BigInt(row.amount) };
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
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const { resellerId, key, fingerprint } = claim;
  const answer = sealOutcome(vault, claim, outcome);
  return (await insertRefusal(db, { resellerId, key, fingerprint, answer, now })).length === 1;
}

const insertRefusal = statement<Claim & { answer: Buffer; now: Date }>()(
  (db, { resellerId, key, fingerprint, answer, now }) =>
    keepAnswerWithoutOperation(db, { resellerId, key, fingerprint, answer, now }),
);

export function sealOutcome(vault: Vault, kept: KeptKey, outcome: Outcome): Buffer {
  return vault.seal(encodeOutcome(outcome), answerIdentity(kept));
}

/** The row that an encrypted answer is bound to. */
export function answerIdentity({ resellerId, key }: KeptKey): string {
  return `answer:${resellerId}:${key}`;
}
