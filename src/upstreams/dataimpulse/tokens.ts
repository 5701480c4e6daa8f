import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { parseJson } from './request-sender.ts';

/** A token is not used in its last minute: a call under way may take a third of that, and clocks differ. */
const MARGIN_MILLIS = 60_000;
/** How long a token is kept that does not tell its end; one that ends earlier is refused, and that is noticed. */
const UNTOLD_MILLIS = 3_600_000;

/** The part of a JWT that tells when it ends, in seconds. */
const claims = z.object({ exp: z.number().positive() });

/** The token of our account, got once for all who wait for it. */
export interface Tokens {
  /** Fails as the login fails; the next one who asks tries again. */
  current(): Promise<string>;
  /** Says that `token` was not accepted. A newer one, which somebody else may have got since, stays. */
  drop(token: string): void;
}

export function createTokens({ logIn, clock }: { logIn: () => Promise<string>; clock: Clock }): Tokens {
  let held: { token: string; until: number } | undefined;
  let underWay: Promise<string> | undefined;

  async function renew(): Promise<string> {
    try {
      const token = await logIn();
      held = { token, until: lastUse(token, clock.now().getTime()) };
      return token;
    } finally {
      underWay = undefined;
    }
  }

  async function current(): Promise<string> {
    if (held && clock.now().getTime() < held.until) return held.token;
    underWay ??= renew();
    return underWay;
  }

  function drop(token: string): void {
    if (held?.token === token) held = undefined;
  }

  return { current, drop };
}

/** Until when the token is used, in milliseconds since 1970. It is not verified: we only look when to get a new one. */
function lastUse(token: string, now: number): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const parsed = claims.safeParse(parseJson(payload));
  return parsed.success ? parsed.data.exp * 1_000 - MARGIN_MILLIS : now + UNTOLD_MILLIS;
}
