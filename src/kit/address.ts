import { readFileSync } from 'node:fs';
import { BlockList, isIPv6 } from 'node:net';
import { type ConnectionOptions, getCACertificates } from 'node:tls';

/** With a user, one host and a database: pg would take what is missing from the environment. */
const SHAPE = /^postgres(?:ql)?:\/\/[^/?#:@][^/?#]*@[^/?#,@]+\/[^?#]/;
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
const PARAMETERS = ['sslmode', ...FILES, 'options'];

/**
 * Every connection is opened by this, with libpq's parameters; others are refused, since they would be asked
 * for in vain. Reads the files that the URL names. An error goes on after the variable's name.
 */
export function databaseAddress(text: string) {
  if (!SHAPE.test(text) || !URL.canParse(text))
    throw new TypeError('takes a PostgreSQL URL: postgresql://user:password@host:5432/database');
  const { hostname, port, username, password, pathname, searchParams } = new URL(text);
  const asked = [...searchParams.keys()];
  const wrong = asked.find((name, place) => !PARAMETERS.includes(name) || asked.indexOf(name) < place);
  if (wrong !== undefined) {
    // What is no name may be the end of a password with a question mark in it.
    const name = /^[a-z_]{1,40}$/i.test(wrong) ? `the parameter ${wrong}` : 'such a parameter';
    throw new TypeError(`does not take ${name}: it takes ${PARAMETERS.join(', ')}, each once`);
  }
  return {
    host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || 5432),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password) || undefined,
    database: decodeURIComponent(pathname.slice(1)),
    ssl: readTls(searchParams),
    options: searchParams.get('options') ?? undefined,
  };
}

/** The address of the same database, with the tables of one of its schemas. */
export function inSchema(text: string, schema: string): string {
  const url = new URL(text);
  const options = [url.searchParams.get('options'), `-c search_path=${schema}`];
  url.searchParams.set('options', options.filter((option) => option !== null).join(' '));
  return url.href;
}

function readTls(parameters: URLSearchParams): ConnectionOptions | false {
  const mode = parameters.get('sslmode') ?? 'disable';
  // The driver cannot ask for TLS and go on without it, as libpq does by `prefer`.
  if (!MODES.includes(mode)) throw new TypeError(`takes one of ${MODES.join(', ')} as its sslmode`);
  const [ca, cert, key] = FILES.map((name) => readPem(name, parameters.get(name)));
  if (mode === 'disable' && (ca ?? cert ?? key) !== undefined)
    throw new TypeError(`takes ${FILES.join(', ')} with another sslmode`);
  if (mode === 'disable') return false;
  const isFull = mode === 'verify-full';
  // Anybody gets a certificate of a public CA, for a name of their own.
  if ((Array.isArray(ca) && !isFull) || (ca === undefined && mode !== 'require'))
    throw new TypeError(`takes sslmode=${mode} with sslrootcert: a file${isFull ? ', or system' : ''}`);
  if ((cert === undefined) !== (key === undefined)) throw new TypeError('takes sslcert and sslkey together');
  const anyName = { checkServerIdentity: () => undefined };
  return { ca, cert, key, rejectUnauthorized: ca !== undefined, ...(!isFull && anyName) };
}

function readPem(name: string, path: string | null): string | string[] | undefined {
  if (path === null) return undefined;
  if (name === 'sslrootcert' && path === 'system') return getCACertificates('system');
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TypeError(`names a file as ${name} that cannot be read (${code})`);
  }
}

/** Whether that is this machine, as the host of a URL or of a connection. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\]|::1)$/.test(hostname);
}

export const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** Networks such as `10.0.0.0/8`. Throws for a text that is none. */
export function networksOf(texts: readonly string[]): BlockList {
  const networks = new BlockList();
  for (const text of texts) {
    const [, address = '', bits] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
    networks.addSubnet(address, Number(bits), familyOf(address));
  }
  return networks;
}
