import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readLayers } from './support/layers.ts';
import { newDataDirectory } from './support/postgres.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const BIOME = join(PROJECT, 'node_modules/@biomejs/biome/bin/biome');
const run = promisify(execFile);

/** The imports, as `file < target`, that the linter refuses when each of these files has them. */
async function refusedOf(files: Record<string, string[]>): Promise<string[]> {
  const directory = newDataDirectory();
  for (const [file, targets] of Object.entries(files)) {
    await mkdir(join(directory, dirname(file)), { recursive: true });
    await writeFile(join(directory, file), targets.map((target) => `import '${target}';\n`).join(''));
  }
  for (const name of ['biome.json', 'layers.grit'])
    await copyFile(join(PROJECT, name), join(directory, name));
  const args = ['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', 'src'];
  const { stdout }: { stdout: string } = await run(process.execPath, [BIOME, ...args], {
    cwd: directory,
  }).catch((error) => error);
  const refusals = stdout.matchAll(/^::error title=plugin,file=([^,]+),line=(\d+),.*layers\.grit/gm);
  return [...refusals]
    .map(([, path = '', line]) => ({ file: relative(directory, path), line: Number(line) }))
    .map(({ file, line }) => `${file} < ${files[file]?.[line - 1]}`)
    .sort();
}

test('the linter lets each folder import what stands below it, and nothing else', async () => {
  const folders = await foldersOfSources();
  const mayImport = await readLayers();
  const files = folders.map((folder): [string, string[]] => [
    `src/${folder}/a.ts`,
    [...folders.filter((other) => other !== folder).map((other) => `../${other}/b.ts`), './c.ts', './d/e.ts'],
  ]);
  const refused = files.flatMap(([file, targets]) =>
    targets
      .filter((target) => target.startsWith('../'))
      .filter((target) => !mayImport.get(file.split('/')[1] ?? '')?.includes(target.split('/')[1] ?? ''))
      .map((target) => `${file} < ${target}`),
  );
  expect(await refusedOf(Object.fromEntries(files))).toEqual(refused.sort());
  expect(refused).toContain('src/resellers/a.ts < ../billing/b.ts');
});

test('the linter refuses every import from a folder that no row names, and every import of it', async () => {
  const files = { 'src/unnamed/a.ts': ['../kit/clock.ts'], 'src/rest/a.ts': ['../unnamed/a.ts', './b/c.ts'] };
  expect(await refusedOf(files)).toEqual([
    'src/rest/a.ts < ../unnamed/a.ts',
    'src/unnamed/a.ts < ../kit/clock.ts',
  ]);
});

test('the linter lets no folder, however deep, import a file that stands directly in src', async () => {
  const files = {
    'src/rest/a.ts': ['../log.ts'],
    'src/kit/b/c.ts': ['../../new-file.ts', '../clock.ts'],
    'src/sandbox/b/c/d.ts': ['../../../app.ts', '../e.ts'],
  };
  expect(await refusedOf(files)).toEqual([
    'src/kit/b/c.ts < ../../new-file.ts',
    'src/rest/a.ts < ../log.ts',
    'src/sandbox/b/c/d.ts < ../../../app.ts',
  ]);
});

test('the linter lets no network of the sandbox import its control or another network', async () => {
  const files = {
    'src/sandbox/px6/a.ts': ['../control.ts', '../dataimpulse/b.ts', '../faults.ts', '../gateway/b.ts'],
    'src/sandbox/dataimpulse/a.ts': ['../control.ts', '../px6/b.ts', '../journal.ts', './b.ts'],
    'src/sandbox/gateway/a.ts': ['../px6/b.ts', '../control.ts'],
    'src/sandbox/telegram/a.ts': ['../answers.ts', '../chat-page/b.ts', '../px6/b.ts'],
    'src/sandbox/chat-page/a.ts': ['../answers.ts', '../telegram/b.ts', '../control.ts'],
    'src/sandbox/hooks/a.ts': ['../answers.ts', '../faults.ts', '../chat-page/b.ts', '../control.ts'],
  };
  expect(await refusedOf(files)).toEqual([
    'src/sandbox/chat-page/a.ts < ../control.ts',
    'src/sandbox/dataimpulse/a.ts < ../control.ts',
    'src/sandbox/dataimpulse/a.ts < ../px6/b.ts',
    'src/sandbox/gateway/a.ts < ../control.ts',
    'src/sandbox/gateway/a.ts < ../px6/b.ts',
    'src/sandbox/hooks/a.ts < ../chat-page/b.ts',
    'src/sandbox/hooks/a.ts < ../control.ts',
    'src/sandbox/px6/a.ts < ../control.ts',
    'src/sandbox/px6/a.ts < ../dataimpulse/b.ts',
    'src/sandbox/telegram/a.ts < ../chat-page/b.ts',
    'src/sandbox/telegram/a.ts < ../px6/b.ts',
  ]);
});

test('the linter lets transports import execution and schema, execution schema, and schema neither', async () => {
  const files = Object.fromEntries(
    ['schema', 'execution', 'transports'].map((folder): [string, string[]] => [
      `src/graphql/${folder}/a.ts`,
      ['../schema/b.ts', '../execution/b.ts', '../transports/b.ts'].filter(
        (target) => !target.includes(folder),
      ),
    ]),
  );
  expect(await refusedOf(files)).toEqual([
    'src/graphql/execution/a.ts < ../transports/b.ts',
    'src/graphql/schema/a.ts < ../execution/b.ts',
    'src/graphql/schema/a.ts < ../transports/b.ts',
  ]);
});

test('the linter lets the console’s pages import its parts, these its data, and that its kit, and none the other way', async () => {
  const files = {
    'src/console/App.tsx': ['./layout/a.tsx', './pages/buy/b.tsx'],
    'src/console/texts/a.tsx': ['../kit/b.tsx'],
    'src/console/kit/a.tsx': ['../generated/graphql.ts', '../texts/b.tsx', '../data/b.ts', '../App.tsx'],
    'src/console/data/a.ts': ['../generated/index.ts', '../kit/b.ts', '../geo/b.ts'],
    'src/console/charge/a.tsx': ['../data/b.ts', '../kit/b.tsx', '../geo/b.ts', '../pages/buy/b.tsx'],
    'src/console/pages/buy/a.tsx': [
      '../../charge/b.tsx',
      '../order/b.tsx',
      '../../layout/b.tsx',
      '../../App.tsx',
    ],
  };
  expect(await refusedOf(files)).toEqual([
    'src/console/charge/a.tsx < ../geo/b.ts',
    'src/console/charge/a.tsx < ../pages/buy/b.tsx',
    'src/console/data/a.ts < ../geo/b.ts',
    'src/console/kit/a.tsx < ../App.tsx',
    'src/console/kit/a.tsx < ../data/b.ts',
    'src/console/pages/buy/a.tsx < ../../App.tsx',
    'src/console/pages/buy/a.tsx < ../../layout/b.tsx',
    'src/console/texts/a.tsx < ../kit/b.tsx',
  ]);
});

test('the linter lets each feature of the bot import what all share, and no feature another', async () => {
  const files = {
    'src/bot/buy/a.ts': ['../dialogues/b.ts', '../offers.ts', '../orders/b.ts', '../updates/b.ts'],
    'src/bot/notices/a.ts': ['../buy/b.ts', '../orders/b.ts', '../keys/b.ts', '../bot.ts'],
    'src/bot/dialogues/a.ts': ['../outgoing/b.ts', '../buy/b.ts', '../updates/b.ts'],
    'src/bot/outgoing/a.ts': ['../people/b.ts', '../updates/b.ts', '../dialogues/b.ts'],
    'src/bot/texts/a.ts': ['../alerts.ts', '../people/b.ts', '../outgoing/b.ts'],
    'src/bot/people/a.ts': ['../texts/b.ts'],
    'src/bot/telegram/a.ts': ['../../kit/clock.ts', '../texts/b.ts'],
    'src/bot/updates/a.ts': ['../dialogues/b.ts', '../notices/b.ts', '../buy/b.ts'],
  };
  expect(await refusedOf(files)).toEqual([
    'src/bot/buy/a.ts < ../orders/b.ts',
    'src/bot/buy/a.ts < ../updates/b.ts',
    'src/bot/dialogues/a.ts < ../buy/b.ts',
    'src/bot/dialogues/a.ts < ../updates/b.ts',
    'src/bot/notices/a.ts < ../bot.ts',
    'src/bot/notices/a.ts < ../keys/b.ts',
    'src/bot/outgoing/a.ts < ../dialogues/b.ts',
    'src/bot/outgoing/a.ts < ../updates/b.ts',
    'src/bot/people/a.ts < ../texts/b.ts',
    'src/bot/telegram/a.ts < ../texts/b.ts',
    'src/bot/texts/a.ts < ../outgoing/b.ts',
    'src/bot/updates/a.ts < ../buy/b.ts',
    'src/bot/updates/a.ts < ../notices/b.ts',
  ]);
});

test('the rows of the layers go from the bottom up', async () => {
  const mayImport = await readLayers();
  const above = new Set<string>();
  for (const [folder, targets] of [...mayImport].reverse()) {
    expect({ folder, targets: targets.filter((target) => above.has(target)) }).toEqual({
      folder,
      targets: [],
    });
    above.add(folder);
  }
  expect([...mayImport.keys()].filter((folder) => mayImport.get(folder)?.includes(folder))).toEqual([]);
});

test('the table in docs/architecture.md has the same rows as the linter', async () => {
  const mayImport = await readLayers();
  const documented = await readDocumentedLayers();
  const rowsOf = (folder: string) => [folder, mayImport.get(folder)?.toSorted() ?? []];
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries((await foldersOfSources()).map(rowsOf)));
});

/** The folders that each one may import, by the table "Who may import whom". */
async function readDocumentedLayers(): Promise<Map<string, string[]>> {
  const text = await readFile(join(PROJECT, 'docs/architecture.md'), 'utf8');
  // From the bottom up, so that what is below a folder is known.
  const rows = [...text.matchAll(/^\| ((?:`[\w-]+\/`(?:, )?)+) \|.*\| (.*) \|$/gm)].reverse();
  const documented = new Map<string, string[]>();
  for (const [, folders = '', targets = ''] of rows) {
    const named = [...targets.matchAll(/`([\w-]+)`( and below)?/g)].flatMap(([, target = '', below]) => [
      target,
      ...(below ? (documented.get(target) ?? []) : []),
    ]);
    for (const [, folder = ''] of folders.matchAll(/`([\w-]+)\/`/g)) documented.set(folder, named.sort());
  }
  return documented;
}

async function foldersOfSources(): Promise<string[]> {
  const entries = await readdir(join(PROJECT, 'src'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
