import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(PROJECT, 'docs/architecture.md'), 'utf8');

/** The headings of the paths that the page lists file by file, with the fewest files that each may have. */
const WALKS = [
  ['A purchase, from door to database', 9],
  ['A settings change, from door to database', 8],
] as const;

/** The files that begin the entries of the first numbered list under a heading, from door to database. */
function filesUnder(heading: string): string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [list = ''] = section.split(/\n## /);
  return [...list.matchAll(/^\d+\. `([\w./-]+\.ts)`/gm)].map(([, file = '']) => file);
}

/** The files named in other places of the page as a path of several, such as `a.ts` > `b.ts` > `c.ts`. */
function shorterWalks(): string[][] {
  const walks = page.matchAll(/`[\w./-]+\.ts`(?:\s+>\s+`[\w./-]+\.ts`)+/g);
  return [...walks].map(([walk]) => [...walk.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file));
}

/** The files that a file of `src/` imports at run time, which leaves out imports of types. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(PROJECT, 'src', file), 'utf8');
  const statements = source.matchAll(/^import (?!type )([^']*?)'(\.[^']+)';/gm);
  return [...statements]
    .filter(([, what = '']) => what === '' || namesValue(what))
    .map(([, , target = '']) => join(file, '..', target));
}

/** Whether anything between the braces of an import is more than a type. */
function namesValue(what: string): boolean {
  const [, names = what] = /\{([^}]*)\}/.exec(what) ?? [];
  return names.split(',').some((name) => name.trim() !== '' && !name.trim().startsWith('type '));
}

test.for(WALKS)('%s: each file of the list imports the next one, and none imports one before it', (walk) => {
  const [heading, fewest] = walk;
  const files = filesUnder(heading);
  expect(files.length).toBeGreaterThanOrEqual(fewest);
  expectToLeadOn(files);
  const back = files.filter((file, index) =>
    importsOf(file).some((target) => files.slice(0, index).includes(target)),
  );
  expect(back).toEqual([]);
});

test('the page has the same way over GraphQL, and each of its files leads to the next one, too', () => {
  const walks = shorterWalks();
  expect(walks.map(([door]) => door)).toContain('http-host.ts');
  walks.forEach(expectToLeadOn);
});

test.for(['architecture.md', 'glossary.md'])('%s: every file and folder that it names is there', (name) => {
  const text = readFileSync(join(PROJECT, 'docs', name), 'utf8');
  const named = [...text.matchAll(/`([\w-]+(?:\/[\w-]+)*(?:\.ts|\/))`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

function expectToLeadOn(files: readonly string[]): void {
  const wrong = files.slice(1).filter((file, index) => !importsOf(files[index] ?? '').includes(file));
  expect(wrong).toEqual([]);
}

/** A path is below `src/`, unless it begins at the root of the repository. */
function isThere(path: string): boolean {
  return ['src', '.'].some((root) => existsSync(join(PROJECT, root, path)));
}
