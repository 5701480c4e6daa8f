import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { canEnter, isRoot, serviceAccount } from './account.ts';
import { type Binaries, createSystemDirectory, findBinaries, SYSTEM_DIRECTORY } from './binaries.ts';
import { cannotRun, EmbeddedPostgresError, errorCode } from './error.ts';
import { type Account, execute } from './execute.ts';

/** The name of the superuser and of the database that the service uses. */
export const USER = 'gateway';

export function urlOf({ password, port }: { password: string; port: number }): string {
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${USER}`;
}

/** A database cluster and its files: `cluster/`, `password` and `log` in one directory. */
export interface ClusterFiles {
  cluster: string;
  log: string;
  password: string;
  /** The owner of the cluster; undefined when that is the user of this process. */
  account: Account | undefined;
  binaries: Binaries;
}

/**
 * Creates the directory for the service's state when it is missing. No other user can look into it. When root
 * runs this, the service user may pass through it. The same holds for an empty directory of root's with mode
 * 700.
 */
async function createDataDirectory(dataDir: string): Promise<void> {
  await mkdir(dirname(resolve(dataDir)), { recursive: true });
  try {
    await mkdir(dataDir, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  const account = await serviceAccount();
  if (account && (await isUntouched(dataDir))) await openToAccount(dataDir, account);
}

async function isUntouched(directory: string): Promise<boolean> {
  const { mode, uid } = await stat(directory);
  return uid === 0 && (mode & 0o777) === 0o700 && (await readdir(directory)).length === 0;
}

/**
 * Opens the home in the data directory, and creates it when there is none. `fast`: data may be lost when the
 * machine crashes. Throws EmbeddedPostgresError.
 */
export async function openClusterFiles(dataDir: string, fast: boolean): Promise<ClusterFiles> {
  try {
    await createDataDirectory(dataDir);
    return await readClusterFiles(await findOrCreateHome(dataDir, fast));
  } catch (error) {
    if (error instanceof EmbeddedPostgresError || !(error instanceof Error)) throw error;
    throw cannotRun(error.message, { cause: error });
  }
}

async function readClusterFiles(home: string): Promise<ClusterFiles> {
  const account = await ownerOf(home);
  return {
    cluster: join(home, 'cluster'),
    log: join(home, 'log'),
    password: await readFile(join(home, 'password'), 'utf8'),
    account,
    binaries: await findBinaries(account),
  };
}

/** Returns the real path, since PostgreSQL's process is recognised by it. */
async function findOrCreateHome(dataDir: string, fast: boolean): Promise<string> {
  const path = join(dataDir, 'postgres');
  if (await isMissing(lstat(path))) await createHome(dataDir, path, fast);
  if (await isMissing(stat(path))) {
    throw new EmbeddedPostgresError(
      `${path} points to a directory that is gone, and the data with it. Restore it, or remove ${path} to start anew.`,
    );
  }
  return realpath(path);
}

async function isMissing(entry: Promise<unknown>): Promise<boolean> {
  try {
    await entry;
    return false;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

/**
 * The server must run as the owner of its files. Root can run it as any user, and other users only as
 * themselves.
 */
async function ownerOf(home: string): Promise<Account | undefined> {
  // Only its owner can look into a home, so other users check the home itself. A home that root made belongs
  // to root, and its cluster to the account, so root checks the cluster.
  const { uid, gid } = await stat(isRoot() ? join(home, 'cluster') : home);
  if (uid === process.getuid?.()) return undefined;
  if (isRoot()) return { uid, gid };
  throw new EmbeddedPostgresError(
    `${home} belongs to another user (uid ${uid}): run this as that user or as root.`,
  );
}

/**
 * Prepares a home under another name and renames it, so that an interrupted start leaves no incomplete home,
 * and of two starts at the same time the later one uses the home of the earlier one. When the service user
 * cannot reach the data directory, the home is made in the system directory, and the data directory gets a
 * link to it.
 */
async function createHome(dataDir: string, path: string, fast: boolean): Promise<void> {
  const account = await serviceAccount();
  const inPlace = account === undefined || (await canEnter(resolve(dataDir), account));
  const parent = inPlace ? dataDir : join(SYSTEM_DIRECTORY, 'clusters');
  if (!inPlace) await createSystemDirectory(SYSTEM_DIRECTORY).then(() => createSystemDirectory(parent));
  const staging = await mkdtemp(join(resolve(parent), 'postgres-'));
  try {
    if (account) await openToAccount(staging, account);
    await initialise(staging, account, fast);
    await (inPlace ? rename(staging, path) : symlink(staging, path));
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    // Another start may have created its home in the meantime.
    if (await isMissing(lstat(path))) throw error;
  }
}

async function initialise(home: string, account: Account | undefined, fast: boolean): Promise<void> {
  const { initdb } = await findBinaries(account);
  const cluster = join(home, 'cluster');
  const password = join(home, 'password');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(password, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  if (account) await Promise.all([cluster, password].map((path) => chown(path, account.uid, account.gid)));
  const access = [`--username=${USER}`, `--pwfile=${password}`, '--auth=scram-sha-256'];
  // The built-in locale sorts by code point and supports UTF-8, in the same way on every machine.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const hurry = fast ? ['--no-sync', '--set=scram_iterations=1'] : [];
  const args = [`--pgdata=${cluster}`, ...access, ...locale, ...hurry];
  await execute(initdb, args, account);
}

/** Lets the account, and no other user, pass through a directory of root's. */
async function openToAccount(directory: string, account: Account): Promise<void> {
  await chown(directory, -1, account.gid);
  await chmod(directory, 0o710);
}
