import type { Command } from 'commander';
import type { Output } from './run.ts';

export function addMigrateCommand(
  program: Command,
  migrate: (onWaiting: (what: string) => void) => Promise<string[]>,
  { stdout, stderr }: { stdout: Output; stderr: Output },
): void {
  program
    .command('migrate')
    .description('bring the schema of the database up to date, beside services of the version before')
    .action(async () => {
      const executed = await migrate((what) => stderr.write(`${JSON.stringify({ waitsFor: what })}\n`));
      stdout.write(`${JSON.stringify({ executed })}\n`);
    });
}
