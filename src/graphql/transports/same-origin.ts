import type { IncomingHttpHeaders } from 'node:http';

export type Scheme = 'http' | 'https';

const SCHEMES: Readonly<Record<string, Scheme>> = { 'http:': 'http', 'https:': 'https' };
/** What a host with a port consists of. Anything else would be another part of an address. */
const HOST = /^[^\s/\\?#@]+$/;

/** Where the service's own pages are. */
export interface OwnSite {
  /** Whether the service stands behind reverse proxies whose headers are believed. */
  trustsProxies: boolean;
  /** The only address of the pages, such as `https://proxies.example`; undefined: whatever host is asked. */
  origin?: string | undefined;
}

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
