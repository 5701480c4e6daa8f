import type { Command } from 'commander';
import { type ListedNotice, listNotices } from '../billing/list-notices.ts';
import { formatUsd } from '../kit/money.ts';
import { id, rowLimit } from './arguments.ts';
import type { Run } from './run.ts';

export function addNoticeCommands(program: Command, run: Run): void {
  program
    .command('notices')
    .description('list the notices of low balances, newest first')
    .option('--reseller <id>', 'only those to one reseller', id)
    .option('--limit <number>', 'how many', rowLimit, 50)
    .action(({ reseller: resellerId, limit }: { reseller?: number; limit: number }) =>
      run(async ({ database }) => ({
        notices: (await listNotices(database.sql, { resellerId, limit })).map(render),
      })),
    );
}

function render({ id: noticeId, balance, thresholdUsd, createdAt, sentAt, ...notice }: ListedNotice) {
  return {
    noticeId,
    ...notice,
    balanceUsd: formatUsd(balance),
    thresholdUsd: formatUsd(BigInt(thresholdUsd) * 1_000_000n),
    createdAt,
    sentAt,
  };
}
