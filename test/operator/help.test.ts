import { Command } from 'commander';
import { expect, test } from 'vitest';
import { addMigrateCommand } from '../../src/operator/migrate.ts';
import { addCommands } from '../../src/operator/operator.ts';
import type { Run } from '../../src/operator/run.ts';
import { run } from './run-operator.ts';

const START = 'npm run -s operator -- ';
/** What a reader of files says when an example names one: then the line was understood. */
const MISSING_FILE = /cannot be read: ENOENT/;

const forbidden = async () => {
  throw new Error('opened');
};

async function programOf(onRun: () => void): Promise<Command> {
  const program = new Command('operator').exitOverride().configureOutput({ writeErr() {} });
  program.option('--format <format>');
  const runs: Run = async () => onRun();
  await addCommands(program, runs, []);
  addMigrateCommand(
    program,
    async () => {
      onRun();
      return [];
    },
    { print() {}, note() {} },
  );
  return program;
}

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
    let hasRun = false;
    const program = await programOf(() => {
      hasRun = true;
    });
    const line = example.slice(START.length).replace(/ > \S+$/, '');
    try {
      await program.parseAsync(wordsOf(line), { from: 'user' });
    } catch (error) {
      if (!MISSING_FILE.test(String(error))) throw new Error(`${example}: ${error}`);
      hasRun = true;
    }
    expect(hasRun, example).toBe(true);
  }
});

/** The words of a line, as a shell takes them. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
