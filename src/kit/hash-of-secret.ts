import { createHash } from 'node:crypto';

/**
 * The hash that is stored instead of a secret. A fast hash is enough, because secrets are random and not
 * passwords that a person chose.
 */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
