import { randomBytes } from 'node:crypto';

/** A random text of that many bytes, which can stand in an address and in a cookie as it is. */
export function newSecret(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
