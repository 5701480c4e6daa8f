import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';

const run = promisify(execFile);

const DEPLOY = new URL('../../deploy/', import.meta.url);

/** The path of a file of `deploy/`. */
export function deployedPath(name: string): string {
  return fileURLToPath(new URL(name, DEPLOY));
}

/**
 * Makes keys and certificates as `deploy/` does, of machines such as `node-1=10.0.0.11`. Returns whether that
 * was possible: it takes OpenSSL's command.
 */
export async function makeCertificates(directory: string, machines: readonly string[]): Promise<boolean> {
  const isThere = await run('openssl', ['version']).then(
    () => true,
    () => false,
  );
  if (isThere) await run('sh', [deployedPath('certificates'), directory, ...machines]);
  return isThere;
}

type Changes = readonly (readonly [from: string, to: string])[];

/** Writes a file of `deploy/` as it is, but for the addresses, paths and passwords of this run. */
export async function writeDeployed(name: string, path: string, changes: Changes): Promise<void> {
  await writeFile(path, await changed(name, changes), { mode: 0o644 });
}

/** The variables of a file of `deploy/` that systemd reads, changed in the same way. */
export async function deployedVariables(name: string, changes: Changes): Promise<Record<string, string>> {
  return parseEnv(await changed(name, changes)) as Record<string, string>;
}

/** Each change must occur, so that a file that changes cannot silently keep what is in the example. */
async function changed(name: string, changes: Changes): Promise<string> {
  let text = await readFile(deployedPath(name), 'utf8');
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`deploy/${name} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}
