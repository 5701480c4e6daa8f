import type { JobFailure } from '../kit/job-failures.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import {
  type ListedOperation,
  listOperations,
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationsQuery,
  showOperation,
} from '../purchases/list-operations.ts';
import { refundSettled } from '../purchases/refund-settled.ts';
import {
  checkDays,
  DAYS,
  type Days,
  id,
  OF_RESELLER,
  oneOf,
  operationId,
  option,
  page,
  required,
  usd,
} from './arguments.ts';
import { DECISION, type Decision, renderCorrection } from './balance.ts';
import type { OperatorCommand } from './command.ts';
import { usdOrNull } from './format.ts';
import { assertKnown } from './known.ts';

interface ListOptions extends Omit<OperationsQuery, 'resellerId' | 'orderId'> {
  reseller?: number;
  order?: number;
}

export const COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'operation list',
    does: 'reads',
    omits: ['operations.decidedAt'],
    about: 'list operations, newest first, with why the refunded ones failed',
    examples: [
      'operation list --state refunded --from 2026-11-23 --format table',
      'operation list --order 17',
    ],
    options: [
      ...DAYS,
      OF_RESELLER,
      oneOf('--state <state>', 'only those in one state', OPERATION_STATES),
      oneOf('--kind <kind>', 'only those of one kind', OPERATION_KINDS),
      option('--order <id>', 'only those on one order', id),
      ...page(),
    ],
    read: (options: Days) => checkDays(options),
    async run({ database }, { reseller: resellerId, order: orderId, ...query }: ListOptions) {
      const operations = await listOperations(database.sql, { resellerId, orderId, ...query });
      if (operations.length === 0) await assertKnown(database.sql, { resellerId, orderId });
      return { operations: operations.map(renderOperation), limit: query.limit, offset: query.offset };
    },
  },
  {
    name: 'operation show',
    does: 'reads',
    about: 'show an operation: our reference at the upstream and its ids there, why it failed, its sweep',
    examples: ['operation show --operation 01a206a0-6b82-8000-8000-1ef62ef070ea'],
    options: [required('--operation <id>', 'the operation, as in "operation list"', operationId)],
    async run({ database }, options: { operation: string }) {
      const found = await showOperation(database.sql, options.operation);
      const { recovery, sweep, upstream } = found;
      return {
        ...renderOperation(found),
        isDelivered: found.isDelivered,
        idempotencyKey: found.idempotencyKey,
        decideBy: found.decideBy,
        upstream: { name: upstream.name, account: upstream.account, reference: found.id, ids: upstream.ids },
        recovery: recovery && renderFailure(recovery),
        sweep: { ...sweep, failure: sweep.failure && renderFailure(sweep.failure) },
        takenBackGb: found.takenBackGb,
        writtenOff: found.writtenOff.map(({ cost, notedAt, ...what }) => ({
          ...what,
          costUsd: usdOrNull(cost),
          notedAt,
        })),
      };
    },
  },
  {
    name: 'operation refund',
    about:
      'give money of a settled operation back, once for each reference; its order and its coins stay as they are',
    examples: [
      "operation refund --operation 01a206a0-6b82-8000-8000-1ef62ef070ea --usd 0.50 --reason 'One was slow' --reference ticket-18",
    ],
    options: [
      ...DECISION,
      required('--operation <id>', 'the operation', operationId),
      option('--usd <amount>', 'a part of what was charged; all that is left of it when left out', usd),
    ],
    async run({ database, clock }, options: Decision & { operation: string; usd?: Micros }) {
      const { operation: of, usd: amount, ...decision } = options;
      const refund = { operationId: of, amount, ...decision, at: clock.now() };
      const { orderId, charged, left, coins, ...made } = await refundSettled(database, refund);
      return {
        ...renderCorrection(made),
        operationId: of,
        orderId,
        chargedUsd: formatUsd(charged),
        leftUsd: formatUsd(left),
        ...(coins && { coins }),
      };
    },
  },
];

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
    costUsd: usdOrNull(cost),
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
