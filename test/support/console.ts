import type { Services } from '../../src/purchases/services.ts';
import { createSignInCode } from '../../src/sessions/sign-in.ts';
import { sendGraphql } from './service.ts';

/** The headers by which a browser shows that a page of the service itself has sent the request. */
export function fromOwnPage(url: string, cookie?: string): Record<string, string> {
  return { origin: new URL(url).origin, ...(cookie !== undefined && { cookie }) };
}

export interface SignedIn {
  /** The header `Cookie` of the browser's next requests. */
  cookie: string;
  /** The session's `id` in the schema. */
  sessionId: string;
  /** Sends a document as a page of the console does. */
  ask<Data = Record<string, unknown>>(
    query: string,
    variables?: unknown,
  ): ReturnType<typeof sendGraphql<Data>>;
}

const SIGN_IN = `mutation ($code: String!) { it: signIn(input: { code: $code }) {
  __typename ... on SignInSuccess { session { id } } ... on Error { code message } } }`;

/** Exchanges a code for a session, as the page of a link does. */
export function exchange(url: string, code: string, headers: Record<string, string> = fromOwnPage(url)) {
  return sendGraphql<{ it: { __typename: string; code?: string; session?: { id: string } } }>(
    url,
    undefined,
    SIGN_IN,
    { code },
    headers,
  );
}

/** Signs a reseller in to the console of a running service by a new link. */
export async function signedIn(
  { url, services }: { url: string; services: Services },
  resellerId: number,
  { userAgent = 'node' }: { userAgent?: string } = {},
): Promise<SignedIn> {
  const { code } = await createSignInCode(services.database, { resellerId, at: services.clock.now() });
  const answer = await exchange(url, code, { ...fromOwnPage(url), 'user-agent': userAgent });
  const cookie = cookieIn(answer.headers);
  const sessionId = answer.body.data?.it.session?.id;
  if (cookie === undefined || sessionId === undefined) throw new Error(`not signed in: ${answer.text}`);
  return {
    cookie,
    sessionId,
    ask: (query, variables) => sendGraphql(url, undefined, query, variables, fromOwnPage(url, cookie)),
  };
}

/** What a browser sends back of the cookie that an answer sets; undefined when it sets none. */
export function cookieIn(headers: Headers): string | undefined {
  return headers.getSetCookie()[0]?.split(';')[0];
}
