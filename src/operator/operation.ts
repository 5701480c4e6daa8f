import { type Command, Option } from 'commander';
import type { JobFailure } from '../kit/job-failures.ts';
import { formatUsd } from '../kit/money.ts';
import {
  type ListedOperation,
  listOperations,
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationsQuery,
  showOperation,
} from '../purchases/list-operations.ts';
import { id, operationId, rowLimit, rowOffset } from './arguments.ts';
import { addRefundCommand } from './corrections.ts';
import { checkDays, withDays } from './days.ts';
import { assertKnown } from './known.ts';
import { omitsInTables, type Run, reads } from './run.ts';

export function addOperationCommands(program: Command, run: Run): void {
  const operation = program
    .command('operation')
    .description(
      'look at purchases, renewals and additions, also at those that failed, and give their money back',
    );

  omitsInTables(
    reads(
      withDays(operation.command('list')),
      'operation list --state refunded --from 2026-11-23 --format table',
      'operation list --order 17',
    ),
    'operations.decidedAt',
  )
    .description('list operations, newest first, with why the refunded ones failed')
    .option('--reseller <id>', 'only those of one reseller', id)
    .addOption(new Option('--state <state>', 'only those in one state').choices(OPERATION_STATES))
    .addOption(new Option('--kind <kind>', 'only those of one kind').choices(OPERATION_KINDS))
    .option('--order <id>', 'only those on one order', id)
    .option('--limit <number>', 'how many', rowLimit, 50)
    .option('--offset <number>', 'how many to skip', rowOffset, 0)
    .action(
      (options: Omit<OperationsQuery, 'resellerId' | 'orderId'> & { reseller?: number; order?: number }) => {
        checkDays(options);
        const { reseller: resellerId, order: orderId, ...query } = options;
        return run(async ({ database }) => {
          const operations = await listOperations(database.sql, { resellerId, orderId, ...query });
          if (operations.length === 0) await assertKnown(database.sql, { resellerId, orderId });
          return { operations: operations.map(renderOperation), limit: query.limit, offset: query.offset };
        });
      },
    );

  reads(operation.command('show'), 'operation show --operation 01a206a0-6b82-8000-8000-1ef62ef070ea')
    .description(
      'show an operation: our reference at the upstream and its ids there, why it failed, its sweep',
    )
    .requiredOption('--operation <id>', 'the operation, as in "operation list"', operationId)
    .action((options: { operation: string }) =>
      run(async ({ database }) => {
        const found = await showOperation(database.sql, options.operation);
        const { recovery, sweep, upstream } = found;
        return {
          ...renderOperation(found),
          isDelivered: found.isDelivered,
          idempotencyKey: found.idempotencyKey,
          decideBy: found.decideBy,
          upstream: {
            name: upstream.name,
            account: upstream.account,
            reference: found.id,
            ids: upstream.ids,
          },
          recovery: recovery && renderFailure(recovery),
          sweep: { ...sweep, failure: sweep.failure && renderFailure(sweep.failure) },
          takenBackGb: found.takenBackGb,
          writtenOff: found.writtenOff.map(({ cost, notedAt, ...what }) => ({
            ...what,
            costUsd: cost === null ? null : formatUsd(cost),
            notedAt,
          })),
        };
      }),
    );

  addRefundCommand(operation, run);
}

export function renderOperation({ id: operation, resellerId, orderId, amount, ...rest }: ListedOperation) {
  const { kind, state, coins, cost, givenBack, days, gb } = rest;
  const { refusal, refusalCause, createdAt, decidedAt } = rest;
  return {
    operationId: operation,
    resellerId,
    kind,
    state,
    orderId,
    amountUsd: formatUsd(amount),
    coins,
    costUsd: cost === null ? null : formatUsd(cost),
    givenBackUsd: formatUsd(givenBack),
    days,
    gb,
    createdAt,
    decidedAt,
    refusal,
    refusalCause,
  };
}

function renderFailure({ attempt, lastError, nextAttemptAt, failedAt }: JobFailure) {
  return { failedAttempts: attempt, lastError, nextAttemptAt, givenUpAt: failedAt };
}
