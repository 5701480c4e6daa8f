const BYTES = 16;

/**
 * A name for one intent to pay. `crypto.randomUUID` is missing on plain http, where the console may be served
 * inside a network.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
