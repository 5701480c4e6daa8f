import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionCookie } from '../schema/context.ts';
import { type Scheme, sameOriginScheme } from './same-origin.ts';

const NAME = 'console_session';
/**
 * A browser takes a cookie with this prefix only over https, from this host and for all of its paths. So
 * neither another subdomain nor somebody on the network can plant a session of their own.
 */
const HOST_PREFIX = '__Host-';
/**
 * In seconds: 400 days, the longest that browsers keep a cookie. The service ends sessions, and a use over a
 * socket or an event stream, which cannot set the cookie again, lets a session live on: a cookie that lived
 * for as long as the session would be gone before it.
 */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;
/** A session's token: 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * The session's token in the header `Cookie`. Undefined when there is none, or there are several: one of them
 * could come from somebody else.
 */
export function tokenIn(header: string | undefined, scheme: Scheme): string | undefined {
  const name = nameFor(scheme);
  const [token, ...others] = new Set(
    (header ?? '')
      .split(';')
      .map((pair) => pair.trim())
      .filter((pair) => pair.startsWith(`${name}=`))
      .map((pair) => pair.slice(name.length + 1)),
  );
  return token !== undefined && others.length === 0 && TOKEN.test(token) ? token : undefined;
}

/**
 * The cookie of a request from a page of the service itself, which the answer can change; undefined for any
 * other request.
 */
export function sessionCookieOf(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  trustsProxies: boolean,
): SessionCookie | undefined {
  const scheme = sameOriginScheme(headers, trustsProxies);
  if (!scheme) return undefined;
  // Further headers of this name would be added to the first.
  const write = (value: string) => reply.removeHeader('set-cookie').header('set-cookie', value);
  return {
    token: tokenIn(headers.cookie, scheme),
    origin: URL.parse(headers.origin ?? '')?.origin,
    userAgent: headers['user-agent'],
    keep: (token) => void write(cookieWith(token, scheme)),
    clear: () => void write(cookieWithout(scheme)),
  };
}

/** Has the browser keep the token of an admitted session for as long again. */
export function renewSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  trustsProxies: boolean,
): void {
  const cookie = sessionCookieOf(request, reply, trustsProxies);
  if (cookie?.token !== undefined) cookie.keep(cookie.token);
}

/** The header `Set-Cookie` that keeps the token. */
function cookieWith(token: string, scheme: Scheme): string {
  return cookie(token, MAX_AGE_SECONDS, scheme);
}

/** The header `Set-Cookie` that makes the browser forget the token. */
function cookieWithout(scheme: Scheme): string {
  return cookie('', 0, scheme);
}

function cookie(value: string, maxAgeSeconds: number, scheme: Scheme): string {
  const secure = scheme === 'https' ? '; Secure' : '';
  return `${nameFor(scheme)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function nameFor(scheme: Scheme): string {
  return scheme === 'https' ? `${HOST_PREFIX}${NAME}` : NAME;
}
