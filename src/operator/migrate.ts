import type { Command } from 'commander';
import { migrates } from './run.ts';

export function addMigrateCommand(
  program: Command,
  migrate: (onWaiting: (what: string) => void) => Promise<string[]>,
  { print, note }: { print(result: object): void; note(what: object): void },
): void {
  migrates(program.command('migrate'), 'migrate')
    .description('bring the schema of the database up to date, beside services of the version before')
    .action(async () => {
      const executed = await migrate((waitsFor) => note({ waitsFor }));
      print({ executed });
    });
}
