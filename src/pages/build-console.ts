import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Builds the console into `build/console/` when its source, the lock file or this file has changed since. Any
 * number of processes may do so at once. A release may bring the build along and leave Vite away.
 */
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCE = join(PROJECT, 'src/console');
const BUILDS = join(PROJECT, 'build');
const BUILT = join(BUILDS, 'console');
const STAMP = 'source.sha256';
const NOTICEABLE_MS = 2_000;

await buildConsole();

async function buildConsole(): Promise<void> {
  if (!existsSync(SOURCE)) return;
  const stamp = await stampOfSource();
  if ((await stampOf(BUILT)) === stamp) return;
  // Tests have an environment of their own, and get the same build.
  process.env['NODE_ENV'] = 'production';
  const vite = await import('vite').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  });
  if (!vite) {
    const state = existsSync(BUILT) ? 'The console is that of an earlier build' : 'There is no console';
    process.stderr.write(`${state}: Vite is not installed. Run npm install, then npm run build.\n`);
    return;
  }
  const started = performance.now();
  const built = `${BUILT}-${randomUUID()}`;
  try {
    await vite.build({
      root: SOURCE,
      configFile: join(SOURCE, 'vite.config.ts'),
      configLoader: 'native',
      build: { outDir: built, emptyOutDir: true },
    });
    await writeFile(join(built, STAMP), stamp);
    await replaceBuild(built, stamp);
  } finally {
    await rm(built, { recursive: true, force: true });
  }
  const ms = performance.now() - started;
  if (ms > NOTICEABLE_MS) process.stderr.write(`Built the console in ${(ms / 1_000).toFixed(1)} s.\n`);
}

/** Puts a finished build in place, unless another process was first with the same. */
async function replaceBuild(built: string, stamp: string): Promise<void> {
  const replaced = `${BUILT}-${randomUUID()}`;
  await rename(BUILT, replaced).catch(() => {});
  await rename(built, BUILT).catch(async (error: unknown) => {
    if ((await stampOf(BUILT)) !== stamp) throw error;
  });
  await rm(replaced, { recursive: true, force: true });
}

async function stampOf(build: string): Promise<string | undefined> {
  return readFile(join(build, STAMP), 'utf8').catch(() => undefined);
}

async function stampOfSource(): Promise<string> {
  await mkdir(BUILDS, { recursive: true });
  const entries = await readdir(SOURCE, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const hash = createHash('sha256');
  for (const file of [...files, join(PROJECT, 'package-lock.json'), fileURLToPath(import.meta.url)])
    hash.update(`${file.slice(PROJECT.length)}\0`).update(await readFile(file));
  return hash.digest('hex');
}
