import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changedFiles } from './recipes/recipe.ts';
import { RECIPES } from './recipes/recipes.ts';

const page = readFileSync(new URL('../../docs/changing.md', import.meta.url), 'utf8');

test('the places that the recipes of changing.md name are there', async () => {
  expect((await changedFiles(RECIPES)).size).toBeGreaterThan(0);
});

test.for(RECIPES.map((recipe) => [recipe.heading, recipe] as const))(
  '%s: its section has at most ten lines and names the files that it touches, no more of src than may be',
  ([heading, { edits, mostFiles }]) => {
    const [, section = ''] = page.split(`\n## ${heading}\n`);
    const [text = ''] = section.trim().split('\n## ');
    const files = [...new Set(edits.map(({ file }) => file))];
    // What is added needs no name in it, and a path begins below src/ there.
    const named = edits.filter(({ anchor }) => anchor !== undefined).map(({ file }) => file);
    expect(named.filter((file) => !text.includes(`\`${file.replace(/^src\//, '')}\``))).toEqual([]);
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(10);
    expect(files.filter((file) => file.startsWith('src/')).length).toBeLessThanOrEqual(mostFiles);
  },
);
