import type { IncomingMessage } from 'node:http';
import {
  admitToken,
  authenticateTokens,
  type PresentedToken,
  presentedTokenOf,
} from '../../frontend-tokens/admission.ts';
import { isFrontendToken } from '../../frontend-tokens/frontend-tokens.ts';
import type { Services } from '../../purchases/services.ts';
import {
  type AccessError,
  type Admission,
  admit as admitKey,
  authenticate as authenticateKeys,
  bearerToken,
  type Caller,
  type PresentedKey,
  presentedKeyOf,
} from '../../resellers/admission.ts';
import {
  admitSession,
  authenticateSessions,
  type PresentedSession,
  presentedSessionOf,
} from '../../sessions/admission.ts';
import { type OwnSite, sameOriginScheme } from './same-origin.ts';
import { tokenIn } from './session-cookie.ts';

/** What a request brings to be admitted. */
export type PresentedCredential = PresentedKey | PresentedSession | PresentedToken;

type Database = Pick<Services, 'database' | 'clock'>;

/**
 * The credential of a request: that of its `Authorization` header or else, in a request of the service's own
 * pages, the session of its cookie. Undefined for an anonymous request.
 */
export function credentialOf(
  { rawHeaders, headers }: IncomingMessage,
  ip: string,
  site: OwnSite,
): PresentedCredential | undefined {
  const bearer = bearerToken(rawHeaders);
  if (bearer !== undefined) return presentedBearer(bearer, { ip, origin: headers.origin });
  if (headers.cookie === undefined) return undefined;
  const scheme = sameOriginScheme(headers, site);
  const token = scheme && tokenIn(headers.cookie, scheme);
  return token === undefined ? undefined : presentedSessionOf(token);
}

/** What a client sends as its bearer token: an API key, or a frontend token with the page that it is in. */
export function presentedBearer(
  bearer: string,
  { ip, origin }: { ip: string; origin: string | undefined },
): PresentedCredential {
  return isFrontendToken(bearer) ? presentedTokenOf(bearer, origin) : presentedKeyOf(bearer, ip);
}

/** Admits 1 to 60 requests with a credential. Throws as `resellers/admission.ts` does. */
export function admit(
  { database, clock }: Database,
  presented: PresentedCredential,
  requests: number,
): Promise<Admission> {
  if (presented.kind === 'key') return admitKey(database.sql, presented, requests);
  return presented.kind === 'session'
    ? admitSession(database.sql, presented, requests, clock.now())
    : admitToken(database.sql, presented, requests, clock.now());
}

/**
 * Authenticates any number of credentials, in one statement for each kind that there is. Returns, in the same
 * order, the caller or the reason why it is refused.
 */
export async function authenticate(
  { database, clock }: Database,
  presented: readonly PresentedCredential[],
): Promise<(Caller | AccessError | undefined)[]> {
  const answers = new Map<PresentedCredential, Caller | AccessError>();
  const each = async <Kind extends PresentedCredential>(
    some: Kind[],
    ask: (some: Kind[]) => Promise<(Caller | AccessError)[]>,
  ) => {
    if (some.length === 0) return;
    const answered = await ask(some);
    for (const [place, one] of some.entries()) {
      const answer = answered[place];
      if (answer) answers.set(one, answer);
    }
  };
  const ofKind = <Kind extends PresentedCredential['kind']>(kind: Kind) =>
    presented.filter((one): one is Extract<PresentedCredential, { kind: Kind }> => one.kind === kind);
  await Promise.all([
    each(ofKind('key'), (keys) => authenticateKeys(database.sql, keys)),
    each(ofKind('session'), (sessions) => authenticateSessions(database.sql, sessions, clock.now())),
    each(ofKind('frontend_token'), (tokens) => authenticateTokens(database.sql, tokens, clock.now())),
  ]);
  return presented.map((one) => answers.get(one));
}
