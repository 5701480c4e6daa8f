import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const BUILD = fileURLToPath(new URL('../../src/pages/build-console.ts', import.meta.url));

/** Builds the console unless that has been done; other processes may be doing so. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [BUILD]);
}
