import type { Command } from 'commander';
import { MAX_OPERATOR_CHARACTERS } from '../audit/audit-log.ts';
import { type AuditQuery, listAuditEntries } from '../audit/list-entries.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { id, instant, rowLimit, text, wholeNumber } from './arguments.ts';
import { omitsInTables, type Run, reads } from './run.ts';

interface ListOptions extends Omit<AuditQuery, 'operator' | 'resellerId'> {
  by?: string;
  reseller?: number;
}

export function addAuditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('who changed what by this command, and when');
  const name = text(MAX_OPERATOR_CHARACTERS);

  omitsInTables(
    reads(audit.command('list'), 'audit list --by ann --from 2026-11-01 --format table'),
    'commands.commandId',
    'commands.endedAt',
  )
    .description('list the commands that were to change something, newest first, and how they have ended')
    .option('--by <operator>', 'only those of one operator', name)
    .option('--command <name>', 'only those whose name is this, or begins with these words', name)
    .option('--reseller <id>', 'only those about one reseller', id)
    .option('--from <instant>', 'only those of this day or instant and later ones, in UTC', instant)
    .option('--to <instant>', 'only those before this day or instant', instant)
    .option('--limit <number>', 'how many', rowLimit, 50)
    .option('--offset <number>', 'how many to skip', wholeNumber(Number.MAX_SAFE_INTEGER), 0)
    .action(({ by: operator, reseller: resellerId, ...query }: ListOptions) => {
      const { from, to } = query;
      if (from && to && from >= to)
        throw new InvalidRequestError(
          `--from ${from.toISOString()} is not before --to ${to.toISOString()}, which belongs to nothing that is listed.`,
        );
      return run(async ({ database }) => ({
        commands: await listAuditEntries(database.sql, { operator, resellerId, ...query }),
        limit: query.limit,
        offset: query.offset,
      }));
    });
}
