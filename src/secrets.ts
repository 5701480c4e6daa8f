import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** The key that encrypts credentials. It is kept in the data directory, and generated when there is none. */
export async function findOrCreateCredentialsKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'credentials.key');
  const fresh = randomBytes(KEY_BYTES).toString('base64');
  // With "wx", one of two processes that start at once writes the key, and a key that has encrypted something
  // is never overwritten.
  await writeFile(path, fresh, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes; restore it from a backup.`);
  return key;
}
