import type { Command } from 'commander';
import { factsOf, type ListedNotice, listNotices } from '../billing/notices.ts';
import { id, rowLimit } from './arguments.ts';
import { assertKnown } from './known.ts';
import { type Run, reads } from './run.ts';

export function addNoticeCommands(program: Command, run: Run): void {
  reads(program.command('notices'), 'notices --reseller 2')
    .description('list the notices to resellers, newest first')
    .option('--reseller <id>', 'only those to one reseller', id)
    .option('--limit <number>', 'how many', rowLimit, 50)
    .action(({ reseller: resellerId, limit }: { reseller?: number; limit: number }) =>
      run(async ({ database }) => {
        const notices = await listNotices(database.sql, { resellerId, limit });
        if (notices.length === 0) await assertKnown(database.sql, { resellerId });
        return { notices: notices.map(render) };
      }),
    );
}

function render(notice: ListedNotice) {
  const { id: noticeId, resellerId, kind, createdAt, sentAt } = notice;
  return { noticeId, resellerId, kind, ...factsOf(notice), createdAt, sentAt };
}
