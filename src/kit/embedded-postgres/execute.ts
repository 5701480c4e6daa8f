import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cannotRun } from './error.ts';

const run = promisify(execFile);

/**
 * How long a program may take, in milliseconds. A disk that needs longer to write a cluster of 40 MB is too
 * slow for a database.
 */
const EXECUTION_LIMIT_MS = 60_000;
/**
 * PostgreSQL gets nothing of our own environment: variables such as PGDATA and PGPORT would change what it
 * does.
 */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };

/** The user that the server runs as, when that is not the user of this process. */
export interface Account {
  uid: number;
  gid: number;
}

/** Runs a program as the account until it ends, in a directory that every user can enter. */
export async function execute(file: string, args: string[], account: Account | undefined): Promise<void> {
  try {
    await run(file, args, { cwd: '/', env: SERVER_ENVIRONMENT, timeout: EXECUTION_LIMIT_MS, ...account });
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : '';
    throw cannotRun(failureReason(output) ?? String(cause), { cause });
  }
}

export function succeeds(file: string, args: string[], account: Account): Promise<boolean> {
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
