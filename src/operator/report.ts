import { formatUsd } from '../kit/money.ts';
import { PROFIT_GROUPS, type ProfitFigures, type ProfitGroup, readProfit } from '../purchases/profit.ts';
import type { Services } from '../purchases/services.ts';
import { isConfigured, type KnownAccount, listAccounts } from '../upstreams/account-book.ts';
import { daysLeft, lowBelow } from '../upstreams/own-account.ts';
import { checkDays, type Days, day, nameOfDay, oneOf, required } from './arguments.ts';
import type { OperatorCommand } from './command.ts';

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'report profit',
    does: 'reads',
    about: 'sales, what they cost at the upstreams, and what is left',
    examples: ['report profit --by product --from 2026-11-01 --to 2026-12-01 --format table'],
    options: [
      oneOf('--by <group>', 'what the rows are', PROFIT_GROUPS, 'upstream'),
      required('--from <day>', 'the first UTC day, such as 2026-11-01', day),
      required('--to <day>', 'the UTC day after the last one', day),
    ],
    read: (options: Days) => checkDays(options),
    async run({ database, onProgress }, { by, from, to }: { by: ProfitGroup; from: Date; to: Date }) {
      const report = await readProfit(database.sql, { by, from, to, onProgress });
      const { rows, others, total } = report;
      return {
        by,
        from: nameOfDay(from),
        to: nameOfDay(to),
        rows: rows.map(({ name, ...figures }) => ({ [by]: name, ...renderFigures(figures) })),
        ...(others && { others: { groups: others.groups, ...renderFigures(others) } }),
        total: renderFigures(total),
      };
    },
  },
  {
    name: 'upstream balances',
    at: 'home',
    does: 'reads',
    about: 'what is left on each account, as it was read last, and for how long it lasts',
    examples: ['upstream balances --format table'],
    async run(services) {
      const accounts = await listAccounts(services.database.sql, services.clock.now());
      return { accounts: accounts.map((account) => renderAccount(services, account)) };
    },
  },
];

function renderFigures(figures: ProfitFigures) {
  return {
    sales: figures.sales,
    refunds: figures.refunds,
    revenueUsd: formatUsd(figures.revenue),
    givenBackUsd: formatUsd(figures.givenBack),
    costUsd: formatUsd(figures.cost),
    lossesUsd: formatUsd(figures.losses),
    profitUsd: formatUsd(figures.profit),
    marginPercent: figures.marginPercent,
    unknownCostSales: figures.unknownCostSales,
    unknownCostRevenueUsd: formatUsd(figures.unknownCostRevenue),
    unknownLosses: figures.unknownLosses,
  };
}

function renderAccount({ term, lowBalanceDays }: Services, account: KnownAccount) {
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
