import { readFile } from 'node:fs/promises';
import { cannotRun } from './error.ts';
import { type Account, succeeds } from './execute.ts';

/** The users that root may run a database as, in the order of preference. */
const SERVICE_USERS = ['postgres', 'nobody'];

export const isRoot = () => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, so root runs it as a service user; anybody else runs it as themselves. */
export async function serviceAccount(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of SERVICE_USERS) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw cannotRun(`it refuses to run as root, and there is no user ${SERVICE_USERS.join(' or ')}`);
}

/** Whether the account can enter the directory, found out by trying: mode bits alone do not tell it all. */
export function canEnter(directory: string, account: Account): Promise<boolean> {
  return succeeds('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], account);
}
