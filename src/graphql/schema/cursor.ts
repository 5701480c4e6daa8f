import { END_PARTS, type EndPlace } from '../../orders/end-place.ts';
import { parsePosition } from './node.ts';

/** The microseconds and the number of the order have so few digits that they are exact. */
const END_CURSOR = /^([a-z]+):(\d{1,16}):(\d{1,15})$/;

/** A cursor is an order's number, encoded so that clients do not rely on its form. */
export function toCursor(orderId: number): string {
  return Buffer.from(`order:${orderId}`).toString('base64url');
}

/** The order's number; undefined for what is no cursor. */
export function fromCursor(cursor: string): number | undefined {
  const match = /^order:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString());
  return match?.[1] ? Number(match[1]) : undefined;
}

/** A cursor of a list by the end. */
export function toEndCursor({ part, end, id }: EndPlace): string {
  return Buffer.from(`${part}:${end}:${id}`).toString('base64url');
}

/** The place in a list by the end; undefined for what is no cursor of one. */
export function fromEndCursor(cursor: string): EndPlace | undefined {
  const [, name, end, id] = END_CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const part = END_PARTS.find((one) => one === name);
  return part && { part, end: Number(end), id: Number(id) };
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
