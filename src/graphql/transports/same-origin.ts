import type { IncomingHttpHeaders } from 'node:http';

export type Scheme = 'http' | 'https';

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
export function sameOriginScheme(headers: IncomingHttpHeaders, trustsProxies: boolean): Scheme | undefined {
  const { origin } = headers;
  if (origin === undefined) {
    if (headers['sec-fetch-site'] !== 'same-origin') return undefined;
    return trustsProxies && lastOf(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
  }
  const page = URL.parse(origin);
  const scheme = page ? SCHEMES[page.protocol] : undefined;
  if (!page || scheme === undefined) return undefined;
  const host = (trustsProxies ? lastOf(headers['x-forwarded-host']) : undefined) ?? headers.host ?? '';
  if (!HOST.test(host)) return undefined;
  // The parser takes the scheme's own port away, and has one spelling of each name and address.
  return URL.parse(`${scheme}://${host}`)?.host === page.host ? scheme : undefined;
}

/** What the nearest proxy has written. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',').at(-1)?.trim();
}
