import { type Micros, parseUsd } from '../../kit/money.ts';

/**
 * Reads an amount of US dollars as a person types it: digits, and at most two after a point or a comma, with
 * or without a dollar sign. Undefined for everything that can be meant in two ways, such as `1,000` and
 * `10.005`.
 */
export function typedUsd(text: string): Micros | undefined {
  const [, whole, cents] = /^\$?\s*(\d{1,9})(?:[.,](\d{1,2}))?\s*(?:\$|usd)?$/i.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : parseUsd(cents === undefined ? whole : `${whole}.${cents}`);
}
