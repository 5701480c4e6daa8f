import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram } from '../e2e/program.ts';
import { copyWith, runScript } from './recipes/recipe.ts';
import { RECIPES } from './recipes/recipes.ts';

// The changes that changing.md describes, in a copy of the project. The types are checked once and the
// service is started once, for all of them.

let copy: string;
let program: Program | undefined;

beforeAll(async () => {
  copy = await copyWith(RECIPES);
  expect(await runScript(copy, 'generate')).toBe('');
});
afterAll(() => program?.stop());

test.for(['check:types', 'check:console'])('the copy passes %s', async (script) => {
  expect(await runScript(copy, script)).toBe('');
});

test.for(RECIPES.map((recipe) => [recipe.heading, recipe] as const))(
  '%s: whoever has followed its recipe sees it at every door',
  async ([, recipe]) => {
    program ??= await startProgram({ NODE_DISABLE_COMPILE_CACHE: '1' }, join(copy, 'src/main.ts'));
    const schema = await readFile(join(copy, 'schema.graphql'), 'utf8');
    await recipe.shows({ program, schema });
  },
);
