import { readFile } from 'node:fs/promises';
import { cannotRun } from './error.ts';
import { type Account, succeeds } from './execute.ts';

/** The users as which root may run a database, in order of preference. */
const SERVICE_USERS = ['postgres', 'nobody'];

export const isRoot = () => process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root, so root runs it as a service user. Any other user runs it under its own
 * account; then this returns undefined.
 */
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
export function canEnter(directory: string, account: Account): Promise<boolean> {
  return succeeds('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], account);
}
