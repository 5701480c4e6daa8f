import type { Command } from 'commander';
import { type AuditQuery, listAuditEntries, MAX_OPERATOR_CHARACTERS } from '../audit/audit-log.ts';
import { id, instant, rowLimit, rowOffset, text } from './arguments.ts';
import { checkDays } from './days.ts';
import { assertKnown } from './known.ts';
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
    .option('--offset <number>', 'how many to skip', rowOffset, 0)
    .action(({ by: operator, reseller: resellerId, ...query }: ListOptions) => {
      checkDays(query);
      return run(async ({ database }) => {
        const commands = await listAuditEntries(database.sql, { operator, resellerId, ...query });
        // Of a refused command the reseller need not be there.
        if (commands.length === 0) await assertKnown(database.sql, { resellerId });
        return { commands, limit: query.limit, offset: query.offset };
      });
    });
}
