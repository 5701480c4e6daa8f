import type { Command } from 'commander';
import { consoleLink, createSignInCode } from '../sessions/sign-in.ts';
import { id } from './arguments.ts';
import { changes, type Run } from './run.ts';

export function addConsoleCommands(program: Command, run: Run): void {
  changes(program.command('console-link'), 'console-link --reseller 2')
    .description(
      'make a link that signs a reseller in to the console, once and within 15 minutes; also where a link was lost',
    )
    .requiredOption('--reseller <id>', 'the reseller', id)
    .action(({ reseller: resellerId }: { reseller: number }) =>
      run(async ({ database, clock, publicUrl }) => {
        const { code, expiresAt } = await createSignInCode(database, { resellerId, at: clock.now() });
        return { resellerId, link: consoleLink(publicUrl, code), expiresAt };
      }),
    );
}
