import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { parseJson } from './request-sender.ts';

/** A token is not used in its last minute: a call may take 20 seconds, and clocks differ. */
const MARGIN_MILLIS = 60_000;
/**
 * How long a token without an expiry is kept. If it ends earlier, a call is refused and the token is dropped.
 */
const DEFAULT_LIFE_MILLIS = 3_600_000;

/** The expiry of a JWT, in seconds since 1970. */
const claims = z.object({ exp: z.number().positive() });

/** The token of our account. All calls that wait for it share one login. */
export interface Tokens {
  /** Throws what the login throws; the next call tries again. */
  current(): Promise<string>;
  /**
   * To be called when `token` was not accepted. A newer token, which another call may have got since, is
   * kept.
   */
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

/**
 * Until when the token is used, in milliseconds since 1970. Its signature is not verified: only the time is
 * of interest.
 */
function lastUse(token: string, now: number): number {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const parsed = claims.safeParse(parseJson(payload));
  return parsed.success ? parsed.data.exp * 1_000 - MARGIN_MILLIS : now + DEFAULT_LIFE_MILLIS;
}
