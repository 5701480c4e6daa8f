import type { Command } from 'commander';
import { adjust, MAX_REASON_CHARACTERS, type MadeCorrection } from '../billing/corrections.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { refundSettled } from '../purchases/refund-settled.ts';
import { id, MAX_REFERENCE_CHARACTERS, operationId, signedUsd, text, usd } from './arguments.ts';
import { changes, type Run } from './run.ts';

interface Decision {
  reason: string;
  reference: string;
}

export function addBalanceCommands(program: Command, run: Run): void {
  const balance = program.command('balance').description('correct a balance');

  decided(
    changes(
      balance.command('adjust'),
      "balance adjust --reseller 2 --usd -5 --reason 'Credited twice' --reference ticket-17",
    ),
  )
    .description('add an amount to a balance, or take it from there, once for each reference')
    .requiredOption('--reseller <id>', 'the reseller', id)
    .requiredOption('--usd <amount>', 'what is added; negative to take it', signedUsd)
    .action(
      ({ reseller: resellerId, usd: amount, ...decision }: Decision & { reseller: number; usd: Micros }) =>
        run(async ({ database, clock }) => {
          const made = await adjust(database, { resellerId, amount, ...decision, at: clock.now() });
          return render(made);
        }),
    );
}

export function addRefundCommand(operation: Command, run: Run): void {
  decided(
    changes(
      operation.command('refund'),
      "operation refund --operation 01a206a0-6b82-8000-8000-1ef62ef070ea --usd 0.50 --reason 'One was slow' --reference ticket-18",
    ),
  )
    .description(
      'give money of a settled operation back, once for each reference; its order and its coins stay as they are',
    )
    .requiredOption('--operation <id>', 'the operation', operationId)
    .option('--usd <amount>', 'a part of what was charged; all that is left of it when left out', usd)
    .action(({ operation: of, usd: amount, ...decision }: Decision & { operation: string; usd?: Micros }) =>
      run(async ({ database, clock }) => {
        const refund = { operationId: of, amount, ...decision, at: clock.now() };
        const { orderId, charged, left, coins, ...made } = await refundSettled(database, refund);
        return {
          ...render(made),
          operationId: of,
          orderId,
          chargedUsd: formatUsd(charged),
          leftUsd: formatUsd(left),
          ...(coins && { coins }),
        };
      }),
    );
}

/** Adds what every correction takes. */
function decided(command: Command): Command {
  return command
    .requiredOption('--reason <text>', 'why; the reseller reads it', text(MAX_REASON_CHARACTERS))
    .requiredOption(
      '--reference <text>',
      'your name for this correction; the reseller reads it',
      text(MAX_REFERENCE_CHARACTERS),
    );
}

/** `balanceUsd` is the balance right after it, also when the correction was made before. */
function render({ resellerId, amount, balanceAfter, reference, reason, at, replayed }: MadeCorrection) {
  return {
    resellerId,
    amountUsd: formatUsd(amount),
    balanceUsd: formatUsd(balanceAfter),
    reference,
    reason,
    at,
    replayed,
  };
}
