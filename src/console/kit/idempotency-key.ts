const KEY_BYTES = 16;

/**
 * A new name for something that charges money. It is kept when the same thing is asked for once more, since no
 * answer came. `crypto.randomUUID` is there on https and localhost only.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
