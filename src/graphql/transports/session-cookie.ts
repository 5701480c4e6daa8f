import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_LIFETIME_SECONDS } from '../../sessions/sessions.ts';
import type { SessionCookie } from '../schema/context.ts';
import { type OwnSite, type Scheme, sameOriginScheme } from './same-origin.ts';

const NAME = 'console_session';
/**
 * A browser takes a cookie with this prefix only over https, from this host and for all of its paths. So
 * neither another subdomain nor somebody on the network can plant a session of their own.
 */
const HOST_PREFIX = '__Host-';
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
  site: OwnSite,
): SessionCookie | undefined {
  const scheme = sameOriginScheme(headers, site);
  if (!scheme) return undefined;
  // Further headers of this name would be added to the first.
  const write = (value: string) => reply.removeHeader('set-cookie').header('set-cookie', value);
  return {
    token: tokenIn(headers.cookie, scheme),
    origin: URL.parse(headers.origin ?? '')?.origin,
    userAgent: headers['user-agent'],
    keep: (token) => void write(cookie(token, MAX_LIFETIME_SECONDS, scheme)),
    clear: () => void write(cookie('', 0, scheme)),
  };
}

/** The header `Set-Cookie`. With an age of 0 the browser forgets what it has. */
function cookie(value: string, maxAgeSeconds: number, scheme: Scheme): string {
  const secure = scheme === 'https' ? '; Secure' : '';
  return `${nameFor(scheme)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function nameFor(scheme: Scheme): string {
  return scheme === 'https' ? `${HOST_PREFIX}${NAME}` : NAME;
}
