import { Command } from 'commander';
import { addCommands, addMigrateCommand } from '../../src/operator/operator.ts';

/** How a line for a shell begins that calls the operator's command. */
export const START = 'npm run -s operator -- ';
/** What a reader of files says when a line names one: then the line was understood. */
const MISSING_FILE = /cannot be read: ENOENT/;

/** All commands, of which none does anything but call `onRun`. */
export async function programOf(onRun: () => void): Promise<Command> {
  const program = new Command('operator').exitOverride().configureOutput({ writeErr() {} });
  program.option('--format <format>').option('--cell <number>');
  await addCommands(program, async () => onRun(), []);
  addMigrateCommand(program, async () => onRun());
  return program;
}

/** Throws unless the operator's command would be run by this line of a shell, behind START. */
export async function assertUnderstood(line: string): Promise<void> {
  let hasRun = false;
  const program = await programOf(() => {
    hasRun = true;
  });
  try {
    await program.parseAsync(wordsOf(line), { from: 'user' });
  } catch (error) {
    if (!MISSING_FILE.test(String(error))) throw new Error(`${line}: ${error}`);
    return;
  }
  if (!hasRun) throw new Error(`${line}: runs nothing`);
}

/** The words of a line, as a shell takes them, without a comment and a file for the output. */
export function wordsOf(line: string): string[] {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)];
  const end = words.findIndex(([word]) => word.startsWith('#') || word === '>');
  return words
    .slice(0, end === -1 ? undefined : end)
    .map(([, single, double, plain]) => single ?? double ?? plain ?? '');
}
