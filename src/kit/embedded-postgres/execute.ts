import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cannotRun } from './error.ts';

const run = promisify(execFile);

/** A disk that needs longer to write a cluster of 40 MB is not one to run a database on, in milliseconds. */
const EXECUTION_LIMIT_MS = 60_000;
/** Nothing of our own environment reaches PostgreSQL: PGDATA, PGPORT and their kin would change what it does. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/** Who the server runs as when that is somebody else than this process. */
export interface Account {
  uid: number;
  gid: number;
}

/** Runs a program as the account, from a directory that everybody can enter, until it ends. */
export async function execute(file: string, args: string[], account: Account | undefined): Promise<void> {
  try {
    await run(file, args, { cwd: '/', env: SERVER_ENVIRONMENT, timeout: EXECUTION_LIMIT_MS, ...account });
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : '';
    throw cannotRun(lastWords(output) ?? String(cause), { cause });
  }
}

/** Whether the program succeeds. */
export function succeeds(file: string, args: string[], account: Account): Promise<boolean> {
  return execute(file, args, account).then(
    () => true,
    () => false,
  );
}

/** The line of PostgreSQL's output that tells why it gave up, if it said anything. */
export function lastWords(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.find((line) => /\b(?:FATAL|PANIC|error): /.test(line));
  return (fatal ?? lines.at(-1))?.replace(/^.*\b(?:FATAL|PANIC): +/, '').replace(/\.?\s*$/, '');
}
