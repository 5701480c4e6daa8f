import type { FastifyRequest } from 'fastify';
import type { PresentedCredential } from './credentials.ts';

/** How long a browser may keep the answer to a preflight, in seconds. None of them keeps it for longer. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/**
 * The answer to a browser that asks whether a page of another site may send a request. It says nothing of
 * anybody, and is the same for every page: which pages may read an answer is only known with the token, which
 * a preflight does not carry.
 */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
};

export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/**
 * The headers by which a browser lets the page of a frontend token read the answer to a request that was let
 * in by it. Nothing for any other credential: no page of another site reads what an API key or a session may.
 */
export function pageHeaders(presented: PresentedCredential | undefined): Record<string, string> {
  if (presented?.kind !== 'frontend_token' || presented.origin === undefined) return {};
  return {
    'access-control-allow-origin': presented.origin,
    'access-control-expose-headers':
      'ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id',
    vary: 'Origin',
  };
}
