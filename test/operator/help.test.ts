import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { run } from './run-operator.ts';
import { assertUnderstood, programOf, START } from './understood.ts';

const forbidden = async () => {
  throw new Error('opened');
};

/** The names of all commands that do something. */
function leavesOf(command: Command, name: string[] = []): string[][] {
  if (command.commands.length === 0) return [name];
  return command.commands.flatMap((one) => leavesOf(one, [...name, one.name()]));
}

const NAMES = leavesOf(await programOf(() => {}));

test('there are commands', () => {
  expect(NAMES.length).toBeGreaterThan(35);
});

test.each(NAMES)('--help of "%s %s" has examples that the command understands', async (...name) => {
  const called = name.filter((word) => word !== undefined);
  const { stdout, status } = await run([...called, '--help'], forbidden);
  expect(status).toBe(0);
  const [, list = ''] = stdout.split('\nExamples:\n');
  const examples = list
    .trim()
    .split('\n')
    .map((line) => line.trim());
  for (const example of examples) {
    expect(example.startsWith(`${START}${called.join(' ')}`), example).toBe(true);
    await assertUnderstood(example.slice(START.length));
  }
});
