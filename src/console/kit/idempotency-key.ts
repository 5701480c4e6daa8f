const KEY_BYTES = 16;

/**
 * A new name for something that charges money. It is kept while the same thing is asked for again because no
 * answer came. (`crypto.randomUUID` is there on https and localhost only.)
 */
export function newIdempotencyKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))];
  return `console-${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
