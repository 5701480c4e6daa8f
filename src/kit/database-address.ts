import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import type { ClientConfig } from 'pg';

const EXAMPLE = 'a PostgreSQL URL: postgresql://user:password@host:5432/database';
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const PARAMETERS: readonly string[] = ['sslmode', ...FILES];

/** Thrown for a URL that nothing can connect by. The message goes on after the variable's name. */
export class DatabaseAddressError extends Error {}

interface DatabaseAddress extends Required<Pick<ClientConfig, 'host' | 'port' | 'user' | 'ssl'>> {
  password: string | undefined;
  database: string;
}

/**
 * Where and how to connect, from the URL of a database. Every connection of the program is opened by this, so
 * that none reads the URL in another way. Parameters mean what they mean to libpq; one that is not known here
 * is refused, since it would be asked for in vain. Reads the files that the URL names.
 */
export function databaseAddress(text: string): DatabaseAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const names = url && [url.hostname, url.username, url.pathname.slice(1), url.password].map(decoded);
  const [host, user, database, password] = names ?? [];
  const isPostgres = url?.protocol === 'postgresql:' || url?.protocol === 'postgres:';
  if (!url || !isPostgres || !host || !user || !database || password === undefined || host.includes(','))
    throw new DatabaseAddressError(`takes ${EXAMPLE}`);
  const asked = [...url.searchParams.keys()];
  const wrong = asked.find((name, place) => !PARAMETERS.includes(name) || asked.indexOf(name) < place);
  if (wrong !== undefined) {
    // What is no name may be the end of a password with a question mark in it.
    const name = /^[a-z_]{1,40}$/i.test(wrong) ? `the parameter ${wrong}` : 'such a parameter';
    throw new DatabaseAddressError(`does not take ${name}: it takes ${PARAMETERS.join(', ')}, each once`);
  }
  return {
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 5432),
    user,
    password: password || undefined,
    database,
    ssl: readTls(url.searchParams),
  };
}

function readTls(parameters: URLSearchParams): DatabaseAddress['ssl'] {
  const mode = parameters.get('sslmode') ?? 'disable';
  const [ca, cert, key] = FILES.map((name) => readPem(name, parameters.get(name)));
  const flaw = () => {
    // The driver cannot ask for TLS and go on without it.
    if (!MODES.includes(mode)) return `takes one of ${MODES.join(', ')} as its sslmode`;
    if (mode === 'disable' && (ca ?? cert ?? key)) return `takes ${FILES.join(', ')} with another sslmode`;
    if (mode.startsWith('verify') && !ca) return `takes sslmode=${mode} with sslrootcert: a file, or system`;
    if (parameters.get('sslrootcert') === 'system' && mode !== 'verify-full')
      return 'takes sslrootcert=system with sslmode=verify-full: anybody gets a certificate of a public CA';
    return !cert === !key ? undefined : 'takes sslcert and sslkey together';
  };
  const found = flaw();
  if (found !== undefined) throw new DatabaseAddressError(found);
  if (mode === 'disable') return false;
  const anyName = mode !== 'verify-full' && { checkServerIdentity: () => undefined };
  return { ca, cert, key, rejectUnauthorized: ca !== undefined, ...anyName };
}

function readPem(name: (typeof FILES)[number], path: string | null): string | string[] | undefined {
  if (path === null) return undefined;
  if (name === 'sslrootcert' && path === 'system') return getCACertificates('system');
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new DatabaseAddressError(`names a file as ${name} that cannot be read (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}

/** Undefined for what is percent-encoded in a wrong way. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
