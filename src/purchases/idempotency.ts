import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Vault } from '../kit/vault.ts';
import { RequestInProgressError } from '../orders/errors.ts';
import { decodeOutcome, encodeOutcome, type Outcome } from './sale.ts';

/** How long an answer is kept for retries: the contract's 24 hours. */
const LIFETIME_MS = 24 * 60 * 60_000;

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
  sqlClient: Sql,
  vault: Vault,
  claim: Claim,
  now: Date,
): Promise<Outcome | undefined> {
  const { rows } = await sql<{ fingerprint: Buffer; answer: Buffer | null; created_at: string }>`
    select fingerprint, answer, created_at from idempotency_keys
    where reseller_id = ${claim.resellerId} and key = ${claim.key}`.execute(sqlClient);
  const [row] = rows;
  if (!row) return undefined;
  const lapsed = new Date(row.created_at).getTime() + LIFETIME_MS <= now.getTime();
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

/**
 * Claims the key for an operation, as a part of the statement that starts it. Gives one row when the key is the caller's now,
 * none when another request has it: the claim is committed before anything is asked of an upstream, so that a second request
 * is answered instead of made to wait. An answer that is over 24 hours old gives way; a running operation never does.
 */
export function claimFor(claim: Claim, operationId: string, now: Date): RawBuilder<unknown> {
  return insertKey(claim, sql`${operationId}`, sql`null`, now);
}

/** Keeps a refusal that was decided before anything was charged. `false` when another request has taken the key meanwhile. */
export async function keepRefusal(
  sqlClient: Sql,
  vault: Vault,
  claim: Claim,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  const { rows } = await insertKey(claim, sql`null`, sql`${sealOutcome(vault, claim, outcome)}`, now).execute(
    sqlClient,
  );
  return rows.length === 1;
}

export function sealOutcome(vault: Vault, kept: KeptKey, outcome: Outcome): Buffer {
  return vault.seal(encodeOutcome(outcome), answerIdentity(kept));
}

function insertKey(claim: Claim, operationId: RawBuilder<unknown>, answer: RawBuilder<unknown>, now: Date) {
  const { resellerId, key, fingerprint } = claim;
  // What is there gives way when it is over 24 hours old, or is the same to the byte: then the statement's own answer was lost.
  const givesWay = sql`((k.answer is not null and k.created_at <= ${new Date(now.getTime() - LIFETIME_MS)})
    or (k.answer = ${answer}::bytea) is true)`;
  // To try the insert locks the row that is in its way. Who can see that the key is taken does without, so that of many retries none
  // keeps the one that holds the key from writing its answer.
  return sql`
    insert into idempotency_keys as k (reseller_id, key, fingerprint, operation_id, answer, created_at)
    select ${resellerId}::bigint, ${key}::text, ${fingerprint}::bytea, ${operationId}::uuid, ${answer}::bytea, ${now}::timestamptz
    where not exists (select from idempotency_keys k where reseller_id = ${resellerId} and key = ${key} and not ${givesWay})
    on conflict (reseller_id, key) do update
      set fingerprint = excluded.fingerprint, operation_id = excluded.operation_id, answer = excluded.answer,
        created_at = excluded.created_at
      where ${givesWay}
    returning key`;
}

/** The row that an answer is bound to when it is encrypted. */
export function answerIdentity({ resellerId, key }: KeptKey): string {
  return `answer:${resellerId}:${key}`;
}

/** Rows that one statement deletes. */
const FORGET_BATCH_SIZE = 1_000;

/** Deletes answers that no retry may ask for any more, at most a thousand, and returns how many it was. */
export async function forgetOldOutcomes(sqlClient: Sql, now: Date): Promise<number> {
  const { rows } = await sql`
    delete from idempotency_keys where (reseller_id, key) in (
      select reseller_id, key from idempotency_keys
      where answer is not null and created_at <= ${new Date(now.getTime() - LIFETIME_MS)}
      order by created_at limit ${FORGET_BATCH_SIZE} for update skip locked)
    returning 1`.execute(sqlClient);
  return rows.length;
}
