import { createHash } from 'node:crypto';
import type { Credentials } from '../upstreams/traffic.ts';

/** Characters of base64url: passwords are random, so a few tell those of one order apart. */
const LENGTH = 10;

/** Tells passwords of an order apart, and says nothing of them: it may stand where they may not. */
export function passwordMark({ login, password }: Credentials): string {
  return createHash('sha256')
    .update(JSON.stringify([login, password]))
    .digest('base64url')
    .slice(0, LENGTH);
}
