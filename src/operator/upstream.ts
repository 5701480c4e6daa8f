import type { Command } from 'commander';
import { formatUsd } from '../kit/money.ts';
import type { Services } from '../purchases/services.ts';
import { isConfigured, type KnownAccount, listAccounts } from '../upstreams/account-book.ts';
import { daysLeft, lowBelow } from '../upstreams/balance.ts';
import { type Run, reads } from './run.ts';

export function addUpstreamCommands(program: Command, run: Run): void {
  const upstream = program.command('upstream').description('our accounts at the upstreams');

  reads(upstream.command('balances'), 'upstream balances --format table')
    .description('what is left on each account, as it was read last, and for how long it lasts')
    .action(() =>
      run(async (services) => {
        const accounts = await listAccounts(services.database.sql, services.clock.now());
        return { accounts: accounts.map((account) => render(services, account)) };
      }),
    );
}

function render({ term, lowBalanceDays }: Services, account: KnownAccount) {
  const { upstream, account: name, userId, balance, readAt, spending } = account;
  const low = balance ? lowBelow(balance.unit, spending, lowBalanceDays) : undefined;
  return {
    upstream,
    account: name,
    isConfigured: isConfigured(account, term),
    userId,
    balance: balance && formatUsd(balance.amount),
    unit: balance?.unit ?? null,
    // Null where no threshold is known for the unit.
    isLow: balance && low !== undefined ? balance.amount < low : null,
    lowBelow: low === undefined ? null : formatUsd(low),
    readAt,
    spentInLast7Days: formatUsd(spending.amount),
    daysLeft: balance && daysLeft(balance, spending),
  };
}
