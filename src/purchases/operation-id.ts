import { createHash, randomBytes } from 'node:crypto';
import { instantOfId } from '../kit/clock.ts';
import type { Claim } from './idempotency.ts';

/**
 * How the 122 bits of a UUID of version 8 are used: 48 for the time in milliseconds since 1970, as in version
 * 7, then these. Ids of one reseller that are made in the same millisecond differ in their last two parts.
 */
const RESELLER_BITS = 30n;
const TAG_BITS = 40n;
const RANDOM_BITS = 4n;
/** The bits behind the UUID's variant. */
const LAST_BITS = 62n;

/** What the id of an operation says about it, without the database. */
export interface OperationOrigin {
  startedAt: Date;
  /** Null for a number that is too large. */
  resellerId: number | null;
  /** That of its Idempotency-Key and its request, by `tagOf`, or a random one if there was no key. */
  tag: number;
}

/**
 * A new id for an operation. It is our reference at the upstream, which keeps it even when our database was
 * restored and no longer knows the operation: so it says whose the operation is and, to somebody who has the
 * request, which request it carries out.
 */
export function newOperationId(resellerId: number, claim: Claim | undefined, now: Date): string {
  const random = randomBytes(8).readBigUInt64BE();
  const reseller = resellerId < 2 ** Number(RESELLER_BITS) ? BigInt(resellerId) : 0n;
  const tag = claim ? BigInt(tagOf(claim)) : lowest(random >> RANDOM_BITS, TAG_BITS);
  const bits = (((reseller << TAG_BITS) | tag) << RANDOM_BITS) | lowest(random, RANDOM_BITS);
  const time = now.getTime().toString(16).padStart(12, '0');
  const middle = (bits >> LAST_BITS).toString(16).padStart(3, '0');
  const last = ((2n << LAST_BITS) | lowest(bits, LAST_BITS)).toString(16);
  return [time.slice(0, 8), time.slice(8), `8${middle}`, last.slice(0, 4), last.slice(4)].join('-');
}

const OPERATION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Undefined for a text that `newOperationId` has not made. */
export function readOperationId(id: string): OperationOrigin | undefined {
  if (!OPERATION_ID.test(id)) return undefined;
  const digits = id.replaceAll('-', '');
  const middle = BigInt(`0x${digits.slice(13, 16)}`);
  const bits = (middle << LAST_BITS) | lowest(BigInt(`0x${digits.slice(16)}`), LAST_BITS);
  return {
    startedAt: instantOfId(id),
    resellerId: Number(bits >> (TAG_BITS + RANDOM_BITS)) || null,
    tag: Number(lowest(bits >> RANDOM_BITS, TAG_BITS)),
  };
}

/** A hash of a request and its Idempotency-Key, short enough for an id: a whole number below 2^40. */
export function tagOf({ resellerId, key, fingerprint }: Claim): number {
  const hash = createHash('sha256').update(`${resellerId}:${key}:`).update(fingerprint).digest();
  return hash.readUIntBE(0, Number(TAG_BITS) / 8);
}

function lowest(bits: bigint, count: bigint): bigint {
  return bits & ((1n << count) - 1n);
}
