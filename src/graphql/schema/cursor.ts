import { parsePosition } from './node-id.ts';

/** A cursor is an order's number, encoded so that clients do not rely on its form. */
export function toCursor(orderId: string): string {
  return Buffer.from(`order:${orderId}`).toString('base64url');
}

/** The order's number; undefined for what is no cursor. */
export function fromCursor(cursor: string): number | undefined {
  const match = /^order:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match?.[1] ? Number(match[1]) : undefined;
}

/** The cursor of a movement is its position. */
export function toMovementCursor(position: number): string {
  return Buffer.from(`movement:${position}`).toString('base64url');
}

/** The movement's position; undefined for what is no cursor of a movement. */
export function fromMovementCursor(cursor: string): number | undefined {
  const [list, position, ...more] = Buffer.from(cursor, 'base64url').toString().split(':');
  return list === 'movement' && more.length === 0 ? parsePosition(position) : undefined;
}
