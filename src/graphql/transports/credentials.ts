import type { IncomingMessage } from 'node:http';
import { bearerToken } from '../../http/bearer-token.ts';
import type { Services } from '../../purchases/services.ts';
import { type Admission, admit as admitKey } from '../../resellers/admission.ts';
import {
  type AccessError,
  authenticate as authenticateKeys,
  type Caller,
  type PresentedKey,
  presentedKeyOf,
} from '../../resellers/authenticate.ts';
import {
  admitSession,
  authenticateSessions,
  type PresentedSession,
  presentedSessionOf,
} from '../../sessions/admission.ts';
import { sameOriginScheme } from './same-origin.ts';
import { tokenIn } from './session-cookie.ts';

/** What a request brings to be admitted. */
export type PresentedCredential = PresentedKey | PresentedSession;

type Database = Pick<Services, 'database' | 'clock'>;

/**
 * The credential of a request: that of its `Authorization` header or else, in a request of the service's own
 * pages, the session of its cookie. Undefined for an anonymous request.
 */
export function credentialOf(
  { rawHeaders, headers }: IncomingMessage,
  ip: string,
  trustsProxies: boolean,
): PresentedCredential | undefined {
  const apiKey = bearerToken(rawHeaders);
  if (apiKey !== undefined) return presentedKeyOf(apiKey, ip);
  if (headers.cookie === undefined) return undefined;
  const scheme = sameOriginScheme(headers, trustsProxies);
  const token = scheme && tokenIn(headers.cookie, scheme);
  return token === undefined ? undefined : presentedSessionOf(token);
}

/** Admits 1 to 60 requests with a credential. Throws as `resellers/admission.ts` does. */
export function admit(
  { database, clock }: Database,
  presented: PresentedCredential,
  requests: number,
): Promise<Admission & { isRenewed?: boolean }> {
  return presented.kind === 'key'
    ? admitKey(database.sql, presented, requests)
    : admitSession(database.sql, presented, requests, clock.now());
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
  ]);
  return presented.map((one) => answers.get(one));
}
