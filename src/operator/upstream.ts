import type { Command } from 'commander';
import { formatUsd } from '../kit/money.ts';
import { type KnownAccount, listAccounts } from '../upstreams/account-book.ts';
import { WEEK_DAYS } from '../upstreams/balance.ts';
import { type Run, reads } from './run.ts';

export function addUpstreamCommands(program: Command, run: Run): void {
  const upstream = program.command('upstream').description('our accounts at the upstreams');

  reads(upstream.command('balances'), 'upstream balances --format table')
    .description('what is left on each account, as it was read last, and for how long it lasts')
    .action(() =>
      run(async ({ database, clock }) => {
        const accounts = await listAccounts(database.sql, clock.now());
        return { accounts: accounts.map(render) };
      }),
    );
}

function render({ upstream, account, userId, balance, readAt, spentInWeek }: KnownAccount) {
  return {
    upstream,
    account,
    userId,
    balance: balance && formatUsd(balance.amount),
    unit: balance?.unit ?? null,
    readAt,
    spentInLast7Days: formatUsd(spentInWeek),
    // At the pace of the last seven; null where nothing was spent.
    daysLeft:
      balance === null || spentInWeek === 0n
        ? null
        : Math.floor(Number((balance.amount * BigInt(WEEK_DAYS)) / spentInWeek)),
  };
}
