import { type Command, Option } from 'commander';
import { formatUsd } from '../kit/money.ts';
import { PROFIT_GROUPS, type ProfitFigures, type ProfitGroup, readProfit } from '../purchases/profit.ts';
import { day } from './arguments.ts';
import { checkDays, nameOfDay } from './days.ts';
import { type Run, reads } from './run.ts';

interface Options {
  by: ProfitGroup;
  from: Date;
  to: Date;
}

export function addReportCommands(program: Command, run: Run): void {
  const report = program.command('report').description('what the business earns');

  reads(
    report.command('profit'),
    'report profit --by product --from 2026-11-01 --to 2026-12-01 --format table',
  )
    .description('sales, what they cost at the upstreams, and what is left')
    .addOption(new Option('--by <group>', 'what the rows are').choices(PROFIT_GROUPS).default('upstream'))
    .requiredOption('--from <day>', 'the first UTC day, such as 2026-11-01', day)
    .requiredOption('--to <day>', 'the UTC day after the last one', day)
    .action(({ by, from, to }: Options) => {
      checkDays({ from, to });
      return run(async ({ database }, _payments, { onProgress }) => {
        const report = await readProfit(database.sql, { by, from, to, onProgress });
        const { rows, others, total } = report;
        return {
          by,
          from: nameOfDay(from),
          to: nameOfDay(to),
          rows: rows.map(({ name, ...figures }) => ({ [by]: name, ...render(figures) })),
          ...(others && { others: { groups: others.groups, ...render(others) } }),
          total: render(total),
        };
      });
    });
}

function render(figures: ProfitFigures) {
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
