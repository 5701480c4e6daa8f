import { type Flaw, InvalidRequestError } from '../kit/errors.ts';
import type { Credentials, Gateway } from '../upstreams/traffic.ts';
import type { LuxurySettings } from './settings.ts';

export const LINE_FORMATS = ['hpup', 'uphp', 'http', 'socks'] as const;
export type LineFormat = (typeof LINE_FORMATS)[number];
type LineProtocol = 'http' | 'socks5';

export const MAX_LINES = 1_000;

interface LineQuery {
  /** `hpup` when left out, which is host:port:login:password. */
  format?: LineFormat | undefined;
  /** The number of lines of a sticky order; 1 when left out. */
  count?: number | undefined;
  /** When left out, what the settings allow, and HTTP if they allow both. */
  protocol?: LineProtocol | undefined;
}

/**
 * The order's access as lines for programs that take a list of proxies. In sticky mode each line has a port,
 * and so an exit address, of its own. In rotating mode there is one line, whatever the count. Throws
 * InvalidRequestError.
 */
export function makeLines(
  gateway: Gateway,
  settings: Pick<LuxurySettings, 'session' | 'protocol'>,
  credentials: Credentials,
  { format = 'hpup', count = 1, protocol }: LineQuery,
): string[] {
  const flaws = protocolFlaws(format, protocol, settings.protocol);
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_LINES))
    flaws.unshift({ path: ['count'], message: `must be a whole number from 1 to ${MAX_LINES}` });
  if (flaws.length > 0) throw new InvalidRequestError(flaws);
  const spoken = protocolOf(format, protocol, settings.protocol);
  const lineAt = writer(format, gateway.host, credentials);
  const sticky = settings.session === 'sticky';
  return gatewayPorts(gateway, { sticky, protocol: spoken }, sticky ? count : 1).map(lineAt);
}

/** Ports for so many lines: in sticky mode each has its own, as far as there are; else all the same. */
export function gatewayPorts(
  { httpPort, socks5Port, stickyPorts: { first, last } }: Gateway,
  { sticky, protocol }: { sticky: boolean; protocol: LineProtocol },
  count: number,
): number[] {
  if (!sticky) return Array<number>(count).fill(protocol === 'socks5' ? socks5Port : httpPort);
  return Array.from({ length: Math.min(count, last - first + 1) }, (_, index) => first + index);
}

/** The line for the gateway's HTTP port. The answer to a password reset has it. */
export function gatewayLine({ host, httpPort }: Gateway, credentials: Credentials): string {
  return writer('hpup', host, credentials)(httpPort);
}

/** As messages name them: the doors write the values differently, so messages do not use these. */
const NAMES = { http: 'HTTP', socks5: 'SOCKS5' } as const;
const URLS = { http: 'http:// URLs', socks5: 'socks5:// URLs' } as const;

/** The protocol that a URL format contains; undefined for the other formats. */
function protocolIn(format: LineFormat): LineProtocol | undefined {
  return format === 'http' ? 'http' : format === 'socks' ? 'socks5' : undefined;
}

function protocolOf(
  format: LineFormat,
  asked: LineProtocol | undefined,
  allowed: LuxurySettings['protocol'],
): LineProtocol {
  return protocolIn(format) ?? asked ?? (allowed === 'socks5' ? 'socks5' : 'http');
}

/**
 * The flaws of a request for lines of a protocol that the settings do not allow: such lines would not work.
 */
function protocolFlaws(
  format: LineFormat,
  asked: LineProtocol | undefined,
  allowed: LuxurySettings['protocol'],
): Flaw[] {
  const named = protocolIn(format);
  if (named && asked && named !== asked) return [contradiction(named, asked, allowed)];
  if (allowed === 'both' || allowed === protocolOf(format, asked, allowed)) return [];
  const message = `the order's settings allow ${NAMES[allowed]} only; ask for lines of that, or change the settings`;
  const blamed = [...(named ? ['format'] : []), ...(asked ? ['protocol'] : [])];
  return blamed.map((argument) => ({ path: [argument], message }));
}

/** The advice in the message leads to lines that the settings allow. */
function contradiction(named: LineProtocol, asked: LineProtocol, allowed: LuxurySettings['protocol']): Flaw {
  const without = `leave it out for ${URLS[named]}`;
  const other = `choose the format of ${URLS[asked]}`;
  const advice =
    allowed === 'both'
      ? `${without}, or ${other}`
      : `the order's settings allow ${NAMES[allowed]} only, so ${allowed === named ? without : other}`;
  const message = `is ${NAMES[asked]} and "format" is for ${URLS[named]}: ${advice}`;
  return { path: ['protocol'], message };
}

function writer(
  format: LineFormat,
  host: string,
  { login, password }: Credentials,
): (port: number) => string {
  switch (format) {
    case 'hpup':
      return (port) => `${host}:${port}:${login}:${password}`;
    case 'uphp':
      return (port) => `${login}:${password}@${host}:${port}`;
    case 'http':
    case 'socks': {
      const scheme = format === 'http' ? 'http' : 'socks5';
      const user = `${encodeURIComponent(login)}:${encodeURIComponent(password)}`;
      return (port) => `${scheme}://${user}@${host}:${port}`;
    }
  }
}
