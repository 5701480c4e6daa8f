import { serviceUrl } from '../data/requests.ts';
import type { LineFormat, Protocol } from '../generated/graphql.ts';

/** How a line is written, in the order in which it is offered. */
export const LINE_FORMATS: readonly { format: LineFormat; example: string }[] = [
  { format: 'HPUP', example: 'host:port:login:password' },
  { format: 'UPHP', example: 'login:password@host:port' },
  { format: 'HTTP', example: 'http://login:password@host:port' },
  { format: 'SOCKS', example: 'socks5://login:password@host:port' },
];

/** The greatest values that a Luxury order takes. */
export const MAX_STICKY_MINUTES = 120;
export const MAX_THREADS = 2_000;

export interface ProxyAccess {
  host: string;
  port: number;
  login: string;
  password: string;
}

/** A proxy for a program that takes such lines. */
export function lineOf(format: LineFormat, { host, port, login, password }: ProxyAccess): string {
  if (format === 'HPUP') return `${host}:${port}:${login}:${password}`;
  if (format === 'UPHP') return `${login}:${password}@${host}:${port}`;
  const scheme = format === 'HTTP' ? 'http' : 'socks5';
  return `${scheme}://${encodeURIComponent(login)}:${encodeURIComponent(password)}@${host}:${port}`;
}

/** Whether proxies that speak this understand lines of a format. */
export function speaks(protocol: Protocol, format: LineFormat): boolean {
  if (format === 'HTTP') return protocol !== 'SOCKS5';
  return format !== 'SOCKS' || protocol !== 'HTTP';
}

/** A command for a shell that fetches a page of this service through a proxy, by the proxy's URL. */
export function curlCommand(proxyUrl: string): string {
  // With socks5h:// the proxy looks the name up, as programs that take socks5:// mostly mean.
  return `curl -x ${quoted(proxyUrl.replace(/^socks5:/, 'socks5h:'))} ${quoted(serviceUrl('healthz'))}`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
