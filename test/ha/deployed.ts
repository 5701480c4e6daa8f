import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const DEPLOY = new URL('../../deploy/', import.meta.url);

/** The path of a file of `deploy/`. */
export function deployedPath(name: string): string {
  return fileURLToPath(new URL(name, DEPLOY));
}

/**
 * Writes a file of `deploy/` as it is, but for the addresses, paths and passwords of this run. Each must
 * occur in it, so that a file that changes cannot silently keep those of the example.
 */
export async function writeDeployed(
  name: string,
  path: string,
  changes: readonly (readonly [from: string, to: string])[],
): Promise<void> {
  let text = await readFile(deployedPath(name), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  await writeFile(path, text, { mode: 0o644 });
}
