import { UpstreamError } from '../failure.ts';
import { accountId } from './answers.ts';

/**
 * Characters that any system stores unchanged. An empty reference would match accounts that were made by
 * hand.
 */
const REFERENCE = /^[\w.:-]{1,50}$/;

/** DataImpulse numbers its accounts. */
export function numberOf(upstreamId: string): number {
  if (accountId.safeParse(upstreamId).success) return Number(upstreamId);
  throw new UpstreamError('refused', 'dataimpulse: not sent, the id is not one of an account');
}

/** The label under which an account stores our reference. */
export function labelOf(reference: string): string {
  if (REFERENCE.test(reference)) return reference;
  throw new UpstreamError('refused', 'dataimpulse: not sent, the reference cannot be used');
}
