import { createHash, randomBytes } from 'node:crypto';

/** A random text of that many bytes, which can stand in an address and in a cookie as it is. */
export function newSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** What is stored instead of the secret. A fast hash is enough for what no person has chosen. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
