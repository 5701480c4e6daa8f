import { InvalidRequestError } from '../kit/errors.ts';

/** A cursor is an order's number, wrapped so that nobody builds on what it is. */
export function toCursor(orderId: string): string {
  return Buffer.from(`order:${orderId}`).toString('base64url');
}

/** Throws InvalidRequestError. */
export function fromCursor(cursor: string): number {
  const match = /^order:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (!match?.[1]) throw new InvalidRequestError('A cursor must be one that an earlier page gave.');
  return Number(match[1]);
}
