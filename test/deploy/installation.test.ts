import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFile(join(PROJECT, path), 'utf8');
const { scripts, dependencies, devDependencies, optionalDependencies, allowScripts } = JSON.parse(
  await read('package.json'),
);

test('what the service imports is installed without the packages of developers, and so is the Node.js that runs it', async () => {
  const sources = (await readdir(join(PROJECT, 'src'), { recursive: true })).filter(
    // The console is built into files before.
    (path) => path.endsWith('.ts') && !path.startsWith('console/') && path !== 'pages/build-console.ts',
  );
  const imported = new Set<string>();
  for (const path of sources) {
    const text = (await read(join('src', path))).replaceAll(/^(?:import|export) type .*$/gm, '');
    for (const [, name = ''] of text.matchAll(
      /(?: from |import |import\(|resolve\()'((?:@[\w.-]+\/)?[\w][\w.-]*)(?:\/[^']*)?'/g,
    ))
      imported.add(name);
  }
  expect(imported).toContain('pg');
  const installed = { ...dependencies, ...optionalDependencies };
  expect([...imported].filter((name) => !(name in installed))).toEqual([]);
  expect(dependencies).toHaveProperty('node');
});

test('a start installs exactly what the lock file names, and what builds the console, but not what only tests need', async () => {
  expect(scripts['setup:start']).toContain(' npm ci --omit=dev ');
  expect(scripts.setup).toContain(' npm install --no-save --include=dev ');
  expect(optionalDependencies).toHaveProperty('vite');
  expect(devDependencies).toHaveProperty('vitest');
  const directory = await mkdtemp(join(tmpdir(), 'gateway-installation-'));
  try {
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(join(PROJECT, file), join(directory, file));
    // It compares the two, for every platform, and asks nobody.
    const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--cache', join(directory, 'cache')];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: directory });
    expect(stdout).toMatch(/^added \d+ packages/m);
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('no package runs a script when it is installed, such as one that reports the installation, but those that somebody has looked at', async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { name?: string; hasInstallScript?: boolean; dev?: boolean }>;
  };
  const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  expect(running.map(([path]) => nameOf(path)).sort()).toEqual(Object.keys(allowScripts).sort());
  // Older versions of npm run those that are not allowed, too.
  expect(running.filter(([path, { dev }]) => !dev && !allowScripts[nameOf(path)])).toEqual([]);
  expect(packages['node_modules/@scarf/scarf']).toMatchObject({ name: 'dataloader' });
});
