import { isIP } from 'node:net';
import { jsonOrUndefined } from '../kit/text.ts';
import { readOperationId } from './operation.ts';

/** What somebody has of an order that is looked for. */
export type Clue =
  | { kind: 'proxy'; host?: string; port?: number; login?: string; password?: string }
  | { kind: 'upstream'; upstreamId: string }
  | { kind: 'reference'; operationId: string };

const URL_TEXT = /^(?:https?|socks5h?):\/\/([^/]+)\/?$/;
const UPSTREAM_ID = /^[1-9]\d{0,17}$/;

/**
 * Reads what was pasted: a proxy in one of the forms that customers get it in (`host:port:login:password`,
 * `login:password@host:port`, a URL, a line of the table, an object of JSON), a part of it, an upstream's
 * number or our reference there. A single word without a dot is a login. Undefined when it is none of these.
 */
export function readClue(pasted: string): Clue | undefined {
  const text = pasted.trim();
  if (text.startsWith('{')) return fromJson(text);
  const [, ofUrl] = URL_TEXT.exec(text) ?? [];
  if (ofUrl !== undefined) return fromUrl(ofUrl);
  if (/\s|\//.test(text) || text === '') return undefined;
  if (readOperationId(text)) return { kind: 'reference', operationId: text };
  if (UPSTREAM_ID.test(text)) return { kind: 'upstream', upstreamId: text };
  if (text.includes(',')) return fromCells(text.split(',').map(unquoted));
  if (text.includes('@')) return beforeAndBehind(text);
  return fromColons(text);
}

function fromJson(text: string): Clue | undefined {
  const object = jsonOrUndefined(text);
  if (!object) return undefined;
  const { host = '', port = '', login = '', password = '' } = object as Record<string, unknown>;
  return fromCells([host, port, login, password].map(String));
}

/** Login and password are encoded in a URL, and nowhere else. */
function fromUrl(text: string): Clue | undefined {
  try {
    const at = text.lastIndexOf('@');
    if (at < 0) return fromColons(text);
    const credentials = text.slice(0, at).split(':').map(decodeURIComponent);
    return beforeAndBehind(`${credentials.join(':')}${text.slice(at)}`);
  } catch {
    return undefined;
  }
}

/** host, port, login, password; all but the host may be empty. */
function fromCells(cells: string[]): Clue | undefined {
  const [host = '', port = '', login = '', password = ''] = cells;
  if (cells.length > 4) return undefined;
  return proxyOf({ host, port, login, password });
}

function beforeAndBehind(text: string): Clue | undefined {
  const at = text.lastIndexOf('@');
  const [login = '', password = '', ...more] = text.slice(0, at).split(':');
  const address = addressOf(text.slice(at + 1));
  return address && more.length === 0 ? proxyOf({ ...address, login, password }) : undefined;
}

/** host:port:login:password, where the host may be an IPv6 address, or a part of it from either end. */
function fromColons(text: string): Clue | undefined {
  const address = addressOf(text);
  if (address) return proxyOf(address);
  const parts = text.split(':');
  if (parts.length === 1) return proxyOf({ login: text });
  if (parts.length === 2) return proxyOf({ login: parts[0] ?? '', password: parts[1] ?? '' });
  // An IPv6 host takes brackets here: without them its groups would be port and login.
  const [, start = '', rest = ''] = /^((?:\[.+\]|[^:]+):\d+):([^:]+)$/.exec(text) ?? [];
  const begun = addressOf(start);
  if (begun) return proxyOf({ ...begun, login: rest });
  const [port = '', login = '', password = ''] = parts.slice(-3);
  const host = parts.slice(0, -3).join(':');
  return isHost(host) ? proxyOf({ host: bare(host), port, login, password }) : undefined;
}

/** Undefined for a text that is neither a host, which has a dot or is an address, nor one with a port. */
function addressOf(text: string): { host: string; port?: string } | undefined {
  if (isHost(text)) return { host: bare(text) };
  const colon = text.lastIndexOf(':');
  const [host, port] = [text.slice(0, colon), text.slice(colon + 1)];
  return colon > 0 && isPort(port) && (isHost(host) || host === 'localhost')
    ? { host: bare(host), port }
    : undefined;
}

const isHost = (text: string) => isIP(bare(text)) !== 0 || /^[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text);
const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;

/** A cell of a table: a spreadsheet's apostrophe and quotes are not part of it. */
function unquoted(cell: string): string {
  return cell.replace(/^"(.*)"$/, '$1').replace(/^'/, '');
}

function proxyOf({ host = '', port = '', login = '', password = '' }): Clue | undefined {
  if (host === '' && login === '') return undefined;
  if (port !== '' && !isPort(port)) return undefined;
  return {
    kind: 'proxy',
    ...(host !== '' && { host }),
    ...(port !== '' && { port: Number(port) }),
    ...(login !== '' && { login }),
    ...(password !== '' && { password }),
  };
}
