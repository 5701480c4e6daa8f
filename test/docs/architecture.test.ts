import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(PROJECT, 'docs/architecture.md'), 'utf8');

/** The headings of the paths that the page lists file by file, with the first and the last file of each. */
const WALKS = [
  ['A purchase, from door to database', 'http/host.ts', 'orders/proxies.ts'],
  ['A settings change, from door to database', 'http/host.ts', 'orders/order.ts'],
  ['An update, from Telegram to the answer', 'bot/bot.ts', 'bot/telegram/client.ts'],
] as const;

interface Step {
  file: string;
  /** The files that lead to this one, each of which calls the next. */
  callers: string[];
  /**
   * The file that imports this one and has handed it down; undefined when the last caller imports it itself.
   */
  giver: string | undefined;
}

const STEP =
  /^(?<number>\d+)\. `(?<file>[\w./-]+\.ts)`(?:, called by `(?<caller>[^`]+)`,|, handed down by `(?<giver>[^`]+)`(?: to `(?<taker>[^`]+)`)?,)?/;

/** The entries of the numbered list under a heading, from door to database. */
function stepsUnder(heading: string): Step[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [list = ''] = section.split(/\n## /);
  const steps: Step[] = [];
  for (const line of list.split('\n').filter((text) => /^\d/.test(text))) {
    const { number, file = line, caller, giver, taker } = STEP.exec(line)?.groups ?? {};
    const named = caller ?? taker;
    const before = named === undefined ? steps.at(-1) : steps.find((step) => step.file === named);
    // Only the first step may have no caller.
    expect({ line, number: Number(number), isCalled: before !== undefined }).toEqual({
      line,
      number: steps.length + 1,
      isCalled: steps.length > 0,
    });
    steps.push({ file, callers: before ? [...before.callers, before.file] : [], giver });
  }
  return steps;
}

/** What the page says of a step and is not so. */
function flawsOf({ file, callers, giver }: Step, steps: readonly Step[]): string[] {
  const caller = callers.at(-1) ?? '';
  const isImported = importsOf(caller).includes(file);
  const flaws = callers
    .filter((earlier) => importsOf(file).includes(earlier))
    .map((earlier) => `${file} turns back to ${earlier}`);
  if (giver === undefined) return isImported ? flaws : [...flaws, `${caller} does not import ${file}`];
  // What stands in app/ composes the service.
  const isKnown = giver.startsWith('app/') || steps.some((step) => step.file === giver);
  if (isImported) flaws.push(`${caller} imports ${file}, which nobody has to hand down`);
  if (!isKnown) flaws.push(`${giver} hands down ${file} and is no step`);
  if (!importsOf(giver).includes(file)) flaws.push(`${giver} does not import ${file}`);
  return flaws;
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

test.for(WALKS)(
  '%s: each step is called as the list says, from the first to the last, none turns back, and none is entered again',
  ([heading, first, last]) => {
    const steps = stepsUnder(heading);
    expect([steps[0]?.file, steps.at(-1)?.file]).toEqual([first, last]);
    expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length);
    expect(steps.slice(1).flatMap((step) => flawsOf(step, steps))).toEqual([]);
  },
);

test('the page has the same way over GraphQL, and each of its files leads to the next one, too', () => {
  const walks = shorterWalks();
  expect(walks.map(([door]) => door)).toContain('http/host.ts');
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
