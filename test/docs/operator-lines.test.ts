import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { assertUnderstood, START } from '../operator/understood.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const BLOCK = /^ *```sh\n(.*?)^ *```$/gms;
/** What a line begins with in a checkout, and on a machine of the service. */
const LINE = new RegExp(`(?:${START}|(?:sudo )?gateway-operator )(.+)`);
/** In the text, between two marks of code. */
const INLINE = new RegExp(`\`${LINE.source.replace('.+', '[^`]+')}\``, 'g');

/** What the shell makes of a line: the id that a line before has put into a variable, and no jq behind it. */
function withoutShell(line: string): string {
  return line.replace(/ \| jq .*$/, '').replaceAll(/\$[A-Z]+/g, '3');
}

/** What the pages give the operator's command, by page and line. */
const lines = ['README.md', ...globSync('docs/**/*.md', { cwd: PROJECT })].sort().flatMap((page) => {
  const text = readFileSync(`${PROJECT}${page}`, 'utf8');
  const blocks = [...text.matchAll(BLOCK)].flatMap(([, block = '']) => block.split('\n'));
  const inBlocks = blocks.flatMap((line) => LINE.exec(withoutShell(line))?.[1] ?? []);
  const inText = [...text.matchAll(INLINE)].map(([, line = '']) => line);
  return [...inBlocks, ...inText].map((line) => [page, line] as const);
});

test('the pages of the operator have lines', () => {
  for (const page of ['docs/operating.md', 'docs/deployment.md'])
    expect(lines.filter(([of]) => of === page).length, page).toBeGreaterThan(2);
});

test.each(lines)('%s: the operator’s command understands "%s"', async (_page, line) => {
  await assertUnderstood(line);
});
