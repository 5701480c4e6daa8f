import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KEY_BYTES = 32;

/** The key that encrypts proxy credentials: the one in the data directory, made and kept there when there is none yet. */
export async function keptCredentialsKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'credentials.key');
  const fresh = randomBytes(KEY_BYTES).toString('base64');
  // "wx" lets one process win where two start at once, and never overwrites a key that encrypted something.
  await writeFile(path, fresh, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const key = Buffer.from(await readFile(path, 'utf8'), 'base64');
  if (key.length !== KEY_BYTES)
    throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes; restore it from a backup.`);
  return key;
}
