import type { Command } from 'commander';
import { disableApi, enableApi } from '../resellers/api-switch.ts';
import { text } from './arguments.ts';
import type { Run } from './run.ts';

/** The longest message, in characters. It is one sentence of an error. */
const MAX_MESSAGE_CHARACTERS = 500;

export function addApiCommands(program: Command, run: Run): void {
  const api = program.command('api').description('close the API to everybody, and open it again');

  api
    .command('disable')
    .description('answer every request with 503 api_disabled')
    .requiredOption('--message <text>', 'the message that callers get', text(MAX_MESSAGE_CHARACTERS))
    .action(({ message }: { message: string }) =>
      run(async ({ database }) => {
        await disableApi(database.sql, message);
        return { apiDisabled: true, message };
      }),
    );

  api
    .command('enable')
    .description('open the API again')
    .action(() =>
      run(async ({ database }) => {
        await enableApi(database.sql);
        return { apiDisabled: false };
      }),
    );
}
