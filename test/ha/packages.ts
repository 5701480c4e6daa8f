import { execFile, execFileSync } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRoot } from '../../src/kit/embedded-postgres/cluster-files.ts';

const run = promisify(execFile);

/** Where Debian keeps the programs of each major version of PostgreSQL. */
const POSTGRES = '/usr/lib/postgresql';
/** Where daemons are, which a user's PATH may not name. */
const SYSTEM_PATHS = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

type Version = readonly number[];

/** The programs, by the folder of `postgres` and its commands, and the paths of the others. */
const ASKED = {
  etcd: '--version',
  patroni: '--version',
  haproxy: '-v',
  pgbouncer: '--version',
  openssl: 'version',
} as const;
type Name = keyof typeof ASKED | 'postgres' | 'idna';
export type Programs = Record<Exclude<Name, 'idna'>, string>;

/** What the machines need, whatever is tried. Debian 12 has all of it. */
const OF_MACHINES: Needs = {
  etcd: [3, 4, 0],
  patroni: [3, 0, 0],
  haproxy: [2, 4, 0],
  postgres: [15],
  // For their certificates.
  openssl: [1, 1, 1],
  // Of Python, without which Debian's Patroni speaks to no etcd by TLS.
  idna: [0],
};
const PACKAGES = 'etcd-server patroni haproxy postgresql openssl python3-idna';

/** The least versions. */
export type Needs = Partial<Record<Name, Version>>;

/** The programs that are here. The path of one that is not is empty. */
export interface Found {
  paths: Programs;
  versions: Partial<Record<Name, Version>>;
}

/** Finds the programs. As root and with apt it installs those that the machines need, when `installs`. */
export async function findPrograms(installs: boolean): Promise<Found> {
  const found = await look();
  if (!installs || !isRoot() || !(await inPath('apt-get')) || lacksOf(found).length === 0) return found;
  const apt = (...args: string[]) => execFileSync('apt-get', args, { stdio: ['ignore', 2, 2], env: APT });
  apt('-qq', 'update');
  apt('-qq', 'install', '--yes', '--no-install-recommends', '--no-upgrade', ...PACKAGES.split(' '));
  return look();
}

export const APT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** What is missing or too old of what is needed, a line for each. */
export function lacksOf({ versions }: Pick<Found, 'versions'>, needs = OF_MACHINES): string[] {
  return Object.entries(needs).flatMap(([name, least]) => {
    const has = versions[name as Name];
    if (has && !isOlder(has, least)) return [];
    return `${name} ${least.join('.')} or newer is needed, and ${has ? `${has.join('.')} is` : 'none is'} here`;
  });
}

/** How a newcomer gets what the machines need. */
export const HOW_TO_INSTALL = `On Debian 12 or newer: apt-get install --no-install-recommends ${PACKAGES}`;

async function look(): Promise<Found> {
  const found: Found = {
    paths: { etcd: '', patroni: '', haproxy: '', pgbouncer: '', openssl: '', postgres: '' },
    versions: {},
  };
  for (const [name, asked] of Object.entries(ASKED) as [keyof typeof ASKED, string][]) {
    const path = await inPath(name);
    const version = path && (await versionOf(path, asked));
    if (path && version) {
      found.paths[name] = path;
      found.versions[name] = version;
    }
  }
  if (await run('/usr/bin/python3', ['-c', 'import idna']).then(...TRUE_OR_FALSE)) found.versions.idna = [0];
  const major = Math.max(...(await readdir(POSTGRES).catch(() => [])).map(Number).filter(Boolean));
  if (major > 0) {
    found.paths.postgres = join(POSTGRES, String(major), 'bin');
    found.versions.postgres = [major];
  }
  return found;
}

async function inPath(name: string): Promise<string | undefined> {
  for (const directory of [...(process.env['PATH'] ?? '').split(':'), ...SYSTEM_PATHS]) {
    const path = join(directory, name);
    if (await access(path).then(...TRUE_OR_FALSE)) return path;
  }
  return undefined;
}

export const TRUE_OR_FALSE = [() => true, () => false] as const;

async function versionOf(path: string, asked: string): Promise<number[] | undefined> {
  const { stdout } = await run(path, [asked]).catch(() => ({ stdout: '' }));
  return /(\d+)\.(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number);
}

function isOlder(version: readonly number[], least: readonly number[]): boolean {
  const differing = least.findIndex((part, i) => part !== version[i]);
  return differing >= 0 && (version[differing] ?? 0) < (least[differing] ?? 0);
}
