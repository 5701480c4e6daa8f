import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const HEX = /^[0-9a-f]{64}$/i;

/**
 * Whether a signature is the one of these bytes: their HMAC-SHA256 under the SHA-256 of the token, in hex. It
 * takes as long whichever byte is wrong.
 */
export function isSignedBy(token: string, body: Buffer, signature: string): boolean {
  if (!HEX.test(signature)) return false;
  const key = createHash('sha256').update(token).digest();
  return timingSafeEqual(createHmac('sha256', key).update(body).digest(), Buffer.from(signature, 'hex'));
}
