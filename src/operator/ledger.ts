import type { Command } from 'commander';
import { noteAlert } from '../bot/alerts/alerts.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { type LedgerReport, verifyLedger } from '../reconciliation/verify-ledger.ts';
import type { Run } from './run.ts';

export function addLedgerCommands(program: Command, run: Run): void {
  program
    .command('ledger')
    .description('check the ledger')
    .command('verify')
    .description(
      'compare balances, transfers, operations and what was delivered; exit status 1 when they do not agree',
    )
    .action(() =>
      run(async ({ database, clock }) => {
        const report = await verifyLedger(database);
        // The operator's chat is told, too, of a run that nobody looks at.
        const isGood = report.problemCount === 0;
        await noteAlert(database.sql, { subject: 'ledger', isGood, detail: null }, clock.now());
        return render(report);
      }),
    );
}

function render({ problemCount, problems, toppedUp, balances, inFlight, revenue, ...counts }: LedgerReport) {
  return {
    ok: problemCount === 0,
    ...counts,
    toppedUpUsd: formatUsd(toppedUp),
    balancesUsd: formatUsd(balances),
    inFlightUsd: formatUsd(inFlight),
    revenueUsd: formatUsd(revenue),
    ...(problemCount > 0 && {
      problemCount,
      problems: problems.map(({ expected, found, ...problem }) => ({
        ...problem,
        expectedUsd: formatOptional(expected),
        foundUsd: formatOptional(found),
      })),
    }),
  };
}

function formatOptional(amount: Micros | null): string | null {
  return amount === null ? null : formatUsd(amount);
}
