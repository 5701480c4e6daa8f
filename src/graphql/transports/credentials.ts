import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  admitToken,
  authenticateTokens,
  type PresentedToken,
  presentedTokenOf,
} from '../../frontend-tokens/admission.ts';
import { isFrontendToken } from '../../frontend-tokens/frontend-tokens.ts';
import { noteAdmitted } from '../../kit/request.ts';
import type { Cell, Cells } from '../../live/cells.ts';
import type { Services } from '../../purchases/services.ts';
import {
  type AccessError,
  type Admission,
  admitAnonymous,
  admit as admitKey,
  authenticate as authenticateKeys,
  bearerToken,
  type Caller,
  type PresentedKey,
  presentedKeyOf,
} from '../../resellers/admission.ts';
import { UnauthorizedError } from '../../resellers/errors.ts';
import type { NetworkRate } from '../../resellers/networks.ts';
import { rateHeaders } from '../../resellers/rate-limit.ts';
import {
  admitSession,
  authenticateSessions,
  type PresentedSession,
  presentedSessionOf,
} from '../../sessions/admission.ts';
import { MAX_LIFETIME_SECONDS } from '../../sessions/sessions.ts';
import type { SessionCookie } from '../schema/context.ts';

export type PresentedCredential = PresentedKey | PresentedSession | PresentedToken;

export interface OwnSite {
  /** Whether the service stands behind reverse proxies whose headers are believed. */
  trustsProxies: boolean;
  /** The only address of the pages, such as `https://proxies.example`; undefined: whatever host is asked. */
  origin?: string | undefined;
}

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
  return token === undefined ? undefined : presentedSessionOf(token, ip);
}

/** What a client sends as its bearer token: an API key, or a frontend token with the page that it is in. */
export function presentedBearer(
  bearer: string,
  { ip, origin }: { ip: string; origin: string | undefined },
): PresentedCredential {
  return isFrontendToken(bearer) ? presentedTokenOf(bearer, origin) : presentedKeyOf(bearer, ip);
}

/** By which the cell of its reseller is found; undefined for a request that lacks the key it needs. */
export function hashIn(presented: PresentedCredential): Buffer | undefined {
  return presented.kind === 'key' ? presented.keyHash : presented.tokenHash;
}

export interface HttpAdmission {
  cell: Cell;
  /** Both are undefined for an anonymous request, which may read the schema and nothing else. */
  caller: Admission['caller'] | undefined;
  presented: PresentedCredential | undefined;
  /** Headers of the answer: what is left of the rate, and whether a page of another site may read it. */
  headers: Record<string, string>;
}

/**
 * Admits a request over HTTP that counts as `requests` toward the rate. The cookie of a session that has
 * ended is as none, so that it keeps nobody from signing in. Throws as `admit` does.
 */
export async function admitHttp(
  cells: Cells,
  { raw, ip }: FastifyRequest,
  options: Demand & { anonymous: NetworkRate; site: OwnSite },
): Promise<HttpAdmission> {
  const { requests, change, anonymous, site } = options;
  const presented = credentialOf(raw, ip, site);
  try {
    if (presented) {
      const cell = await cells.of(hashIn(presented));
      const { caller, window } = await admit(cell.services, presented, { requests, change });
      noteAdmitted();
      return { cell, presented, caller, headers: { ...rateHeaders(window), ...pageHeaders(presented) } };
    }
  } catch (error) {
    if (presented?.kind !== 'session' || !(error instanceof UnauthorizedError)) throw error;
  }
  const cell = cells.home;
  const window = await admitAnonymous(cell.services.database.sql, anonymous, ip, requests);
  return { cell, caller: undefined, presented: undefined, headers: rateHeaders(window) };
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

/** What a request asks for: as how many it counts, and the name of the mutation that it sends, if any. */
interface Demand {
  requests: number;
  change?: string | undefined;
}

/** Admits 1 to 60 requests with a credential. Throws as `resellers/admission.ts` does. */
export function admit(
  { database, clock }: Database,
  presented: PresentedCredential,
  demand: Demand,
): Promise<Admission> {
  const { requests } = demand;
  if (presented.kind === 'key') return admitKey(database.sql, presented, requests);
  return presented.kind === 'session'
    ? admitSession(database.sql, presented, demand, clock.now())
    : admitToken(database.sql, presented, requests, clock.now());
}

/** Authenticates any number, in one statement for each kind. Returns callers or refusals in their order. */
export async function authenticate(
  { database, clock }: Database,
  presented: readonly PresentedCredential[],
): Promise<(Caller | AccessError | undefined)[]> {
  const each = async <Kind extends PresentedCredential['kind']>(
    kind: Kind,
    ask: (some: Extract<PresentedCredential, { kind: Kind }>[]) => Promise<(Caller | AccessError)[]>,
  ) => {
    const some = presented.filter((one) => one.kind === kind) as Parameters<typeof ask>[0];
    const answers = some.length > 0 ? await ask(some) : [];
    return some.map((one, place) => [one, answers[place]] as const);
  };
  const answered = await Promise.all([
    each('key', (keys) => authenticateKeys(database.sql, keys)),
    each('session', (sessions) => authenticateSessions(database.sql, sessions, clock.now())),
    each('frontend_token', (tokens) => authenticateTokens(database.sql, tokens, clock.now())),
  ]);
  const answers = new Map<PresentedCredential, Caller | AccessError | undefined>(answered.flat());
  return presented.map((one) => answers.get(one));
}

type Scheme = 'http' | 'https';

const SCHEMES: Readonly<Record<string, Scheme>> = { 'http:': 'http', 'https:': 'https' };
/** What a host with a port consists of. Anything else would be another part of an address. */
const HOST = /^[^\s/\\?#@]+$/;

/**
 * The scheme by which the browser sees the service, when a page of the service itself has sent the request.
 * Undefined for any other request: a page of another origin cannot change these headers, and a program that
 * sends what it likes has no cookies of others.
 *
 * Without `Origin`, which browsers leave out of a GET, the scheme is what the trusted proxies say.
 */
export function sameOriginScheme(headers: IncomingHttpHeaders, site: OwnSite): Scheme | undefined {
  const { origin } = headers;
  const page = origin === undefined ? undefined : URL.parse(origin);
  const scheme = page === undefined ? schemeOfGet(headers, site) : SCHEMES[page?.protocol ?? ''];
  const host = (site.trustsProxies ? lastOf(headers['x-forwarded-host']) : undefined) ?? headers.host ?? '';
  if (scheme === undefined || !HOST.test(host)) return undefined;
  // The parser takes the scheme's own port away, and has one spelling of each name and address.
  const asked = URL.parse(`${scheme}://${host}`)?.origin;
  const own = [page?.origin, site.origin].filter((one) => one !== undefined);
  return asked !== undefined && own.every((one) => one === asked) ? scheme : undefined;
}

function schemeOfGet(headers: IncomingHttpHeaders, { trustsProxies }: OwnSite): Scheme | undefined {
  if (headers['sec-fetch-site'] !== 'same-origin') return undefined;
  return trustsProxies && lastOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
}

/** What the nearest proxy has written. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',').at(-1)?.trim();
}

const NAME = 'console_session';
/**
 * A browser takes a cookie with this prefix only over https, from this host and for all of its paths. So
 * neither another subdomain nor somebody on the network can plant a session of their own.
 */
const HOST_PREFIX = '__Host-';
/** A session's token: 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

/** The session's token in `Cookie`. Undefined for several, of which one could be somebody else's. */
function tokenIn(header: string | undefined, scheme: Scheme): string | undefined {
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

/** The cookie of a request from a page of the service itself; undefined for any other request. */
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
