import type { Command } from 'commander';
import { formatUsd, type Micros } from '../kit/money.ts';
import type { LedgerReport } from '../reconciliation/verify-ledger.ts';
import { checkLedger } from './check-books.ts';
import { type Run, reads } from './run.ts';

export function addLedgerCommands(program: Command, run: Run): void {
  const ledger = program.command('ledger').description('check the ledger');

  // It writes how far it has verified, and changes nothing of the books.
  reads(ledger.command('verify'), 'ledger verify', 'ledger verify --full --format table')
    .description(
      'compare balances, transfers, operations and what was delivered, as far as they are new; exit status 1 when they do not agree',
    )
    .option('--full', 'read everything, also what was verified before; says how far it has come')
    .action(({ full }: { full?: true }) =>
      run(async (services, _payments, { onProgress }) =>
        render(await checkLedger(services, full ?? false, onProgress)),
      ),
    );
}

function render({
  problemCount,
  problems,
  toppedUp,
  adjusted,
  balances,
  inFlight,
  revenue,
  ...rest
}: LedgerReport) {
  const { since, transfersRead, hasMovedCheckpoint: _, ...counts } = rest;
  return {
    ok: problemCount === 0,
    since,
    transfersRead,
    ...counts,
    toppedUpUsd: formatUsd(toppedUp),
    adjustedUsd: formatUsd(adjusted),
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
