import { execFile, execFileSync } from 'node:child_process';
import { access, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isRoot } from '../../src/kit/embedded-postgres/cluster-files.ts';
import { APT, TRUE_OR_FALSE } from '../ha/packages.ts';

const run = promisify(execFile);

/** The release that is tried, and the tree of its source in git. */
const CITUS = { tag: 'v13.2.2', tree: 'bc9d4694f6ca98bc7519947108785d75c1052790' };
/**
 * Debian's, which finds extensions in a folder of their own: that is no setting of other builds before 18.
 */
const POSTGRES = '/usr/lib/postgresql/15';
const PACKAGES =
  'git gcc make postgresql-15 postgresql-server-dev-15 libkrb5-dev libzstd-dev liblz4-dev libicu-dev libssl-dev libxml2-dev';
/** A file that each of those which are not always there has. */
const NEEDED = [
  `${POSTGRES}/bin/postgres`,
  '/usr/include/postgresql/15/server/postgres.h',
  '/usr/include/gssapi/gssapi.h',
  '/usr/include/zstd.h',
  '/usr/include/lz4.h',
];
/** Outside of git, and once for all runs. */
const BUILT = fileURLToPath(new URL(`../../node_modules/.cache/citus-${CITUS.tag}`, import.meta.url));

export interface Citus {
  /** What the paths of its files begin with, which are those of Debian's packages. */
  directory: string;
  libraries: string;
  /** The programs of PostgreSQL. */
  postgres: string;
}

/** Thrown where it cannot be built. The message says what to do. */
export class CitusMissingError extends Error {}

/** Citus as it was built before, or built now from the source that CITUS_SOURCE names. */
export async function findCitus({ installs = false } = {}): Promise<Citus> {
  if (installs && isRoot() && (await lacking()).length > 0) {
    const apt = (...args: string[]) => execFileSync('apt-get', args, { stdio: ['ignore', 2, 2], env: APT });
    apt('-qq', 'update');
    apt('-qq', 'install', '--yes', '--no-install-recommends', ...PACKAGES.split(' '));
  }
  const lacks = await lacking();
  if (lacks.length > 0)
    throw new CitusMissingError(
      `There is no ${lacks.join(', ')}. On Debian 12: apt-get install --no-install-recommends ${PACKAGES}`,
    );
  const library = join(BUILT, POSTGRES, 'lib', 'citus.so');
  if (!(await access(library).then(...TRUE_OR_FALSE))) await build();
  return { directory: BUILT, libraries: join(BUILT, POSTGRES, 'lib'), postgres: join(POSTGRES, 'bin') };
}

async function lacking(): Promise<string[]> {
  const there = await Promise.all(NEEDED.map((file) => access(file).then(...TRUE_OR_FALSE)));
  return NEEDED.filter((_, place) => !there[place]);
}

async function build(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-citus-build-'));
  const built = `${BUILT}-${process.pid}`;
  try {
    await takeSource(directory);
    await adapt(directory);
    // Without the program that looks for newer releases, and without code for LLVM.
    const options = { cwd: directory, maxBuffer: 2 ** 28 };
    await run('./configure', ['--without-libcurl', `PG_CONFIG=${POSTGRES}/bin/pg_config`], options);
    await run('nice', ['make', '-j1', '-s', 'with_llvm=no'], options);
    await run('make', ['-s', 'install', 'with_llvm=no', `DESTDIR=${built}`], options);
    await rename(built, BUILT);
  } finally {
    await Promise.all([directory, built].map((path) => rm(path, { recursive: true, force: true })));
  }
}

/** From a git directory that has the tag, or from an unpacked tree of it. */
async function takeSource(directory: string): Promise<void> {
  const source = process.env['CITUS_SOURCE'] ?? '';
  const isGit = await run('git', [
    '-C',
    source || '/',
    'rev-parse',
    '--verify',
    '-q',
    `${CITUS.tag}^{commit}`,
  ]).then(...TRUE_OR_FALSE);
  const index = { ...process.env, GIT_DIR: join(directory, '.git'), GIT_WORK_TREE: directory };
  const git = (...args: string[]) => run('git', args, { env: index, maxBuffer: 2 ** 28 });
  if (source === '' || !(isGit || (await access(join(source, 'configure')).then(...TRUE_OR_FALSE))))
    throw new CitusMissingError(
      `CITUS_SOURCE is to name a git directory with the tag ${CITUS.tag} of Citus, or its unpacked tree: git clone --branch ${CITUS.tag} --depth 1 https://github.com/citusdata/citus`,
    );
  if (isGit)
    await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', source, CITUS.tag, directory]);
  else await run('cp', ['-R', `${source}/.`, directory]);
  await rm(join(directory, '.git'), { recursive: true, force: true });
  await git('init', '-q');
  await git('add', '-A', '-f');
  const { stdout } = await git('write-tree');
  if (stdout.trim() !== CITUS.tree)
    throw new CitusMissingError(
      `CITUS_SOURCE has another tree than ${CITUS.tag} of Citus: ${stdout.trim()} instead of ${CITUS.tree}`,
    );
}

/** PostgreSQL 15.19 has a function of its own under a name by which Citus has one for those before it. */
async function adapt(directory: string): Promise<void> {
  const declared = await readFile('/usr/include/postgresql/15/server/commands/dbcommands.h', 'utf8');
  if (!declared.includes('have_createdb_privilege')) return;
  const path = join(directory, 'src/include/pg_version_compat.h');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/^have_createdb_privilege\(void\)$/m, 'may_create_databases(void)'));
}
