import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where Debian keeps the programs of each major version of PostgreSQL. */
const POSTGRES = '/usr/lib/postgresql';
/** Where daemons are, which a user's PATH may not name. */
const SYSTEM_PATHS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** What the run needs, from the packages of a distribution. Versions are `[major, minor, patch]`. */
const NEEDED = {
  etcd: { package: 'etcd-server', version: ['--version'], least: [3, 4, 0] },
  patroni: {
    package: 'patroni, from Debian 13 or apt.postgresql.org',
    version: ['--version'],
    least: [3, 0, 3],
  },
  haproxy: { package: 'haproxy', version: ['-v'], least: [2, 4, 0] },
  pgbouncer: { package: 'pgbouncer, from Debian 13 or newer', version: ['--version'], least: [1, 21, 0] },
} as const;

/** The paths of the programs. */
export interface Programs extends Record<keyof typeof NEEDED, string> {
  /** The folder of `postgres` and its commands. */
  postgres: string;
}

/** Finds the programs, and installs nothing. Lists what is missing or too old instead, a line for each. */
export async function findPrograms(): Promise<Programs | string[]> {
  const missing: string[] = [];
  const found: Partial<Programs> = {};
  for (const [name, { package: from, version, least }] of Object.entries(NEEDED)) {
    const path = await inPath(name);
    const has = path && (await versionOf(path, version));
    if (!path || !has) missing.push(`${name} is missing: it is in the package ${from}`);
    else if (isOlder(has, least))
      missing.push(`${path} is ${has.join('.')}, and ${least.join('.')} is needed: package ${from}`);
    else found[name as keyof typeof NEEDED] = path;
  }
  const majors = (await readdir(POSTGRES).catch(() => [])).map(Number).filter((major) => major >= 15);
  if (majors.length === 0) missing.push('PostgreSQL 15 or newer is missing: it is in the package postgresql');
  else found.postgres = join(POSTGRES, String(Math.max(...majors)), 'bin');
  return missing.length > 0 ? missing : (found as Programs);
}

async function inPath(name: string): Promise<string | undefined> {
  for (const directory of [...(process.env['PATH'] ?? '').split(':'), ...SYSTEM_PATHS]) {
    const path = join(directory, name);
    if (await access(path).then(...TRUE_OR_FALSE)) return path;
  }
  return undefined;
}

const TRUE_OR_FALSE = [() => true, () => false] as const;

async function versionOf(path: string, args: readonly string[]): Promise<number[] | undefined> {
  const { stdout } = await run(path, [...args]).catch(() => ({ stdout: '' }));
  return /(\d+)\.(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number);
}

function isOlder(version: readonly number[], least: readonly number[]): boolean {
  const differing = least.findIndex((part, i) => part !== version[i]);
  return differing >= 0 && (version[differing] ?? 0) < (least[differing] ?? 0);
}
